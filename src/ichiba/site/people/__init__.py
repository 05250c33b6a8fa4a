"""Who a visitor is and what they may do: identity, accounts, rate limits, moderation.

Imported by api, views, admin and server.
"""
