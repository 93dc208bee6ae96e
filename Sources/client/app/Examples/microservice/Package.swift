// swift-tools-version: 6.2
import PackageDescription

// For a package of yours, put Rollcall's address and version in the place of the path. Rollcall's
// own manifest lists the same folders, so that its tests run them.
let package = Package(
    name: "games",
    dependencies: [
        .package(name: "rollcall", path: "../../../../.."),
        .package(
            url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    ],
    targets: [
        // What generate.sh writes, from games.proto.
        .target(name: "CGames"),
        .target(
            name: "GamesAPI",
            dependencies: ["CGames", .product(name: "RollcallClient", package: "rollcall")]),
        .executableTarget(
            name: "games",
            dependencies: [
                "GamesAPI", .product(name: "RollcallTokens", package: "rollcall"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ]),
        .executableTarget(
            name: "tournament",
            dependencies: ["GamesAPI", .product(name: "RollcallClient", package: "rollcall")]),
    ]
)
