"""Who a visitor is and what they may do: identity, accounts, rate limits, moderation."""
