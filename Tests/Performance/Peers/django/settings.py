"""A Django project with the sign-in that its users have most: django-allauth, headless.

It does the work that Auth does and no more: e-mail and password, Argon2 with Auth's parameters, a
session in the database, every change on the disk before it is answered; and nothing is limited.
"""

import os

SECRET_KEY = "not a secret: it is only measured"
ALLOWED_HOSTS = ["*"]
ROOT_URLCONF = "urls"
USE_TZ = True
INSTALLED_APPS = [
    "django.contrib.auth", "django.contrib.contenttypes", "django.contrib.sessions", "allauth",
    "allauth.account", "allauth.headless",
]
MIDDLEWARE = [
    "django.contrib.sessions.middleware.SessionMiddleware",
    # Says how long an answer is.
    "django.middleware.common.CommonMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": os.environ["BENCH_DATABASE"],
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "init_command": "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL",
        },
    }
}
PASSWORD_HASHERS = ["hashers.Argon2"]

HEADLESS_ONLY = True
HEADLESS_CLIENTS = ["app"]
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_RATE_LIMITS = False
