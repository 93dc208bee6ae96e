// swift-tools-version: 6.2
import PackageDescription

// A package of its own: who builds Rollcall does not build the generator, nor swift-protobuf.
let strict: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
]

let package = Package(
    name: "generator",
    dependencies: [
        .package(url: "https://github.com/apple/swift-protobuf", exact: "1.39.0")
    ],
    targets: [
        .target(
            name: "RollcallGenerator",
            dependencies: [
                .product(name: "SwiftProtobuf", package: "swift-protobuf"),
                .product(name: "SwiftProtobufPluginLibrary", package: "swift-protobuf"),
            ],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "protoc-gen-rollcall",
            dependencies: ["RollcallGenerator"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "RollcallGeneratorTests",
            dependencies: ["RollcallGenerator"],
            swiftSettings: strict
        ),
    ],
    swiftLanguageModes: [.v6]
)
