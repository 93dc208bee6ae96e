// swift-tools-version: 6.0
import PackageDescription

// For an app of yours, put the address and the version of RollcallApp in the place of the path. The
// manifest of the repository's root lists the same folder, so that its tests run it.
let package = Package(
    name: "roster", platforms: [.macOS(.v13)],
    dependencies: [.package(name: "app", path: "../..")],
    targets: [
        .executableTarget(
            name: "roster", dependencies: [.product(name: "RollcallApp", package: "app")])
    ],
    swiftLanguageModes: [.v6]
)
