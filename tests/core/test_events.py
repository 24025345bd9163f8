"""Events: who may read what."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from galleria.core import EVERYONE, Event, GameState, clear_log, emit, hide_head, read_log, whisper
from galleria.core.events import LOG_SIZE

events = st.lists(
    st.tuples(st.sampled_from([EVERYONE, 0, 1, 2, 3, 4]), *[st.integers(-(2**15), 2**15 - 1)] * 5), max_size=12
)


def with_events(rows: list[tuple[int, ...]]) -> GameState:
    state = GameState.new()
    for kind, (to, *rest) in enumerate(rows):
        whisper(state, to, kind, *rest)
    return state


@given(events)
def test_the_log_reads_back(rows: list[tuple[int, ...]]) -> None:
    assert read_log(with_events(rows).log, 5) == [Event(5, k, *row) for k, row in enumerate(rows)]


@given(events)
def test_a_cleared_log_leaves_no_bytes(rows: list[tuple[int, ...]]) -> None:
    state = with_events(rows)
    clear_log(state)
    assert state == GameState.new()


@given(events, st.integers(-1, 3))
def test_hiding_keeps_exactly_what_a_seat_may_read(rows: list[tuple[int, ...]], seat: int) -> None:
    state = with_events(rows)
    state.rng.a, state.rng.counter = 3, 4
    readable = [e for e in read_log(state.log, 0) if e.visible(seat)]
    hide_head(state, seat)
    assert read_log(state.log, 0) == readable
    clear_log(state)
    assert state == GameState.new()


@pytest.mark.parametrize(
    ("to", "readers"), [(EVERYONE, {-1, 0, 1, 2}), (0, set()), (0b1, {0}), (0b110, {1, 2}), (0b100, {2})]
)
def test_audiences(to: int, readers: set[int]) -> None:
    assert {seat for seat in range(-1, 3) if Event(0, 0, to, 0, 0, 0, 0, 0).visible(seat)} == readers


def test_a_full_log_says_so_and_keeps_what_it_has() -> None:
    state = GameState.new()
    for i in range(LOG_SIZE):
        emit(state, 1, 0, i, 0, 0, 0)
    assert (state.log.n, state.log.lost) == (LOG_SIZE, 0)
    emit(state, 1, 0, -1, 0, 0, 0)
    assert (state.log.n, state.log.lost) == (LOG_SIZE, 1)
    assert [e.a for e in read_log(state.log, 0)] == list(range(LOG_SIZE))
