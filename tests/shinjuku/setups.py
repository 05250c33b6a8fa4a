"""The set-ups of Shinjuku that the tests of the contract try: all of them."""

from contract.cases import Case


def cases() -> list[Case]:
    """Everything is decided one after the other here."""
    return [
        Case("shinjuku", players, (("open_customers", open_customers),), simultaneous=False)
        for players in (2, 3, 4)
        for open_customers in (False, True)
    ]
