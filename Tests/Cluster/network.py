"""Hosts as network namespaces, each joined to one bridge by a cable. All of it is in the namespaces of this process,
and goes with them."""

import subprocess
import sys
from pathlib import Path

# The end of what clients and the balancer have is in the process's own namespace.
PROXY = "10.99.0.1"
ADDRESSES = {"a": "10.99.0.2", "b": "10.99.0.3", "engine": "10.99.0.4"}


def ip(words, **options):
    subprocess.run(["ip", *words.split()], check=True, **options)


class Network:
    def __init__(self):
        ip("link set lo up")
        ip("link add bridge type bridge")
        ip(f"addr add {PROXY}/24 dev bridge")
        ip("link set bridge up")
        self.cables = {}
        for name, address in ADDRESSES.items():
            ip(f"netns add {name}")
            cable = subprocess.Popen(
                [sys.executable, Path(__file__).with_name("cable.py"), f"host-{name}", f"port-{name}"],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            if cable.stdout.readline() != "ready\n":
                raise SystemExit("the kernel gives no TAP devices: see /dev/net/tun.")
            self.cables[name] = cable
            ip(f"link set port-{name} master bridge up")
            ip(f"link set host-{name} netns {name} name eth0")
            for words in (f"addr add {address}/24 dev eth0", "link set eth0 up", "link set lo up"):
                ip(f"-n {name} {words}")

    def set(self, host, cut_out=False, cut_in=False, delay_ms=0, loss=0.0):
        """Changes the cable of a host: cut out, nothing from it arrives anywhere; cut in, nothing arrives there."""
        self.cables[host].stdin.write(f"{int(cut_out)} {int(cut_in)} {delay_ms} {loss}\n")
        self.cables[host].stdin.flush()


def on(host, command):
    """How a program is started on a host."""
    return ["ip", "netns", "exec", host, *map(str, command)]
