"""Absent players: a pace, a vote of the others, a bot that stands in, and coming back."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from playwright.sync_api import expect

from ichiba.core.match import Match
from ichiba.site import matches, tables
from ichiba.site.botplay import Driver
from ichiba.site.matches import hold
from ichiba.site.models import Move, Seat, Table, Vote
from site_scene import lay_all, new_table, page_token, play_bots, post_move
from test_bots_at_tables import Silent  # noqa: F401
