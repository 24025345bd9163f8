"""What whoever runs a server can choose."""

from dataclasses import dataclass, field
from pathlib import Path

from platformdirs import user_data_path


def default_database() -> str:
    """An SQLite file in the user's data folder; it is created by itself."""
    return f"sqlite:///{user_data_path('galleria') / 'galleria.sqlite'}"


def default_modules() -> Path:
    """Where npm has put other people's scripts and fonts: beside the sources."""
    return Path(__file__).parents[3] / "node_modules"


@dataclass(frozen=True, kw_only=True)
class Settings:
    """Settings of one server."""

    database: str = field(default_factory=default_database)
    """Address as SQLAlchemy reads it."""
    bots: str = "galleria.bots"
    """Module with `BOTS`, `prepare`, `warm` and `choose`; imported in the workers."""
    workers: int | None = None
    """Processes for bots; None: one per processor, two at least."""
    pace: float = 0.7
    """Seconds that a bot's move takes at least, so that people can follow."""
    watch_pace: float = 2.0
    """The same at tables where only bots play, where people do nothing but follow."""
    limits: bool = True
    """Whether there is a limit to what one person or one address may ask in a while."""
    modules: Path = field(default_factory=default_modules)
    """npm's folder. Without it pages work, only less lively."""
