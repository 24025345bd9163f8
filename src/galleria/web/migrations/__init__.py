"""Alembic's scripts: how the database got its present shape. They run by themselves at start."""
