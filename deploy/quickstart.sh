#!/bin/bash
# Sets Rollcall up on this machine and shows its main job, each command as you would type it.
#
#   deploy/quickstart.sh           builds, starts the services and the door, leaves them running
#   deploy/quickstart.sh --check   does the same, stops everything, and fails if a step was not right
#   deploy/quickstart.sh --stop    stops the services
#
# Data, sockets and logs lie under .rollcall/; the services listen on 127.0.0.1, four ports from
# ROLLCALL_PORT (4710) on, the last for apps. Run again, it replaces the services that it had started.
set -euo pipefail
cd "$(dirname "$0")/.."
. deploy/lib/prerequisites.sh
. deploy/lib/services.sh

mode=${1:-leave-running}
case $mode in
    leave-running | --check) ;;
    --stop)
        stop_services
        exit
        ;;
    *) fail "what is $mode? Try no argument, --check or --stop." ;;
esac

require_packages "${BUILD_PACKAGES[@]}" curl
require_swift
require_disk 3000
stop_services
require_free_ports

echo "Building (the first time takes some minutes) …"
mkdir -p .rollcall
# Each program by name: without one, what tests stand on would be built too.
for program in "${PROGRAMS[@]}"; do
    swift build "${RELEASE_BUILD[@]}" --quiet --product "$program" >.rollcall/build.log 2>&1 \
        || fail "the build failed; the end of .rollcall/build.log: $(tail -n 3 .rollcall/build.log)"
done
bin=$(swift build "${RELEASE_BUILD[@]}" --show-bin-path)

# From here on a step that fails leaves nothing running.
trap 'stop_services' EXIT
start_services

PATH="$bin:$PATH"
export ROLLCALL_AUTH=127.0.0.1:$port_auth
export ROLLCALL_PROFILE=127.0.0.1:$port_profile
export ROLLCALL_PRESENCE=127.0.0.1:$port_presence
export XDG_STATE_HOME=$PWD/.rollcall/client
umask 077
work=.rollcall/quickstart
rm -rf "$work"
mkdir -p "$work"
# Names and addresses are unique; another run is another person.
name=ann.$(date +%y%m%d.%H%M%S)
password_file=$work/password
head -c 18 /dev/urandom | base64 >"$password_file"

# run COMMAND…: echoes it, then its output.
run() {
    printf '\n$ %s\n' "$*"
    "$@" || fail "\`$*\` failed with status $?."
}

# expect TEXT FILE: what a command has printed must contain it.
expect() {
    grep -qF -- "$1" "$2" || fail "expected \`$1\`, but got: $(cat "$2")"
}

run rollcall status
run rollcall sign-up --email "$name@example.org" --name "$name" \
    --password-file "$password_file"
run rollcall whoami | tee "$work/whoami"
expect "$name@example.org" "$work/whoami"

# One's own name is free for oneself. Who is not signed in hears that it is taken, and what is free.
run rollcall name check "$name"
nobody=$PWD/.rollcall/nobody
printf '\n$ %s\n' "env XDG_STATE_HOME=$nobody rollcall name check $name"
status=0
XDG_STATE_HOME=$nobody rollcall name check "$name" 2>&1 | tee "$work/taken" || status=$?
[ "$status" = 5 ] || fail "a display name that is taken should end with status 5, not $status."
expect "These are free: " "$work/taken"
run rollcall name check "$name.2" | tee "$work/free"

run rollcall photo set deploy/quickstart-photo.jpg
run rollcall profile show "$name" | tee "$work/profile"
expect "$name" "$work/profile"
run rollcall photo get "$name" "$work/photo.jpg"
for secret in Exif "Quickstart Camera" "a comment nobody should see"; do
    ! grep -qaF "$secret" "$work/photo.jpg" || fail "the photo still says: $secret."
done
stored=$(rollcall profile show "$name" --json | grep -o '"photoId":"[0-9a-f]*"' | cut -d'"' -f4)
[ "$(sha256sum <"$work/photo.jpg" | cut -d' ' -f1)" = "$stored" ] \
    || fail "the photo that came down is not the one that was stored."
echo "The file has $(wc -c <deploy/quickstart-photo.jpg) bytes, $(wc -c <"$work/photo.jpg") came down:" \
    "the picture is the same, its EXIF block with the place where it was taken is gone."

# A second client, with a session of its own, watches the first.
second=$PWD/.rollcall/second-client
run env XDG_STATE_HOME="$second" rollcall sign-in --email "$name@example.org" \
    --password-file "$password_file"
printf '\n$ %s &\n' "env XDG_STATE_HOME=$second rollcall presence watch $name"
XDG_STATE_HOME=$second rollcall presence watch "$name" >"$work/watch" 2>&1 &
watcher=$!
watch_shows_going() {
    grep -A9 online "$work/watch" | grep -q offline
}
wait_for "the watch's first line" grep -q offline "$work/watch"
run rollcall presence set online --for 2
wait_for "the watch's last line" watch_shows_going
kill -INT "$watcher" 2>/dev/null || true
wait "$watcher" 2>/dev/null || true
printf '\n# What the watch has shown:\n'
cat "$work/watch"

# What an app in a browser or on a phone does: HTTP and JSON, through the door.
run curl -sS --fail-with-body "http://127.0.0.1:$port_web/rollcall.v1.ProfileService/CheckDisplayName" \
    -H 'Content-Type: application/json' -d "{\"displayName\": \"$name\"}" | tee "$work/door"
echo
expect REASON_DISPLAY_NAME_TAKEN "$work/door"

# What people see in a browser.
run curl -sS --fail-with-body -o "$work/sign-in.html" "http://127.0.0.1:$port_web/sign-in"
expect 'action="/sign-in"' "$work/sign-in.html"

run rollcall sign-out
run rollcall sign-in --email "$name@example.org" --password-file "$password_file"

printf '\n# The services restart; the session that the CLI keeps goes on.\n'
restart_services
run rollcall whoami | tee "$work/whoami"
expect "$name@example.org" "$work/whoami"

trap - EXIT
if [ "$mode" = --check ]; then
    stop_services
    printf '\nEvery step was as it should be.\n'
    exit
fi
cat <<END

The services are running. Their data, sockets and logs lie in .rollcall/.
To go on by hand:

    export PATH="$bin:\$PATH" XDG_STATE_HOME="$XDG_STATE_HOME"
    export ROLLCALL_AUTH=$ROLLCALL_AUTH ROLLCALL_PROFILE=$ROLLCALL_PROFILE ROLLCALL_PRESENCE=$ROLLCALL_PRESENCE
    rollcall --help
    rollcall profile show $name --json
    rollcall presence watch $name

People sign up and sign in with a browser. Mails to them lie in .rollcall/auth/spool:

    http://127.0.0.1:$port_web/sign-in

Apps call the services over HTTP, with any client of the Connect protocol or with curl:

    http://127.0.0.1:$port_web/rollcall.v1.AuthService/SignIn

An app in a terminal, to sign up and to see who is here:

    swift run --package-path Sources/client/app/Examples/terminal roster http://127.0.0.1:$port_web

A service of your own verifies users and calls the services as Sources/client/app/Examples/microservice/README.md shows.

To stop them:

    deploy/quickstart.sh --stop
END
