"""Django's Argon2 with the least work, for tests that make many accounts."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class QuickArgon2(Argon2PasswordHasher):
    """The real one takes a quarter of a second for each password, so that guessing is slow."""

    time_cost = 1
    memory_cost = 8
    parallelism = 1
