"""What the site knows about each title: its board, words, rules, description and characters.

Imported by models, tables, people, pages, api, views and admin.
"""
