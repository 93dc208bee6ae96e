"""A cable between two network devices, which can be cut in one direction or both, be slow, and lose packets: what tc's
netem does, which not every kernel has. Run as a process of its own, so that the load does not slow it down:

    python3 cable.py DEVICE OTHER

makes two TAP devices, says `ready`, and reads from its standard input a line for each change:

    CUT_OUT CUT_IN DELAY_MS LOSS     such as `1 0 0 0` or `0 0 100 0.01`

Out is from DEVICE to OTHER.
"""

import fcntl
import heapq
import itertools
import os
import random
import select
import struct
import sys
import time

TUNSETIFF, IFF_TAP, IFF_NO_PI = 0x400454CA, 0x0002, 0x1000


def tap(name):
    file = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(file, TUNSETIFF, struct.pack("16sH", name.encode(), IFF_TAP | IFF_NO_PI))
    return file


def carry(device, other):
    ends = {device: other, other: device}
    cuts, delay, loss = {device: False, other: False}, 0.0, 0.0
    on_the_way, ties, dice = [], itertools.count(), random.Random(1)
    watched = [device, other, sys.stdin.fileno()]
    while True:
        pause = max(0, on_the_way[0][0] - time.monotonic()) if on_the_way else None
        for file in select.select(watched, [], [], pause)[0]:
            if file not in ends:
                words = os.read(file, 4096).decode().split("\n")
                if words == [""]:
                    return
                out, into, milliseconds, share = words[-2].split()
                cuts, delay, loss = {device: out == "1", other: into == "1"}, float(milliseconds) / 1000, float(share)
                continue
            for _ in range(64):
                try:
                    frame = os.read(file, 65536)
                except OSError:
                    # Nothing more, or the device is not up.
                    break
                if cuts[file] or loss and dice.random() < loss:
                    continue
                if delay:
                    heapq.heappush(on_the_way, (time.monotonic() + delay, next(ties), ends[file], frame))
                else:
                    deliver(ends[file], frame)
        while on_the_way and on_the_way[0][0] <= time.monotonic():
            _, _, end, frame = heapq.heappop(on_the_way)
            deliver(end, frame)


def deliver(end, frame):
    try:
        os.write(end, frame)
    except OSError:
        # Full, or not up: a packet is lost.
        pass


if __name__ == "__main__":
    device, other = tap(sys.argv[1]), tap(sys.argv[2])
    print("ready", flush=True)
    carry(device, other)
