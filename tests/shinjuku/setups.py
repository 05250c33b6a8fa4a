"""The set-ups of Shinjuku for the contract tests: all of them."""

from contract.cases import Case


def cases() -> list[Case]:
    """No decisions are simultaneous in this title."""
    return [
        Case("shinjuku", players, (("open_customers", open_customers),), simultaneous=False)
        for players in (2, 3, 4)
        for open_customers in (False, True)
    ]
