# Starts and stops the three services, and the door for apps, with their files under .rollcall/. To be sourced, in the root
# of the repository, after prerequisites.sh; `bin` names the directory of the programs.
# shellcheck shell=bash disable=SC2154

services=(profile auth presence)
port_auth=${ROLLCALL_PORT:-4710}
port_profile=$((port_auth + 1))
port_presence=$((port_auth + 2))
port_web=$((port_auth + 3))

# wait_for WHAT COMMAND…: until the command succeeds, for at most WAIT_SECONDS, or 60.
wait_for() {
    local what=$1 seconds=${WAIT_SECONDS:-60} start=$SECONDS
    shift
    until "$@"; do
        ((SECONDS - start < seconds)) || fail "$what did not come within $seconds seconds."
        sleep 0.05
    done
}

# use_cgroup2 ARGUMENT…: starts this script again where /sys/fs/cgroup has cgroups of version 2 alone, as Debian 13's
# systemd and container engines want them. For root.
use_cgroup2() {
    [ "$(stat --file-system --format %T /sys/fs/cgroup)" != cgroup2fs ] || return 0
    # shellcheck disable=SC2016
    exec unshare --mount bash -euc '
        umount -R /sys/fs/cgroup
        mount -t cgroup2 cgroup2 /sys/fs/cgroup
        exec "$@"' use_cgroup2 "$PWD/deploy/$(basename "$0")" "$@"
}

port_of() {
    local name=port_$1
    echo "${!name}"
}

is_port_taken() {
    (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null
}

require_free_ports() {
    local service
    for service in "${services[@]}" web; do
        if is_port_taken "$(port_of "$service")"; then
            fail "port $(port_of "$service") is taken by another program: stop it, or set ROLLCALL_PORT to the first of four free ports."
        fi
    done
}

# The process that this script started as a service, if it still runs. (The kernel keeps 15
# characters of a name.)
pid_of() {
    local file=.rollcall/run/$1.pid name=rollcall-$1 pid
    pid=$(cat "$file" 2>/dev/null) || return 1
    [ "$(cat "/proc/$pid/comm" 2>/dev/null)" = "${name:0:15}" ] || return 1
    echo "$pid"
}

start_service() {
    local service=$1 run=.rollcall/run log=.rollcall/$1.log peer
    case $service in
        # Whoever tries it out signs up more often than one person does.
        auth)
            peer=(--profile "unix:$run/profile.sock" --presence "unix:$run/presence.sock"
                --limit sign-up.address=1000/3600 --link-base "http://127.0.0.1:$port_web")
            ;;
        presence) peer=(--auth "unix:$run/auth.sock" --profile "unix:$run/profile.sock") ;;
        web)
            : >"$log"
            "$bin/rollcall-web" --data .rollcall/web --listen "unix:$run/web.sock" \
                --http "127.0.0.1:$port_web" --auth "127.0.0.1:$port_auth" \
                --profile "127.0.0.1:$port_profile" --presence "127.0.0.1:$port_presence" --insecure-cookies \
                </dev/null >>"$log" 2>&1 &
            echo $! >"$run/web.pid"
            disown
            return
            ;;
        *) peer=(--auth "unix:$run/auth.sock") ;;
    esac
    : >"$log"
    "$bin/rollcall-$service" --data ".rollcall/$service" --listen "127.0.0.1:$(port_of "$service")" \
        --listen "unix:$run/$service.sock" --trusted-proxy 127.0.0.1 "${peer[@]}" </dev/null >>"$log" 2>&1 &
    echo $! >"$run/$service.pid"
    disown
}

# Whether all is well with the service: Profile and Presence do once Auth has told them which
# sessions have ended.
is_ready() {
    "$bin/rollcall" status "$1" "--$1" "unix:.rollcall/run/$1.sock" >/dev/null 2>&1 && return 0
    kill -0 "$(cat ".rollcall/run/$1.pid")" 2>/dev/null \
        || fail "$(tail -n 1 ".rollcall/$1.log" | grep . || echo "rollcall-$1 did not start.")"
    return 1
}

start_services() {
    local service
    mkdir -p .rollcall/run
    chmod 700 .rollcall .rollcall/run
    for service in "${services[@]}"; do start_service "$service"; done
    for service in "${services[@]}"; do wait_for "rollcall-$service" is_ready "$service"; done
    start_service web
    wait_for "rollcall-web" is_port_taken "$port_web"
    echo "rollcall-auth, rollcall-profile and rollcall-presence answer on 127.0.0.1," \
        "ports $port_auth to $port_presence."
}

stop_services() {
    local service pid
    for service in web "${services[@]}"; do
        pid=$(pid_of "$service") || continue
        kill -TERM "$pid"
        wait_for "the end of rollcall-$service" has_ended "$pid"
    done
    rm -f .rollcall/run/*.pid
}

has_ended() {
    ! kill -0 "$1" 2>/dev/null || grep -q '^State:.Z' "/proc/$1/status" 2>/dev/null
}

restart_services() {
    stop_services
    start_services
}
