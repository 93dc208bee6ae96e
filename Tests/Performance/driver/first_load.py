"""What a browser loads that was never here before."""

import re
import socket

HEAD = ("GET {} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Encoding: gzip, deflate, br\r\nAccept-Language: en\r\n"
        "Connection: close\r\n\r\n")


def first_load(port, path):
    """How many bytes of answers a page and its files are, heads included, and how many requests."""
    page = answer(port, path)
    files = set(re.findall(rb'<(?:link|script|img)[^>]* (?:href|src)="(/[^"]+)"', page))
    # Without an icon of its own a page has that of its origin.
    if b'rel="icon"' not in page:
        files.add(b"/favicon.ico")
    answers = [page] + [answer(port, file.decode()) for file in files]
    return sum(map(len, answers)), len(answers)


def answer(port, path):
    """All bytes of an answer."""
    with socket.create_connection(("127.0.0.1", port)) as connection:
        connection.sendall(HEAD.format(path).encode())
        bytes = b"".join(iter(lambda: connection.recv(65536), b""))
    assert bytes.startswith(b"HTTP/1.1 200"), bytes[:200]
    return bytes
