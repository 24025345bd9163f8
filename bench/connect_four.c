/* Connect Four by hand: random playouts, written as one would write them in C for speed.
   The same state but the log, the same generator, the same search for four in a row as examples/connect_four.

   usage: connect_four SEED GAMES GOAL; prints decisions and seconds. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { COLUMNS = 7, ROWS = 6, FIRST = 9, ABOVE = 8, RIGHT = 1 };

typedef struct {
    uint32_t a, b, c, counter;
} Random;

typedef struct {
    int8_t to_act, winner, moves;
    int8_t height[COLUMNS];
    int8_t cells[72];
} State;

static uint32_t next32(Random *r) {
    uint32_t total = r->a + r->b + r->counter++;
    r->a = r->b ^ (r->b >> 9);
    r->b = r->c + (r->c << 3);
    r->c = ((r->c << 21) | (r->c >> 11)) + total;
    return total;
}

static uint32_t below(Random *r, uint32_t n) {
    uint64_t m = (uint64_t)next32(r) * n;
    if ((uint32_t)m < n) {
        uint32_t reject = -n % n;
        while ((uint32_t)m < reject)
            m = (uint64_t)next32(r) * n;
    }
    return m >> 32;
}

static int legal(const State *s, int *out) {
    int n = 0;
    for (int column = 0; column < COLUMNS; column++)
        if (s->height[column] < ROWS)
            out[n++] = column;
    return n;
}

static int run(const State *s, int cell, int step) {
    int disc = s->cells[cell], n = 0;
    for (cell += step; s->cells[cell] == disc; cell += step)
        n++;
    return n;
}

static int wins(const State *s, int goal, int cell) {
    int others = goal - 1;
    return run(s, cell, -ABOVE) >= others
        || run(s, cell, -RIGHT) + run(s, cell, RIGHT) >= others
        || run(s, cell, -ABOVE - RIGHT) + run(s, cell, ABOVE + RIGHT) >= others
        || run(s, cell, -ABOVE + RIGHT) + run(s, cell, ABOVE - RIGHT) >= others;
}

static void play(State *s, int goal, int seat, int column) {
    int cell = FIRST + s->height[column]++ * ABOVE + column;
    s->cells[cell] = seat + 1;
    s->moves++;
    if (wins(s, goal, cell)) {
        s->winner = seat;
        s->to_act = 0;
    } else if (s->moves == ROWS * COLUMNS) {
        s->to_act = 0;
    } else {
        s->to_act = 2 - seat;
    }
}

int main(int argc, char **argv) {
    if (argc != 4)
        return 2;
    Random random = {1, 2, 3, (uint32_t)atoi(argv[1])};
    int games = atoi(argv[2]), goal = atoi(argv[3]);
    long decisions = 0, won = 0;
    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    for (int game = 0; game < games; game++) {
        State s;
        int out[COLUMNS];
        memset(&s, 0, sizeof s);
        s.winner = -1;
        s.to_act = 1;
        while (s.to_act) {
            int n = legal(&s, out);
            play(&s, goal, s.to_act == 1 ? 0 : 1, out[below(&random, n)]);
            decisions++;
        }
        won += s.winner == 0;
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    printf("%ld %.9f %ld\n", decisions, end.tv_sec - start.tv_sec + 1e-9 * (end.tv_nsec - start.tv_nsec), won);
    return 0;
}
