"""Answers over TLS, and ends the connection too early: broken_tls.py DIRECTORY END

Writes its certificate into DIRECTORY, prints its port, and serves until its standard input ends."""

import os
import socket
import ssl
import subprocess
import sys
import threading

directory, end = sys.argv[1:]
key, certificate = f"{directory}/key", f"{directory}/certificate"
subprocess.run(
    ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
     "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", certificate],
    check=True, capture_output=True)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(certificate, key)

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/proto\r\n"
# Two suggestions; the first of them is a whole message, too.
BODY = b"\x22\x01a\x22\x01b"
ANSWERS = {
    "nothing": b"",
    "length": HEAD + b"Content-Length: 6\r\n\r\n" + BODY[:3],
    "chunks": HEAD + b"Transfer-Encoding: chunked\r\n\r\n3\r\n" + BODY[:3] + b"\r\n",
    "well": HEAD + b"Content-Length: 3\r\n\r\n" + BODY[:3],
}


def serve(connection):
    if end == "handshake":
        connection.recv(16)
        return connection.close()
    secure = context.wrap_socket(connection, server_side=True)
    received = b""
    while b"\r\n\r\n" not in received:
        received += secure.recv(65_536)
    secure.sendall(ANSWERS[end])
    # Without the alert that ends TLS.
    os.close(secure.detach())


def accept(listener):
    while True:
        connection, _ = listener.accept()
        threading.Thread(target=serve, args=[connection], daemon=True).start()


listener = socket.create_server(("127.0.0.1", 0))
threading.Thread(target=accept, args=[listener], daemon=True).start()
print(listener.getsockname()[1], flush=True)
sys.stdin.read()
