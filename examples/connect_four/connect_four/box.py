"""The box file of Connect Four, and how it becomes the record that the rules read."""

from pydantic import Field

from galleria.core import BoxModel

from .state import Box


class BoxFile(BoxModel):
    """box.toml."""

    goal: int = Field(ge=3, le=6)


def pack(file: BoxFile) -> Box:
    box = Box.new()
    box.goal = file.goal
    return box
