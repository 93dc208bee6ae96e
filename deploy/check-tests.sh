#!/bin/bash
# Names the RPCs without a file for their handler, or without tests of their own: the RPC `SignUp` of
# `AuthService` is in `AuthService/SignUp.swift` and tested in `AuthService/SignUpTests.swift`. Fails if
# there are any.
set -euo pipefail
cd "$(dirname "$0")/.."

git ls-files --cached --others --exclude-standard | python3 -c '
import re, sys

# By the name of a file, the folders that have one: `AuthTests` is the folder `Auth` again.
handlers, tests = {}, {}
contracts = []
for path in sys.stdin.read().split("\n"):
    *folders, name = path.split("/")
    if path.endswith("Tests.swift"):
        folder = re.sub("Tests$", "", folders[-1])
        tests.setdefault(re.sub(r"Tests\.swift$", "", name), set()).add(folder)
    elif path.startswith("Sources/") and name.endswith(".swift"):
        handlers.setdefault(name[:-6], set()).add(folders[-1])
    elif path.startswith("proto/rollcall/") and name.endswith(".proto"):
        contracts.append(path)

count = missing = 0
for path in contracts:
    with open(path, encoding="utf-8") as file:
        service = None
        for line in file:
            if found := re.match(r"service (\w+)", line):
                service = found[1]
            elif found := re.match(r"  rpc (\w+)", line):
                count += 1
                places = handlers.get(found[1], set())
                # The services that every process has are beside what they report.
                others = {place for place in places if not place.endswith("Service")}
                places = places & {service} or others
                if not places:
                    print(f"{service}/{found[1]} has no {found[1]}.swift in Sources")
                elif not places & tests.get(found[1], set()):
                    folder = " or ".join(sorted(places))
                    print(f"{service}/{found[1]} has no {folder}/{found[1]}Tests.swift in Tests")
                else:
                    continue
                missing += 1
if missing or not count:
    sys.exit(f"{missing} of {count} RPCs have no file of their own")
'
