"""oidc-provider-mock, as a provider of every day: prints its port, and serves until its input ends."""
import logging
import sys
import warnings

warnings.simplefilter("ignore")
import oidc_provider_mock  # noqa: E402

logging.getLogger("werkzeug").setLevel(logging.ERROR)
users = [
    oidc_provider_mock.User(
        sub="anna", claims={"email": "anna@example.com", "email_verified": True, "name": "Anna"}),
    oidc_provider_mock.User(
        sub="ben", claims={"email": "ben@example.com", "email_verified": False, "name": "Ben"}),
]
with oidc_provider_mock.run_server_in_thread(user_claims=users) as server:
    print(server.server_port, flush=True)
    sys.stdin.read()
