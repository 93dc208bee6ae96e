"""A caller of the door: one HTTP/1.1 connection, Connect as application/proto."""

import http.client
import json
from collections import namedtuple

from wire import OK, UNAVAILABLE

UNKNOWN = 2


class Answer(namedtuple("Answer", "status message body")):
    def is_refusal(self):
        """Whether somebody had too much to do."""
        return self.status == UNAVAILABLE


class DoorCaller:
    """Stands in for `wire.Caller`."""

    def __init__(self, place, source=None, timeout=2, tls=None):
        self.connection = http.client.HTTPConnection(
            *place, timeout=timeout, source_address=(source, 0) if source else None)
        self.connection.connect()

    def call(self, method, request=b"", token=None):
        """The answer. Raises OSError or EOFError when there is none."""
        fields = {"Content-Type": "application/proto"}
        if token:
            fields["Authorization"] = f"Bearer {token}"
        return self.answer("POST", f"/{method}", request, fields)

    def get(self, path):
        return self.answer("GET", path)

    def answer(self, verb, path, body=b"", fields={}):
        try:
            self.connection.request(verb, path, body, fields)
            answer = self.connection.getresponse()
            body = answer.read()
        except http.client.HTTPException as error:
            raise EOFError from error
        if answer.status == 200:
            return Answer(OK, "", body)
        said = json.loads(body)
        code = UNAVAILABLE if said["code"] == "unavailable" else UNKNOWN
        return Answer(code, f"{said['code']}: {said.get('message', '')}", b"")

    def close(self):
        self.connection.close()
