"""What the figures were measured on."""

import json
import os
import platform
import subprocess

from programs import BUILT, ROOT


def machine():
    with open("/proc/cpuinfo") as info:
        model = next(
            (line.partition(":")[2].strip() for line in info if line.startswith("model name")),
            platform.machine())
    return {
        "processor": f"{model}, {os.cpu_count()} cores",
        "kernel": platform.release(),
        "Swift": first_line("swift", "--version"),
    }


def load_average():
    return f"{os.getloadavg()[0]:.1f}"


def debian(package):
    return first_line("dpkg-query", "-W", "-f=${Version}", package)


def swift_package(*names):
    """The versions that were resolved, here or for grpc-swift."""
    found = {}
    for directory in (BUILT / "grpc-swift", ROOT):
        path = directory / "Package.resolved"
        if path.exists():
            for pin in json.loads(path.read_text())["pins"]:
                found[pin["identity"]] = pin["state"].get("version", pin["state"]["revision"])
    return ", ".join(f"{name} {found.get(name, '?')}" for name in names)


def first_line(*command):
    finished = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return finished.stdout.partition("\n")[0]
