"""Calls the door as an app does, with the Connect client of PyPI (connectrpc), which nobody here wrote.

connect_client.py PROTO DOOR PHOTO
"""

import asyncio
import hashlib
import importlib
import os
import pathlib
import re
import secrets
import subprocess
import sys
import tempfile

proto, door, photo_path = sys.argv[1:4]
tools = pathlib.Path(sys.executable).parent
stubs = tempfile.mkdtemp(prefix="rollcall-stubs-")
subprocess.run(
    ["protoc", f"-I{proto}", f"--plugin={tools}/protoc-gen-connectrpc", f"--plugin={tools}/protoc-gen-py",
     f"--py_out={stubs}", f"--connectrpc_out={stubs}", "rollcall/rpc/v1/options.proto"]
    + [str(path.relative_to(proto)) for path in sorted(pathlib.Path(proto, "rollcall/v1").glob("*.proto"))],
    cwd=proto, check=True)
sys.path.insert(0, stubs)

from connectrpc.code import Code
from connectrpc.codec import proto_binary_codec, proto_json_codec
from connectrpc.errors import ConnectError
from protobuf import Oneof
from rollcall.v1 import auth_pb as auth, errors_pb as errors, presence_pb as presence, profile_pb as profile
from rollcall.v1 import user_pb as user

photo = pathlib.Path(photo_path).read_bytes()


def client(file, service, codec, sync=True):
    module = importlib.import_module(f"rollcall.v1.{file}_connect")
    return getattr(module, f"{service}Client{'Sync' if sync else ''}")(door, codec=codec)


def refused(code, call, *arguments, **options):
    """What a call is refused with, which must be `code`."""
    try:
        result = call(*arguments, **options)
        # A stream is refused when it is read.
        if hasattr(result, "__next__"):
            next(result)
    except ConnectError as error:
        assert error.code == code, (error.code, error.message)
        return error
    raise AssertionError(f"{call} was not refused")


def key(id):
    return user.UserKey(key=Oneof("user_id", id))


def sign_up(codec):
    name = "u" + secrets.token_hex(5)
    form = auth.SignUpRequest(
        email=f"{name}@example.org", password="correct horse", display_name=name,
        idempotency_key=secrets.token_hex(12), device_label="Ann’s phone", platform="iOS 18")
    made = client("auth", "AuthService", codec).sign_up(form)
    return made.session.user_id, {"authorization": f"Bearer {made.tokens.access_token}"}, name, made


def upload():
    yield profile.UploadPhotoRequest(
        declaration=profile.PhotoDeclaration(size=len(photo), sha256=hashlib.sha256(photo).digest()))
    for start in range(0, len(photo), 3000):
        yield profile.UploadPhotoRequest(chunk=photo[start:start + 3000])


def one_person(codec):
    id, token, name, made = sign_up(codec)
    people = client("profile", "ProfileService", codec)
    here = client("presence", "PresenceService", codec)
    assert people.get_profile(profile.GetProfileRequest(user=key(id)), headers=token).profile.display_name == name

    stored = people.upload_photo(upload(), headers=token).photo
    with_progress = list(people.upload_photo_with_progress(upload(), headers=token))
    assert with_progress[-1].progress.value.photo_id == stored.photo_id
    parts = list(people.download_photo(profile.DownloadPhotoRequest(user=key(id)), headers=token))
    assert parts[0].part.value.photo_id == stored.photo_id
    chunks = b"".join(part.part.value for part in parts if part.part.field == "chunk")
    assert len(chunks) == parts[0].part.value.size

    watch = people.watch_profiles(profile.WatchProfilesRequest(user_ids=[id]), headers=token)
    assert next(iter(watch)).profiles[0].user_id == id
    watch.close()

    seen = here.watch_presence(presence.WatchPresenceRequest(user_ids=[id]), headers=token)
    assert next(seen).update.value.presences[0].state == presence.PresenceState.OFFLINE
    lease = here.go_online(presence.GoOnlineRequest(device_id="phone", lease_ms=60_000), headers=token)
    assert next(seen).update.value.presences[0].state == presence.PresenceState.ONLINE
    seen.close()
    assert lease.lease_id

    # Half-duplex, as over HTTP/1.1 a client can: all requests, then the answers.
    both = here.watch(iter([presence.WatchRequest(user_ids=[id])]), headers=token)
    assert next(both).update.value.presences[0].user_id == id
    both.close()

    # A deadline is that of the RPC.
    late = here.watch_presence(presence.WatchPresenceRequest(user_ids=[id]), headers=token, timeout_ms=700)
    try:
        for _ in late:
            pass
        raise AssertionError("a watch has ended by itself")
    except ConnectError as error:
        assert error.code == Code.DEADLINE_EXCEEDED, error

    # Errors have what a form needs.
    error = refused(
        Code.INVALID_ARGUMENT, client("auth", "AuthService", codec).sign_up,
        auth.SignUpRequest(email="nobody", password="short", idempotency_key=secrets.token_hex(12)))
    info = errors.ErrorInfo.from_binary(error.details[0].message_bytes)
    assert [violation.field for violation in info.violations] == ["email", "password"], info
    refused(Code.UNAUTHENTICATED, people.list_blocked_users, profile.ListBlockedUsersRequest())
    refused(Code.INVALID_ARGUMENT, people.watch_profiles, profile.WatchProfilesRequest(), headers=token)
    # More than 4 KiB, where an RPC takes no more.
    refused(
        Code.RESOURCE_EXHAUSTED, people.check_display_name,
        profile.CheckDisplayNameRequest(display_name=secrets.token_hex(9000)))

    client("auth", "AuthService", codec).sign_out(auth.SignOutRequest(), headers=token)


def every_rpc():
    """Each RPC that the contract opens to apps is answered by its service, and no other one is."""
    called = 0
    for path in sorted(pathlib.Path(proto, "rollcall/v1").glob("*.proto")):
        stubs = importlib.import_module(f"rollcall.v1.{path.stem}_pb")
        for service, body in re.findall(r"^service (\w+) {\n(.*?)^}", path.read_text(), re.S | re.M):
            one = client(path.stem, service, proto_binary_codec())
            for method, sends, request, text in re.findall(
                    r"rpc (\w+)\((stream )?(\w+)\)(.*?)\n  }", body, re.S):
                is_open = "for_apps) = true" in text
                message = getattr(stubs, request)()
                call = getattr(one, re.sub(r"(?<!^)(?=[A-Z])", "_", method).lower())
                try:
                    answer = call(iter([message]) if sends else message, timeout_ms=5000)
                    if hasattr(answer, "__next__"):
                        next(answer, None)
                    code = None
                except ConnectError as error:
                    code = error.code
                assert (code != Code.UNIMPLEMENTED) == is_open, (service, method, code)
                assert code not in (Code.UNKNOWN, Code.INTERNAL), (service, method, code)
                called += is_open
    print(f"called {called} RPCs")


async def asynchronously(codec):
    id, token, name, _ = sign_up(codec)
    people = client("profile", "ProfileService", codec, sync=False)
    answers = await asyncio.gather(*[
        people.get_profile(profile.GetProfileRequest(user=key(id)), headers=token) for _ in range(30)])
    assert {answer.profile.display_name for answer in answers} == {name}
    watch = people.watch_profiles(profile.WatchProfilesRequest(user_ids=[id]), headers=token)
    assert (await anext(watch)).profiles[0].display_name == name
    await watch.aclose()


every_rpc()
for codec in [proto_binary_codec(), proto_json_codec()]:
    one_person(codec)
    print("one person")
    asyncio.run(asynchronously(codec))
    print("asynchronously")

# The client has threads of its own, one of which now and then ends the process by a signal when it meets an
# interpreter that is being taken down. By then everything was tried.
sys.stdout.flush()
os._exit(0)
