"""Computer players: they see what their seat may know, and answer the same way whenever they are asked the same."""

from .players import BOTS, Analysis, analyse, check_bot, choose, prepare, warm

__all__ = ["BOTS", "Analysis", "analyse", "check_bot", "choose", "prepare", "warm"]
