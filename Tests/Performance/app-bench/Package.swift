// swift-tools-version: 6.0
import PackageDescription

// What deploy/bench.sh measures of the library for apps. It builds the library as an app does.
let package = Package(
    name: "app-bench", platforms: [.macOS(.v13)],
    dependencies: [.package(path: "../../../Sources/client/app")],
    targets: [
        .executableTarget(
            name: "app-bench", dependencies: [.product(name: "RollcallApp", package: "app")])
    ],
    swiftLanguageModes: [.v6]
)
