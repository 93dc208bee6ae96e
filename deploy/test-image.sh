#!/bin/bash
# Runs the image of deploy/build-image.sh by deploy/compose.yml, as root, and tries the main job there: a container for
# each service, without root's rights, with a root directory that cannot be written to. A minute.
#
#   deploy/test-image.sh [SYSTEM]    makes the image first, if there is none
set -euo pipefail
cd "$(dirname "$0")/.."
. deploy/lib/prerequisites.sh
. deploy/lib/services.sh

[ "$(id -u)" = 0 ] || fail "run as root, which makes networks."
use_cgroup2 "$@"
require_packages "${IMAGE_PACKAGES[@]}"
system=${1:-$(. /etc/os-release && echo "$VERSION_CODENAME")}
image=.build/packages/$system/rollcall-image.tar
[ -e "$image" ] || deploy/build-image.sh "$system"

# podman-compose starts a podman of the path: this one, with the limits of this machine.
work=$(mktemp -d)
printf '#!/bin/sh\nexec /usr/bin/%s "$@"\n' "${PODMAN[*]}" >"$work/podman"
chmod +x "$work/podman"
cat >"$work/containers.conf" <<END
[containers]
cgroups = "disabled"
default_ulimits = ["nofile=$(ulimit -Hn):$(ulimit -Hn)", "nproc=4096:4096"]
[engine]
cgroup_manager = "cgroupfs"
END
export PATH=$work:$PATH CONTAINERS_CONF=$work/containers.conf ROLLCALL_DOOR_NETWORK=rollcall-test_door
compose() { podman-compose --project-name rollcall-test --file deploy/compose.yml "$@" >>"$work/log" 2>&1; }
tidy_up() {
    compose down --volumes || true
    podman volume rm --force rollcall-test_ann rollcall-test_backups >/dev/null 2>&1 || true
    podman network rm --force rollcall-test_default "$ROLLCALL_DOOR_NETWORK" >/dev/null 2>&1 || true
    podman rmi --force --all >/dev/null 2>&1 || true
    rm -rf "$work"
}
trap tidy_up EXIT

door=http://127.0.0.1:4713
pid_of() { podman inspect --format '{{.State.Pid}}' "rollcall-test_$1_1"; }

# as_ann COMMAND…: in a container of its own on the network, as an app's would be.
as_ann() {
    podman run --rm --interactive --read-only --cap-drop all --network rollcall-test_default \
        --volume rollcall-test_ann:/data --volume "$PWD/deploy/quickstart-photo.jpg:/photo.jpg:ro" \
        --env XDG_STATE_HOME="${state:-/data}" --env ROLLCALL_PLAINTEXT=1 \
        --env ROLLCALL_AUTH=auth:4710 --env ROLLCALL_PROFILE=profile:4711 --env ROLLCALL_PRESENCE=presence:4712 \
        rollcall "$@"
}

# The health checks of compose.yml: Debian 12's podman-compose gives them to a shell, and the image has none.
is_healthy() {
    local service
    for service in "${services[@]}"; do
        podman exec "rollcall-test_${service}_1" rollcall status "$service" >/dev/null 2>&1 || return 1
    done
    podman exec rollcall-test_web_1 rollcall rpc call --endpoint unix:/data/socket rollcall.rpc.v1.HealthService/Check \
        >/dev/null 2>&1 && curl --silent --fail "$door/readyz" >/dev/null
}

podman load --quiet --input "$image" >/dev/null
podman network create --subnet 172.30.47.0/24 --ip-range 172.30.47.128/25 --gateway 172.30.47.1 \
    "$ROLLCALL_DOOR_NETWORK" >/dev/null
compose up --detach || fail "the containers do not start: $(tail -n 3 "$work/log")"
wait_for "the health of all containers" is_healthy
for service in "${services[@]}" web; do
    grep -qE '^Uid:\s10001\s10001\s10001' "/proc/$(pid_of "$service")/status" || fail "$service runs as another user."
    grep -qE '^CapBnd:\s0+$' "/proc/$(pid_of "$service")/status" || fail "$service has capabilities."
done
echo "the four containers are healthy, without root's rights"

password=$(head -c 18 /dev/urandom | base64)
as_ann <<<"$password" rollcall sign-up --email ann@example.org --name ann --password-file /dev/stdin >/dev/null
as_ann rollcall whoami | grep -qF ann@example.org || fail "ann is not signed in."
taken=$(state=/data/nobody as_ann rollcall name check ann 2>&1) || [ $? = 5 ] || fail "$taken"
grep -qF "These are free: " <<<"$taken" || fail "her name is not taken: $taken"
as_ann rollcall photo set /photo.jpg >/dev/null
photo() { as_ann rollcall photo get ann - | sha256sum; }
before=$(photo)
# The first byte of the sample is the fuzzers'.
tail --bytes +2 Tests/Fuzz/Corpus/decoders/turned-1-heic | as_ann rollcall-photo prepare >/dev/null \
    || fail "photos in HEIC cannot be read."
! pgrep --parent "$(pid_of profile)" --runstates Z || fail "processes are left of rollcall-photo."
echo "ann is signed up, her name is taken, and her photo is there"

# As by the machine's nginx, which names whom it serves.
curl --silent --fail "$door/rollcall.v1.AuthService/SignIn" -H 'Content-Type: application/json' \
    -H 'X-Forwarded-For: 203.0.113.9' -d "{\"email\": \"ann@example.org\", \"password\": \"$password\"}" \
    | grep -qF '"accessToken"' || fail "ann cannot sign in at the door."
podman exec rollcall-test_auth_1 rollcall admin user sessions ann@example.org --operator | grep -qF 203.0.113.0/24 \
    || fail "the door does not say for whom it calls."
# Who calls a service from another network, as an app's container may, names nobody.
as_ann rollcall rpc call --endpoint "$(podman inspect --format "{{(index .NetworkSettings.Networks \"$ROLLCALL_DOOR_NETWORK\").IPAddress}}" rollcall-test_auth_1):4710" \
    --metadata rollcall-client-address=198.51.100.9 --json "{\"email\": \"ann@example.org\", \"password\": \"$password\"}" \
    rollcall.v1.AuthService/SignIn >/dev/null
! podman exec rollcall-test_auth_1 rollcall admin user sessions ann@example.org --operator | grep -qF 198.51.100 \
    || fail "a container that is not the door speaks for its clients."
echo "ann is signed in at the door, from her own address, and only the door can say so"

podman run --rm --read-only --cap-drop all --volume rollcall-test_backups:/data --volume rollcall-test_auth:/auth \
    --volume rollcall-test_profile:/profile --volume rollcall-test_presence:/presence rollcall \
    rollcall backup create --to /data --auth-data /auth --profile-data /profile --presence-data /presence >/dev/null
podman run --rm --read-only --tmpfs /tmp --volume rollcall-test_backups:/data rollcall rollcall backup verify /data \
    | grep -F "is sound"

compose stop
for service in "${services[@]}" web; do
    status=$(podman inspect --format '{{.State.ExitCode}}' "rollcall-test_${service}_1")
    [ "$status" = 0 ] || fail "$service ended with $status when it was stopped."
done
compose start
wait_for "the health of all containers" is_healthy
as_ann rollcall whoami | grep -qF ann@example.org || fail "her session has ended."
[ "$(photo)" = "$before" ] || fail "the photo is another."
echo "stopped in order and started again, with her session and her photo"
