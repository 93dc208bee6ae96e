#!/bin/bash
# A program can use RollcallClient beside a package that has targets of the same names as ours, such as
# supabase-swift with its `Auth` and `Storage`. Swift's package manager refuses two packages whose products
# reach targets of one name; so no product of ours may reach a service. The package for apps is one more,
# whose folders ours lists, too.
set -euo pipefail
cd "$(dirname "$0")/.."
repository=$PWD

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
names=$(cd Sources && printf '%s\n' services/*/ programs/*/ | xargs -n 1 basename | grep -vx AccessTokens)

mkdir -p "$work/other" "$work/program/Sources/program"
for name in $names; do
    mkdir -p "$work/other/Sources/$name"
    echo 'public let answer = 42' >"$work/other/Sources/$name/answer.swift"
done
cat >"$work/other/Package.swift" <<END
// swift-tools-version: 6.2
import PackageDescription

let names = "$(echo $names)".split(separator: " ").map(String.init)
let package = Package(
    name: "other", products: [.library(name: "Other", targets: names)],
    targets: names.map { .target(name: \$0) })
END
cat >"$work/program/Package.swift" <<END
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "program",
    dependencies: [
        .package(path: "../other"), .package(name: "rollcall", path: "$repository"),
        .package(path: "$repository/Sources/client/app"),
    ],
    targets: [
        .executableTarget(
            name: "program",
            dependencies: [
                .product(name: "Other", package: "other"),
                .product(name: "RollcallClient", package: "rollcall"),
                .product(name: "RollcallTokens", package: "rollcall"),
                .product(name: "RollcallApp", package: "app"),
            ])
    ])
END
echo 'print("hello")' >"$work/program/Sources/program/main.swift"
# The graph of the packages alone; nothing is compiled.
swift build --package-path "$work/program" --print-manifest-job-graph >"$work/graph" 2>&1 || {
    grep error: "$work/graph" >&2 || cat "$work/graph" >&2
    exit 1
}
# The examples of a service and of an app are such packages, too.
for example in Sources/client/app/Examples/microservice Sources/client/app/Examples/terminal; do
    swift build --package-path "$example" --scratch-path "$work/example" \
        --print-manifest-job-graph >"$work/graph" 2>&1 || {
        grep error: "$work/graph" >&2 || cat "$work/graph" >&2
        exit 1
    }
    rm -rf "$work/example"
done
echo "RollcallClient and RollcallApp can be used beside packages with targets of the same names as ours."
