"""Answers apps by the Connect server of PyPI (connectrpc), which nobody here wrote: connect_server.py PROTO

Prints its port, and serves until its standard input ends."""

import asyncio
import importlib
import pathlib
import socket
import subprocess
import sys
import tempfile
import threading
import time

proto = sys.argv[1]
tools = pathlib.Path(sys.executable).parent
stubs = tempfile.TemporaryDirectory(prefix="rollcall-stubs-")
subprocess.run(
    ["protoc", f"-I{proto}", f"--plugin={tools}/protoc-gen-connectrpc", f"--plugin={tools}/protoc-gen-py",
     f"--py_out={stubs.name}", f"--connectrpc_out={stubs.name}", "rollcall/rpc/v1/options.proto"]
    + [str(path.relative_to(proto)) for path in sorted(pathlib.Path(proto, "rollcall/v1").glob("*.proto"))],
    cwd=proto, check=True)
sys.path.insert(0, stubs.name)

import uvicorn
from connectrpc.code import Code
from connectrpc.errors import ConnectError
from protobuf import Oneof
from rollcall.v1 import auth_connect, auth_pb as auth, errors_pb as errors, presence_connect, presence_pb as presence
from rollcall.v1 import profile_connect, profile_pb as profile

AUTHORIZATION = "authorization"
opened = 0


def tokens():
    global opened
    opened += 1
    return auth.Tokens(
        access_token=f"access-{opened}", refresh_token=f"refresh-{opened}",
        access_token_expires_at_ms=int(time.time() * 1000) + 600_000, access_token_lifetime_ms=600_000)


def refused(code, reason, field="", retry_after_ms=0):
    return ConnectError(code, "a sentence", details=[errors.ErrorInfo(
        violations=[errors.Violation(reason=reason, field=field)], retry_after_ms=retry_after_ms)])


def authorize(context):
    if not context.request_headers.get(AUTHORIZATION, "").startswith("Bearer access-"):
        raise refused(Code.UNAUTHENTICATED, errors.Reason.ACCESS_TOKEN_INVALID)


class Auth(auth_connect.AuthService):
    async def sign_in(self, request, context):
        if request.password != "correct horse":
            raise refused(Code.UNAUTHENTICATED, errors.Reason.WRONG_CREDENTIALS)
        return auth.SignInResponse(
            session=auth.Session(session_id="s", user_id="u", email=request.email), tokens=tokens())

    async def refresh(self, request, context):
        return auth.RefreshResponse(tokens=tokens())

    async def get_session(self, request, context):
        authorize(context)
        return auth.GetSessionResponse(session=auth.Session(session_id="s", user_id="u"))

    async def watch_session(self, request, context):
        authorize(context)
        yield auth.WatchSessionResponse()
        yield auth.WatchSessionResponse(news=Oneof("session", auth.Session(
            session_id="s", user_id="u", email="ann@example.org", is_email_verified=True)))
        await asyncio.sleep(3600)


class Profile(profile_connect.ProfileService):
    async def get_profile(self, request, context):
        name = request.user.key.value
        if name == "late":
            await asyncio.sleep(3600)
        if name == "nobody":
            raise refused(Code.NOT_FOUND, errors.Reason.PROFILE_NOT_FOUND, "user", 1500)
        # Long enough to be compressed.
        return profile.GetProfileResponse(profile=profile.Profile(user_id="u", display_name=name, bio="b" * 20_000))

    async def watch_profiles(self, request, context):
        authorize(context)
        for number in range(int(request.user_ids[0])):
            yield profile.WatchProfilesResponse(hidden_user_ids=[f"{number}-" + "x" * number])
        if len(request.user_ids) > 1:
            raise refused(Code.RESOURCE_EXHAUSTED, errors.Reason.TOO_MANY, "user_ids")


async def main():
    applications = {
        application.path: application for application in [
            auth_connect.AuthServiceASGIApplication(Auth()), profile_connect.ProfileServiceASGIApplication(Profile())]}

    async def serve(scope, receive, send):
        await applications["/" + scope["path"].split("/")[1]](scope, receive, send)

    listener = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(serve, log_level="error", lifespan="off"))

    def end():
        sys.stdin.read()
        server.should_exit = server.force_exit = True

    threading.Thread(target=end, daemon=True).start()
    print(listener.getsockname()[1], flush=True)
    await server.serve(sockets=[listener])

asyncio.run(main())
