"""Run by Alembic: applies the scripts over the connection that the program hands in."""

from alembic import context

from galleria.web.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
