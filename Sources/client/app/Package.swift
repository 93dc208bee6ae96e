// swift-tools-version: 6.0
import PackageDescription

let settings: [SwiftSetting] = [.enableUpcomingFeature("ExistentialAny")]

// What an app links: Foundation, and nothing besides. The manifest of the repository's root lists
// the same folders, and their tests.
let package = Package(
    name: "rollcall-app",
    platforms: [.iOS(.v16), .macOS(.v13)],
    products: [
        .library(name: "RollcallApp", targets: ["RollcallApp"]),
        .library(name: "RollcallAppModels", targets: ["RollcallAppModels"]),
        .library(name: "RollcallTesting", targets: ["RollcallTesting"]),
    ],
    targets: [
        .target(name: "RollcallRules", exclude: ["Texts"], swiftSettings: settings),
        .target(name: "RollcallApp", dependencies: ["RollcallRules"], swiftSettings: settings),
        .target(
            name: "RollcallAppModels", dependencies: ["RollcallApp"], swiftSettings: settings),
        .target(
            name: "RollcallTesting", dependencies: ["RollcallApp", "RollcallRules"],
            swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
