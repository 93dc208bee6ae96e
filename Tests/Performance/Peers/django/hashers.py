from django.contrib.auth.hashers import Argon2PasswordHasher


class Argon2(Argon2PasswordHasher):
    """With the parameters that Auth has."""

    time_cost = 2
    memory_cost = 19_456
    parallelism = 1
