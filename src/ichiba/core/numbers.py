"""Formats numbers for people: ¥1,200, −¥500, −3."""

MINUS = "\N{MINUS SIGN}"


def figure(number: int) -> str:
    """A number with thousands separators and a proper minus sign."""
    return f"{MINUS if number < 0 else ''}{abs(number):,}"


def yen(amount: int) -> str:
    """An amount of money; a minus sign comes before the ¥."""
    return f"{MINUS if amount < 0 else ''}¥{abs(amount):,}"


def signed(number: int) -> str:
    """A change: +4, −1, or ±0 if nothing changes."""
    sign = "±" if not number else "+" if number > 0 else MINUS
    return f"{sign}{abs(number):,}"
