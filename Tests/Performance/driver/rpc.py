"""The suite of the RPC layer.

Each probe starts a server of its own on one core and a load on another. The loads of the peers
take the same options and print the same fields as `rollcall-bench load`.
"""

from tempfile import TemporaryDirectory

from allocations import allocations
from certificate import certificate
from figures import ONE, Figure, Probe, Source, own_figure
from machine import debian, swift_package
from processes import holding, load, serving
from programs import GRPC_CPP, GRPC_SWIFT, NIO_ECHO, ROLLCALL, TTRPC

# What a round of a probe takes, at best: of a quick run, of a whole one.
SECONDS = 0.7, 1.5

SETTING = "One connection, server and client on a core each"

# As a service that makes many calls runs them: see `EventLoopTaskExecutor`.
ON_THE_LOOP = ["--tasks", "event-loop"]

COALESCED, IMMEDIATE = ["--flushing", "coalesced"], ["--flushing", "immediate"]


def unary(program, *options, serve=(), seconds):
    """Calls in a closed loop, and the server's processor time per call."""
    with serving([*program, "serve", *serve]) as server:
        before = server.processor_seconds()
        command = [*program, "load"] + ([] if program == NIO_ECHO else ["unary"])
        command += ON_THE_LOOP if program == ROLLCALL else []
        found = load([*command, "--target", server.address, "--seconds", seconds, *options])
        spent = server.processor_seconds() - before
    return {**found, "server_cpu_us": spent / found["all_calls"] * 1e6}


def unary_over_tls(*, seconds):
    with certificate() as (chain, key):
        listen = ["--listen", "tls:127.0.0.1:0", "--certificate", chain, "--key", key]
        return unary(ROLLCALL, "--trust", chain, serve=listen, seconds=seconds)


def stream(program, direction, size, *, seconds):
    with serving([*program, "serve"]) as server:
        return load(
            [*program, "load", direction, "--target", server.address, "--size", size,
             "--seconds", seconds])


def paced(*options, seconds):
    """Calls at a steady rate."""
    with serving([*ROLLCALL, "serve"]) as server:
        found = load(
            [*ROLLCALL, "load", "paced", *ON_THE_LOOP, "--target", server.address,
             "--seconds", seconds, *options])
    return {name: value for name, value in found.items() if not name.startswith("failure")}


def goodput(*, seconds):
    """What is answered in time, when more is offered than the server can do.

    The handler burns 200 µs, the deadline is 100 ms. The capacity is what a closed loop gets.
    """
    work = [*ON_THE_LOOP, "--connections", 8, "--method", "burn", "--work", 200]
    with serving([*ROLLCALL, "serve"]) as server:
        def offer(kind, *options):
            return load(
                [*ROLLCALL, "load", kind, "--target", server.address, "--seconds", seconds, *work,
                 *options])

        capacity = offer("unary", "--in-flight", 32)["calls_per_second"]
        found = {"capacity": capacity}
        for factor in (1, 2, 10):
            answer = offer("paced", "--deadline", 100, "--rate", capacity * factor)
            found[f"{factor}x"] = answer["answered_per_second"]
            found[f"{factor}x_p99_us"] = answer["p99_us"]
    return found


def idle_connections():
    """What a connection without calls costs the server: the slope between two numbers of them."""
    few, many = 1_000, 10_000
    # A unix socket: the ports of one address would not be enough.
    with TemporaryDirectory() as directory, serving(
        [*ROLLCALL, "serve", "--listen", f"unix:{directory}/socket"]
    ) as server:
        def resident(connections):
            with holding(
                [*ROLLCALL, "load", "idle", "--target", server.address, "--connections",
                 connections]):
                return server.resident_kilobytes()

        first = resident(few)
        return {"kilobytes": (resident(many) - first) / (many - few)}


def probes(seconds):
    def calls(name, program, *options, serve=()):
        return Probe(name, lambda: unary(program, *options, serve=serve, seconds=seconds))

    def messages(name, program, direction, size):
        return Probe(name, lambda: stream(program, direction, size, seconds=seconds))

    def at_a_rate(name, *options):
        return Probe(name, lambda: paced(*options, seconds=seconds))

    profile, lone = ["--method", "profile"], ["--in-flight", 1]
    found = [
        calls("echo rollcall", ROLLCALL),
        calls("echo grpc-cpp", GRPC_CPP),
        calls("echo ttrpc", TTRPC),
        calls("echo nio-echo", NIO_ECHO),
        calls("echo grpc-swift coalesced", GRPC_SWIFT, *COALESCED, serve=COALESCED),
        calls("echo grpc-swift immediate", GRPC_SWIFT, *IMMEDIATE, serve=IMMEDIATE),
        calls("profile rollcall", ROLLCALL, *profile),
        calls("profile grpc-cpp", GRPC_CPP, *profile),
        calls("profile ttrpc", TTRPC, *profile),
        calls("profile grpc-swift coalesced", GRPC_SWIFT, *profile, *COALESCED, serve=COALESCED),
        calls("profile grpc-swift immediate", GRPC_SWIFT, *profile, *IMMEDIATE, serve=IMMEDIATE),
        calls("lone rollcall", ROLLCALL, *lone),
        calls("lone nio-echo", NIO_ECHO, *lone),
    ]
    for key, direction, size in STREAMS:
        found.append(messages(f"{key} rollcall", ROLLCALL, direction, size))
        found.append(messages(f"{key} grpc-cpp", GRPC_CPP, direction, size))
    return found + [
        at_a_rate("idle line", "--rate", 500),
        at_a_rate("bulk line", "--rate", 500, "--bulk"),
        at_a_rate("no sleepers", "--rate", 10_000),
        at_a_rate("sleepers", "--rate", 10_000, "--sleeper-every", 100),
        Probe("echo tls", lambda: unary_over_tls(seconds=seconds)),
        Probe("goodput", lambda: goodput(seconds=seconds)),
        Probe("allocations", allocations, once=True),
        Probe("idle connections", idle_connections, once=True),
    ]


STREAMS = [
    ("stream_32b", "download", 32),
    ("stream_1k", "download", 1_024),
    ("stream_64k_down", "download", 65_536),
    ("stream_64k_up", "upload", 65_536),
]


def calls_figures(name, what, peers):
    """Calls a second against each peer, of grpc-swift the better of its two settings."""
    for peer, goal in peers:
        sources = [Source(f"{what} {peer}", "calls_per_second")]
        if peer == "grpc-swift":
            sources = [
                Source(f"{what} {peer} {flushing}", "calls_per_second")
                for flushing in ("coalesced", "immediate")
            ]
        ours = Source(f"{what} rollcall", "calls_per_second")
        yield Figure(name, "calls/s", ours, peer, sources, goal)


def stream_figure(name, unit, field, goal):
    return Figure(
        name, unit, Source(f"{name} rollcall", field), "grpc-cpp",
        [Source(f"{name} grpc-cpp", field)], goal)


# The goals are what must hold; that for nio-echo, a ceiling, is an aim.
FIGURES = [
    *calls_figures(
        "unary_32b_64", "echo",
        [("grpc-cpp", 3), ("ttrpc", 3), ("grpc-swift", 20), ("nio-echo", 0.6)]),
    *calls_figures(
        "unary_profile_64", "profile", [("grpc-cpp", 3), ("ttrpc", 3), ("grpc-swift", 20)]),
    # Against the bare echo: most of it is the loopback's, which differs from kernel to kernel.
    Figure(
        "unary_1_p50", "us", Source("lone rollcall", "p50_us"), "nio-echo",
        [Source("lone nio-echo", "p50_us")], 1.15, less=True),
    Figure(
        "unary_cpu", "us", Source("echo rollcall", "server_cpu_us"), "grpc-cpp",
        [Source("echo grpc-cpp", "server_cpu_us")], 0.35, less=True),
    own_figure(
        "allocs_server", "mallocs/call", ("allocations", "server"), ONE, 12, less=True, reached=8),
    own_figure(
        "allocs_client", "mallocs/call", ("allocations", "client"), ONE, 12, less=True, reached=7),
    stream_figure("stream_32b", "messages/s", "messages_per_second", 3),
    stream_figure("stream_1k", "messages/s", "messages_per_second", 3),
    stream_figure("stream_64k_down", "MB/s", "megabytes_per_second", 0.7),
    stream_figure("stream_64k_up", "MB/s", "megabytes_per_second", 0.7),
    own_figure(
        "unary_p99_under_bulk", "us", ("bulk line", "p99_us"), ("idle line", "p99_us"), 4,
        less=True),
    own_figure(
        "p99_with_sleepers", "us", ("sleepers", "p99_us"), ("no sleepers", "p99_us"), 2, less=True),
    own_figure("goodput_2x", "calls/s", ("goodput", "2x"), ("goodput", "capacity"), 0.85),
    own_figure("goodput_10x", "calls/s", ("goodput", "10x"), ("goodput", "capacity"), 0.8),
    own_figure("idle_connection", "kB", ("idle connections", "kilobytes"), ONE, 12, less=True),
    own_figure(
        "tls_unary", "calls/s", ("echo tls", "calls_per_second"),
        ("echo rollcall", "calls_per_second"), 0.7),
]


def versions():
    return {
        "grpc-cpp": debian("libgrpc++-dev"),
        "ttrpc": f"{debian('golang-github-containerd-ttrpc-dev')}, Go {debian('golang-go')}",
        "grpc-swift": swift_package("grpc-swift-2", "grpc-swift-nio-transport", "swift-protobuf"),
        "nio-echo": swift_package("swift-nio"),
    }
