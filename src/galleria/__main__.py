"""`python -m galleria` is the command `galleria`."""

from .cli import main

main(prog_name="galleria")
