"""Mass play: many games between bots, and what they say about a game, a box or the bots."""

from .simulate import simulate

__all__ = ["simulate"]
