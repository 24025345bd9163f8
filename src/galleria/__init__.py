"""Board games about building malls and cities: to play, to study, to print."""

__version__ = "0.1.0"
