"""What every game shares: records, randomness, piles, action spaces, events, games and matches."""

from .actions import ActionSpace
from .bits import bits, has, lowest, nth_bit
from .box import BoxModel, LoadedBox, Marked, Names, load_box, read_options, room_for, same_keys
from .errors import BoxError, GalleriaError, IllegalAction, RecordError
from .events import EVERYONE, Event, clear_log, emit, read_log, whisper
from .game import Context, Game, find_game, games
from .kernel import Kernel, interpreted, kernel
from .match import Match, Score, TakenBack, fresh_seed
from .piles import (
    Pile,
    clear_pile,
    count_in,
    fill_pile,
    is_pile_of,
    pile,
    pop,
    push,
    put_under,
    shuffle_above,
    shuffle_pile,
    sort_above,
)
from .random import Random, below, seed_random, shuffle
from .record import Array, Buffer, Record, array, int8, int16, int32, int64
from .rule import natural, rule
from .state import GameState, acts, hide_head

__all__ = [
    "EVERYONE",
    "ActionSpace",
    "Array",
    "BoxError",
    "BoxModel",
    "Buffer",
    "Context",
    "Event",
    "GalleriaError",
    "Game",
    "GameState",
    "IllegalAction",
    "Kernel",
    "LoadedBox",
    "Marked",
    "Match",
    "Names",
    "Pile",
    "Random",
    "Record",
    "RecordError",
    "Score",
    "TakenBack",
    "acts",
    "array",
    "below",
    "bits",
    "clear_log",
    "clear_pile",
    "count_in",
    "emit",
    "fill_pile",
    "find_game",
    "fresh_seed",
    "games",
    "has",
    "hide_head",
    "int8",
    "int16",
    "int32",
    "int64",
    "interpreted",
    "is_pile_of",
    "kernel",
    "load_box",
    "lowest",
    "natural",
    "nth_bit",
    "pile",
    "pop",
    "push",
    "put_under",
    "read_log",
    "read_options",
    "room_for",
    "rule",
    "same_keys",
    "seed_random",
    "shuffle",
    "shuffle_above",
    "shuffle_pile",
    "sort_above",
    "whisper",
]
