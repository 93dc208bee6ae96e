"""What a number of users asks of the services and the engines in the peak hour, from measured costs and assumptions."""

import math
from collections import namedtuple
from types import SimpleNamespace

DAY = 86_400
MILLION = 1e6
# Users, each online with a device, and users in the watches of all, of the figure `hub_million_users`.
HUB_USERS, HUB_EDGES = 1e6, 1e7

Assumption = namedtuple("Assumption", "name value text")

# Nobody has measured these: whoever knows their own users puts in their own.
ASSUMPTIONS = [
    Assumption("active", 0.4, "of all users use the app on a day"),
    Assumption("opens", 8, "times a day an active user opens it: the device comes online, and goes"),
    Assumption("minutes", 45, "minutes a day an active user's device is online"),
    Assumption("sign_ins", 0.02, "sign-ins and sign-ups a day, of each user"),
    Assumption("reads", 150, "profiles a day an active user's app reads"),
    Assumption("contacts", 50, "users a device watches while it is online"),
    Assumption("changes", 0.01, "changes of a profile a day, of each user"),
    Assumption("uploads", 0.01, "photos a day, of each user"),
    Assumption("pictured", 0.6, "of all users have a photo"),
    Assumption("photo_bytes", 300e3, "bytes of a photo"),
    Assumption("square_bytes", 60e3, "bytes of its four squares together"),
    Assumption("views", 100, "photos and squares a day an active user's app loads"),
    Assumption("cached", 0.95, "of these come from a cache before Profile"),
    Assumption("peak", 3, "times as many calls in the peak hour as on average"),
    Assumption("kept_days", 365, "days for which the rows of a sign-in stay, as its entry in the audit log does"),
    Assumption("busy", 0.6, "of a core is used at most, of services and engines"),
    Assumption("cores", 4, "cores has an instance"),
    Assumption("engine_cores", 64, "cores has the largest PostgreSQL server"),
    Assumption("engine_bytes", 256e9, "bytes of memory has the largest Valkey, and the largest machine for Presence"),
    Assumption("disk_bytes", 16e12, "bytes of disk has the largest PostgreSQL server"),
    Assumption("log_bytes", 200e6, "bytes a second of write-ahead log it writes and sends to a replica"),
]


def assumptions(**changed):
    return SimpleNamespace(**{one.name: one.value for one in ASSUMPTIONS} | changed)


def costs(results, mix):
    """Microseconds of a core, bytes, and counts of a call."""
    def each(name, unit="calls/s", peer="self", side=results.ours):
        return MILLION / side(name, unit, peer)

    ours, theirs = results.ours, results.theirs
    read = "storage.get_profile_postgresql", "calls/s", "pgbench select"
    hash_time = each("auth.django_sign_in", peer="django-allauth")
    extra = "engines.sign_in_postgresql_processor", "us"
    refresh_engine = each("engines.refresh_postgresql", peer="pgbench", side=theirs)
    return SimpleNamespace(
        # Of services.
        sign_in=hash_time + ours(*extra) - theirs(*extra),
        refresh=ours("engines.two_instances_processor", "us"),
        read=each(*read) - each(*read, side=theirs),
        change=each("storage.rename_128", peer="pgbench"),
        upload=each("profile.photo_put_32", "1/s", "durable files, rows") + 1e3 * ours(
            "profile.sizes_12mp", "ms", "vipsthumbnail"),
        view_byte=1 / ours("profile.photo_get_hot", "MB/s", "nginx"),
        beat=each("presence.heartbeat_64", peer="the RPC alone") + ours("presence.engine_renewal_cpu", "us"),
        delivery=each("presence.deltas_10k", "deltas/s"),
        door=each("web.web_get_profile_64", "1/s", "nginx, return"),
        # Of PostgreSQL.
        refresh_engine=refresh_engine,
        sign_in_engine=refresh_engine * ours("scaling.sign_in_transactions", "of a call"),
        read_engine=each(*read, side=theirs),
        change_engine=each("storage.rename_128", peer="pgbench", side=theirs),
        sign_in_transactions=ours("scaling.sign_in_transactions", "of a call"),
        refresh_transactions=ours("scaling.refresh_transactions", "of a call"),
        read_transactions=ours("scaling.get_profile_transactions", "of a call"),
        change_transactions=ours("scaling.rename_transactions", "of a call"),
        sign_in_log=ours("scaling.sign_in_log_scattered", "B"),
        refresh_log=ours("scaling.refresh_log_scattered", "B"),
        change_log=ours("scaling.rename_log", "B"),
        account_rows=ours("scaling.account_postgresql", "B"),
        sign_in_rows=ours("scaling.session_postgresql", "B"),
        profile_rows=ours("scaling.profile_postgresql", "B"),
        chain=max(ours(f"scaling.{name}", "calls/s", "pgbench, one connection")
                  for name in ("sign_in_chain", "sign_in_chain_of_two")),
        commits=theirs("scaling.sign_in_chain", "calls/s", "pgbench, one connection"),
        # Of Valkey.
        visit_engine=ours("scaling.begin_engine", "us") + ours("scaling.end_engine", "us"),
        follow_engine=ours("scaling.follow_engine", "us"),
        beat_engine=each("presence.engine_renewals", "renewals/s", "redis-benchmark", theirs),
        known_user=ours("scaling.known_user_engine", "B"), lease=ours("scaling.lease_engine", "B"),
        stream=ours("scaling.changes_engine", "B"),
        permit_engine=each("engines.limits", peer="redis-benchmark", side=theirs),
        sign_in_permits=ours("scaling.sign_in_permits", "of a call"),
        # Of memory and connections.
        connections=ours("presence.connections", "connections"),
        watcher=ours("presence.connection_tls", "B") + mix.contacts * ours("presence.edge", "B"),
        replica_user=(ours("presence.hub_million_users", "MiB") * 2**20
                      - HUB_EDGES * ours("presence.hub_edge", "B")) / HUB_USERS)


def rates(users, mix, said):
    """Calls a second in the peak hour, and who is online then."""
    second = users * mix.peak / DAY
    visits = second * mix.active * mix.opens
    online = users * mix.active * mix.minutes / (24 * 60) * mix.peak
    found = SimpleNamespace(
        sign_ins=second * mix.sign_ins,
        refreshes=visits + second * mix.active * mix.minutes / said["token_minutes"],
        reads=second * mix.active * mix.reads, changes=second * mix.changes, uploads=second * mix.uploads,
        views=second * mix.active * mix.views * (1 - mix.cached), visits=visits, online=online,
        beats=online / (said["lease_seconds"] / 3))
    # A device that comes and one that goes, to the watches of those who are online.
    found.deliveries = 2 * visits * mix.contacts * online / users
    found.calls = (found.sign_ins + found.refreshes + found.reads + found.changes + found.uploads + 2 * visits)
    return found


def demand(users, mix, cost, said):
    """What is needed, with nothing to spare. Cores are whole time of a core."""
    rate = rates(users, mix, said)

    def cores(*parts):
        return sum(count * each for count, each in parts) / MILLION

    signed = mix.sign_ins * mix.kept_days
    # Instances of Presence, by their connections. Each reads all changes.
    followers = max(2, math.ceil(rate.online / cost.connections))
    return rate, SimpleNamespace(
        auth=cores((rate.sign_ins, cost.sign_in), (rate.refreshes, cost.refresh)),
        profile=cores(
            (rate.reads, cost.read), (rate.changes, cost.change), (rate.uploads, cost.upload),
            (rate.views * mix.photo_bytes, cost.view_byte)),
        # That a device comes or goes costs an instance at least what a beat does.
        presence=cores((rate.beats + 2 * rate.visits, cost.beat), (rate.deliveries, cost.delivery)),
        door=cores((rate.calls, cost.door)),
        auth_engine=cores((rate.sign_ins, cost.sign_in_engine), (rate.refreshes, cost.refresh_engine)),
        profile_engine=cores((rate.reads, cost.read_engine), (rate.changes, cost.change_engine)),
        auth_transactions=(rate.sign_ins * cost.sign_in_transactions + rate.refreshes * cost.refresh_transactions),
        profile_transactions=rate.reads * cost.read_transactions + rate.changes * cost.change_transactions,
        auth_log=rate.sign_ins * cost.sign_in_log + rate.refreshes * cost.refresh_log,
        profile_log=rate.changes * cost.change_log,
        auth_rows=users * (cost.account_rows + signed * cost.sign_in_rows),
        profile_rows=users * cost.profile_rows,
        chain=rate.sign_ins,
        lease_calls=rate.beats + 2 * rate.visits,
        followers=followers,
        lease_engine=cores((rate.visits, cost.visit_engine), (rate.beats, cost.beat_engine)),
        follow_engine=cores((2 * rate.visits * followers, cost.follow_engine)),
        lease_bytes=users * cost.known_user + rate.online * cost.lease + cost.stream,
        permits=rate.sign_ins * cost.sign_in_permits,
        limit_engine=cores((rate.sign_ins * cost.sign_in_permits, cost.permit_engine)),
        objects=users * mix.pictured * (mix.photo_bytes + mix.square_bytes),
        writes=5 * rate.uploads, object_reads=rate.uploads + rate.views,
        watcher_bytes=rate.online * cost.watcher, replica_bytes=users * cost.replica_user)


def signing_in_again(users, mix, cost):
    """What it takes until all who use the app on a day have signed in again, as all sessions have ended."""
    again = users * mix.active
    return SimpleNamespace(users=again, hours=again / cost.chain / 3_600, cores=again * cost.sign_in / MILLION / 3_600)


# `fields` are counted together.
Bound = namedtuple("Bound", "part fields limit remedy")


def bounds(mix, cost, said):
    """What one engine, or one deployment, has at most."""
    cores, core = mix.busy * mix.engine_cores, mix.busy
    return [
        Bound("Auth: the audit log, one chain for all instances", "chain", cost.chain, "faster commits; a chain for "
              "each part of the accounts: not built"),
        Bound("Auth's PostgreSQL: cores", "auth_engine", cores, "a larger server; then partitions: not built"),
        Bound("Auth's PostgreSQL: write-ahead log", "auth_log", mix.log_bytes, "faster disks, pauses between "
              "checkpoints; then partitions: not built"),
        Bound("Auth's PostgreSQL: disk", "auth_rows", mix.disk_bytes, "a shorter `--audit-retention`"),
        Bound("Profile's PostgreSQL: cores", "profile_engine", cores, "read replicas or partitions: neither is built"),
        Bound("Profile's PostgreSQL: disk", "profile_rows", mix.disk_bytes, "partitions: not built"),
        Bound("Presence: devices online in a deployment", "online", said["leases"], "a constant in the code"),
        Bound("Presence's Valkey: its one thread", "lease_engine follow_engine", core, "fewer and larger instances "
              "(`LimitNOFILE=`), longer leases; then an engine for each part of the users: not built"),
        Bound("Presence's Valkey: memory", "lease_bytes", mix.engine_bytes, "a larger server"),
        Bound("Presence: all users in each instance's memory", "replica_bytes", mix.engine_bytes,
              "instances for parts of the users: not built"),
        Bound("Auth's Valkey for limits: its one thread", "limit_engine", core, "a hash tag for each caller, and "
              "a client for clusters: not built")]


def breaks(mix, cost, said):
    """The bounds with the users that reach them, the fewest first."""
    found = [(users_at(bound, mix, cost, said), bound) for bound in bounds(mix, cost, said)]
    return sorted(found, key=lambda one: one[0])


def users_at(bound, mix, cost, said):
    """By halving, as not everything grows as the users do."""
    low, high = 1, 1e15
    while high / low > 1 + 1e-9:
        middle = math.sqrt(low * high)
        if load(middle, bound, mix, cost, said) < bound.limit:
            low = middle
        else:
            high = middle
    return low


def load(users, bound, mix, cost, said):
    rate, need = demand(users, mix, cost, said)
    found = {**vars(rate), **vars(need)}
    return sum(found[field] for field in bound.fields.split())
