"""Where the programs are that deploy/bench.sh has built."""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
PERFORMANCE = ROOT / "Tests/Performance"
BUILT = PERFORMANCE / ".build"

# The suite of the library for apps builds only a program of its own.
APP_BENCH = BUILT / "app-bench/release/app-bench"
ROLLCALL = [Path(os.environ.get("ROLLCALL_BENCH", "rollcall-bench"))]
ACCOUNTS = [*ROLLCALL, "accounts"]
NIO_ECHO = [*ROLLCALL, "nio-echo"]
GRPC_CPP = [BUILT / "grpc-cpp/grpc-cpp-peer"]
GRPC_SWIFT = [BUILT / "grpc-swift/.build/release/grpc-swift-peer"]
TTRPC = [BUILT / "ttrpc/ttrpc-peer"]
DJANGO = BUILT / "django"
POCKETBASE = BUILT / "pocketbase"
MALLOC_COUNT = BUILT / "malloc-count.so"
CROWD = BUILT / "crowd"


def daemon(name):
    """One of Rollcall's own, beside the program that loads it."""
    return ROLLCALL[0].with_name(f"rollcall-{name}")
