"""Makes the database, and so many users with one password.

    BENCH_DATABASE=FILE DJANGO_SETTINGS_MODULE=settings python make_users.py COUNT PASSWORD
"""

import sys

import django

django.setup()

from allauth.account.models import EmailAddress  # noqa: E402
from django.contrib.auth.hashers import make_password  # noqa: E402
from django.contrib.auth.models import User  # noqa: E402
from django.core.management import call_command  # noqa: E402

count, password = int(sys.argv[1]), make_password(sys.argv[2])
call_command("migrate", verbosity=0)
users = User.objects.bulk_create(
    User(username=f"user{number}", email=f"user{number}@bench.example", password=password)
    for number in range(count))
EmailAddress.objects.bulk_create(
    EmailAddress(user=user, email=user.email, verified=True, primary=True) for user in users)
