"""Errands: what happens later, such as mail. Each is a row, written by what causes it.

We don't use a library, because none works with SQLite and PostgreSQL inside a server process, with
due times and unique keys: django-tasks has no unique keys and no retries, needs a worker program,
and a task whose worker was killed stays “running”; procrastinate works only with PostgreSQL; huey
has its own storage, outside the site's transactions, and loses what a killed worker had taken.
"""
