/* Connect Four in plain C: the yardstick for the compiled rules. Random games, with the same generator, the same board
   with a border, and a list of legal moves for every decision, as the rules in examples/connect_four have them.

   usage: connect_four GAMES SEED   prints: decisions, first player's wins, seconds */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { COLUMNS = 7, ROWS = 6, FIRST = 9, ABOVE = 8, RIGHT = 1 };

typedef struct {
    int8_t cells[72], height[COLUMNS];
    int16_t moves;
    int8_t winner, over, to_act;
} State;

typedef struct {
    uint32_t a, b, c, counter;
} Random;

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
    int n = 0;
    for (int next = cell + step; s->cells[next] == s->cells[cell]; next += step)
        n++;
    return n;
}

static void play(State *s, int seat, int column) {
    int cell = FIRST + s->height[column]++ * ABOVE + column * RIGHT;
    s->cells[cell] = seat + 1;
    s->moves++;
    if (run(s, cell, -ABOVE) >= 3 || run(s, cell, -RIGHT) + run(s, cell, RIGHT) >= 3 ||
        run(s, cell, -ABOVE - RIGHT) + run(s, cell, ABOVE + RIGHT) >= 3 ||
        run(s, cell, -ABOVE + RIGHT) + run(s, cell, ABOVE - RIGHT) >= 3) {
        s->winner = seat;
        s->over = 1;
    } else if (s->moves == ROWS * COLUMNS) {
        s->over = 1;
    } else {
        s->to_act = 1 - seat;
    }
}

int main(int count, char **arguments) {
    if (count != 3)
        return 2;
    long games = atol(arguments[1]), decisions = 0, wins = 0;
    Random random = {(uint32_t)atol(arguments[2]), 0x9E3779B9, 0x243F6A88, 1};
    for (int i = 0; i < 12; i++)
        next32(&random);
    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    for (long game = 0; game < games; game++) {
        State s;
        memset(&s, 0, sizeof s);
        s.winner = -1;
        while (!s.over) {
            int moves[COLUMNS];
            int n = legal(&s, moves);
            play(&s, s.to_act, moves[n > 1 ? below(&random, n) : 0]);
            decisions++;
        }
        wins += s.winner == 0;
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    printf("%ld %ld %.6f\n", decisions, wins, end.tv_sec - start.tv_sec + (end.tv_nsec - start.tv_nsec) / 1e9);
}
