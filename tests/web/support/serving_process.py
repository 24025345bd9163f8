"""A server with the game for tests in a process of its own, to be killed: DATABASE PORT."""

import sys
from pathlib import Path

import tally
import uvicorn

from galleria.web import serve
from galleria.web.app import create_app
from galleria.web.settings import Settings

database, port = Path(sys.argv[1]), int(sys.argv[2])
settings = Settings(
    database=f"sqlite:///{database}", bots="standin", workers=2, pace=0.0, modules=database.parent, limits=False
)
server = serve.Server(uvicorn.Config(create_app(settings, {"tally": tally.GAME}), log_level="warning"))
listening = serve.listen("127.0.0.1", port)
server.address = serve.address(listening)
server.run([listening])
