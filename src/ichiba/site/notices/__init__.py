"""Notices: they tell people about their games by mail, push, webhook or feed."""
