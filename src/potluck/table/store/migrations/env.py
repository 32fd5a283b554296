"""Run the migrations on the connection that the table hands over."""

from alembic import context

from potluck.table.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
