"""Runs a command where this is the only name server, in a network of its own.

unshare --mount --net python3 dns.py RESOLV_CONF COMMAND...

example.org has an SPF record and a DKIM key, example.com exists and has none, and silent.example is never found out.
"""

import socket
import struct
import subprocess
import sys
import threading

TEXTS = {
    "example.org": [b"google-site-verification=x", b"V=spf1 mx -all"],
    "example.com": [b"spf2.0/pra", b"v=spf", b"v=spf10", b"v=spf1"[:5]],
    "short.example": [b"v=spf1"],
}
# What has no text, but a name below it.
EMPTY = {"_domainkey.example.org", "_domainkey.short.example"}


def name_of(query):
    labels, place = [], 12
    while query[place]:
        labels.append(query[place + 1:place + 1 + query[place]].decode())
        place += 1 + query[place]
    return ".".join(labels).lower(), query[12:place + 5]


def answer(query):
    name, question = name_of(query)
    texts = TEXTS.get(name, [])
    code = 2 if name.endswith("silent.example") else 0 if texts or name in EMPTY else 3
    head = query[:2] + struct.pack(">HHHHH", 0x8180 | code, 1, len(texts), 0, 0)
    records = (
        b"\xc0\x0c" + struct.pack(">HHIH", 16, 1, 60, len(text) + 1) + bytes([len(text)]) + text for text in texts)
    return head + question + b"".join(records)


def serve(server):
    while True:
        query, client = server.recvfrom(4096)
        server.sendto(answer(query), client)


subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
with open(sys.argv[1], "w") as file:
    file.write("nameserver 127.0.0.1\noptions timeout:5\n")
subprocess.run(["mount", "--bind", sys.argv[1], "/etc/resolv.conf"], check=True)
server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
server.bind(("127.0.0.1", 53))
threading.Thread(target=serve, args=(server,), daemon=True).start()
sys.exit(subprocess.run(sys.argv[2:]).returncode)
