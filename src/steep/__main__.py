"""Lets `python -m steep` be the `steep` command."""

from steep.cli import main

raise SystemExit(main())
