"""How many allocations a unary call costs each side.

A shim counts them (malloc-count.c). Two loads that differ only in how many calls they make tell
the start from the calls: the number is the difference of the counts over the difference of the
calls.
"""

import os
import struct
import tempfile

from processes import load, serving
from programs import MALLOC_COUNT, ROLLCALL

FEW, MANY = 5_000, 55_000


def allocations():
    few, many = count(FEW), count(MANY)
    return {
        side: (many[side] - few[side]) / (MANY - FEW) for side in ("server", "client")
    }


def count(calls):
    """The allocations of a server and of a client that makes so many calls, 64 in flight."""
    with tempfile.TemporaryDirectory() as directory:
        server_file, client_file = f"{directory}/server", f"{directory}/client"
        with serving([*ROLLCALL, "serve"], **counting(server_file)) as server:
            load(
                [*ROLLCALL, "load", "unary", "--target", server.address, "--calls", calls],
                **counting(client_file))
        return {"server": counted(server_file), "client": counted(client_file)}


def per_call(run):
    """The allocations of each call of a server that `run(calls, environment)` starts and ends."""
    def counted_run(calls):
        with tempfile.TemporaryDirectory() as directory:
            run(calls, counting(f"{directory}/server"))
            return counted(f"{directory}/server")
    return (counted_run(MANY) - counted_run(FEW)) / (MANY - FEW)


def counting(path):
    return {"LD_PRELOAD": os.fspath(MALLOC_COUNT), "MALLOC_COUNT_FILE": path}


def counted(path):
    with open(path, "rb") as file:
        return struct.unpack("Q", file.read(8))[0]
