"""A process in which bots think: reads a job per line, writes a line per result, and ends when the server does.

Jobs are JSON objects: `{"do": "warm", "game"}` loads a game's compiled code, compiling first where needed, and
`{"do": "choose", "game", "hidden", "box", "seat", "bot", "seed"}` asks for an action; buffers are in base64.
`{"do": "analyse", ..., "playouts", "action"}` asks what a search thinks of all actions (or of one): rows of action,
visits and mean. `{"do": "chances", ..., "playouts"}` asks for every side's chance to win.
Answers: `{"progress": [done, total]}` any number of times, then `{"result": value}` or `{"error": text}`.
"""

import base64
import json
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from typing import Any


def main(bots: str) -> None:
    """Serve jobs with the functions `prepare`, `warm` and `choose` of the module named `bots` until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the server, which then closes our input
    with suppress(OSError):
        os.nice(5)  # pages come first
    out = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)  # whatever prints must not be taken for an answer

    def say(**answer: Any) -> None:
        try:
            out.write(json.dumps(answer) + "\n")
        except BrokenPipeError:
            os._exit(0)  # the server is gone, and with it whoever wanted to know

    module = import_module(bots)
    module.prepare()
    for line in sys.stdin:
        try:
            say(result=_work(module, json.loads(line), lambda done, total: say(progress=[done, total])))
        except Exception as error:  # noqa: BLE001 - the server decides what becomes of a failed job
            say(error=f"{type(error).__name__}: {error}")


def _work(module: Any, job: dict[str, Any], progress: Callable[[int, int], None]) -> Any:
    if job["do"] == "warm":
        module.warm(job["game"], progress)
        return 0
    question = (job["game"], base64.b64decode(job["hidden"]), base64.b64decode(job["box"]), job["seat"])
    if job["do"] == "choose":
        return int(module.choose(*question, job["bot"], job["seed"]))
    if job["do"] == "chances":
        return module.chances(*question, job["playouts"], job["seed"])
    rows = module.analyse(*question, module.Level(job["playouts"]), job["seed"], action=job["action"])
    return [[row.action, row.visits, row.mean] for row in rows]


if __name__ == "__main__":
    main(sys.argv[1])
