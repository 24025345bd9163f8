"""Computer players: they see what their seat may know, and answer the same way whenever they are asked the same."""

from .players import BOTS, LEVELS, Analysis, Level, analyse, chances, check_bot, choose, prepare, warm

__all__ = [
    "BOTS",
    "LEVELS",
    "Analysis",
    "Level",
    "analyse",
    "chances",
    "check_bot",
    "choose",
    "prepare",
    "warm",
]
