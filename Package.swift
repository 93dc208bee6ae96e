// swift-tools-version: 6.2
import PackageDescription

// A target imports only targets above it in this list.

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    // An async function goes on where its caller is, without a look at which executor that is.
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
]

/// Whether Tests/Fuzz/run.sh builds: libFuzzer wants to see every branch that is taken, and the fuzz
/// targets what only tests can see.
let isFuzzing = Context.environment["ROLLCALL_FUZZ"] != nil
let sourceSettings =
    settings
    + (isFuzzing ? [.unsafeFlags(["-enable-testing", "-Xfrontend", "-sanitize=fuzzer"])] : [])

let nioCore = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let nioPosix = Target.Dependency.product(name: "NIOPosix", package: "swift-nio")
let nioLocks = Target.Dependency.product(name: "NIOConcurrencyHelpers", package: "swift-nio")
let nioTLS = Target.Dependency.product(name: "NIOTLS", package: "swift-nio")
let nioEmbedded = Target.Dependency.product(name: "NIOEmbedded", package: "swift-nio")
let nioSSL = Target.Dependency.product(name: "NIOSSL", package: "swift-nio-ssl")
let metrics = Target.Dependency.product(name: "Metrics", package: "swift-metrics")
let metricsTestKit = Target.Dependency.product(name: "MetricsTestKit", package: "swift-metrics")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let memoryLogging = Target.Dependency.product(name: "InMemoryLogging", package: "swift-log")
let lifecycle = Target.Dependency.product(
    name: "ServiceLifecycle", package: "swift-service-lifecycle")
let unixSignals = Target.Dependency.product(
    name: "UnixSignals", package: "swift-service-lifecycle")
let arguments = Target.Dependency.product(
    name: "ArgumentParser", package: "swift-argument-parser")
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let hummingbird = Target.Dependency.product(name: "HummingbirdCore", package: "hummingbird")
let histogram = Target.Dependency.product(name: "Histogram", package: "hdrhistogram-swift")

/// - Parameter exclude: pages that lie beside what they explain.
func source(
    _ name: String, path: String? = nil, exclude: [String] = [],
    _ dependencies: [Target.Dependency] = [], resources: [Resource] = []
) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Sources/\(path ?? name)",
        exclude: exclude, resources: resources, swiftSettings: sourceSettings)
}

func daemon(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies + ["Daemon", arguments, logging],
        swiftSettings: settings)
}

func test(
    _ name: String, exclude: [String] = [], _ dependencies: [Target.Dependency]
) -> Target {
    .testTarget(
        name: name, dependencies: dependencies, path: "Tests/\(name)", exclude: exclude,
        swiftSettings: settings)
}

/// What the fuzz targets stand on.
let fuzzed: [Target.Dependency] = [
    "RollcallRPC", "RollcallCompression", "RollcallWire", "CTestMessages", "CProtobufC", nioCore,
    nioEmbedded, logging,
    "RollcallAPI", "RollcallCrypto", "JPEG", "Blobs", "Profile", "PhotoHTTP", "RollcallPhotos",
    "CJPEGReference", httpTypes,
]

let package = Package(
    name: "rollcall",
    products: [
        .library(
            name: "RollcallClient",
            targets: [
                "RollcallClient", "RollcallPhotos", "RollcallAPI", "RollcallRPC",
                "RollcallRPCPolicies", "RollcallCompression",
            ]),
        .library(
            name: "RollcallTokens",
            targets: ["AccessTokens", "RollcallAPI", "RollcallRPC", "RollcallRPCPolicies"]),
        .executable(name: "rollcall", targets: ["rollcall"]),
        .executable(name: "rollcall-photo", targets: ["rollcall-photo"]),
        .executable(name: "rollcall-auth", targets: ["rollcall-auth"]),
        .executable(name: "rollcall-profile", targets: ["rollcall-profile"]),
        .executable(name: "rollcall-presence", targets: ["rollcall-presence"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(
            url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(
            url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
    ],
    targets: [
        // Debian's C libraries.
        .systemLibrary(
            name: "CProtobufC", path: "Sources/CProtobufC", pkgConfig: "libprotobuf-c",
            providers: [.apt(["libprotobuf-c-dev"])]),
        .systemLibrary(
            name: "COpenSSL", path: "Sources/COpenSSL", pkgConfig: "libcrypto",
            providers: [.apt(["libssl-dev"])]),
        .systemLibrary(
            name: "CArgon2", path: "Sources/CArgon2", pkgConfig: "libargon2",
            providers: [.apt(["libargon2-dev"])]),
        .systemLibrary(
            name: "CSodium", path: "Sources/CSodium", pkgConfig: "libsodium",
            providers: [.apt(["libsodium-dev"])]),
        .systemLibrary(
            name: "CIDN2", path: "Sources/CIDN2", pkgConfig: "libidn2",
            providers: [.apt(["libidn2-dev"])]),
        .systemLibrary(
            name: "CZlib", path: "Sources/CZlib", pkgConfig: "zlib",
            providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(
            name: "CCurl", path: "Sources/CCurl", pkgConfig: "libcurl",
            providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(
            name: "CSQLite", path: "Sources/CSQLite", pkgConfig: "sqlite3",
            providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(
            name: "CPQ", path: "Sources/CPQ", pkgConfig: "libpq",
            providers: [.apt(["libpq-dev"])]),
        // Without its pkg-config file, which names a flag that Swift's package manager warns of.
        .systemLibrary(
            name: "CHiredis", path: "Sources/CHiredis", providers: [.apt(["libhiredis-dev"])]),
        // What Swift's module of glibc leaves out.
        .systemLibrary(name: "CMalloc", path: "Sources/CMalloc"),

        // The C structs and descriptors that protoc-c writes, and the arena that they are decoded in.
        .target(
            name: "CRollcallMessages", dependencies: ["CProtobufC"], path: "Sources/CMessages"),
        .target(
            name: "CCodec", dependencies: ["CProtobufC"],
            cSettings: isFuzzing ? [.unsafeFlags(["-fsanitize=fuzzer-no-link"])] : []),

        // What is written everywhere: classes of ASCII, bytes of numbers, waiting.
        source("RollcallBasics", path: "Basics"),

        // Bytes to frames and back, and the codec.
        source(
            "RollcallWire", path: "Wire",
            [nioCore, "CProtobufC", "CCodec", "CRollcallMessages"]),

        // Frames to calls and back.
        source(
            "RollcallRPC", path: "RPC", exclude: ["README.md"],
            [
                "RollcallBasics", "RollcallWire", "CRollcallMessages", "CProtobufC", "CCodec",
                "COpenSSL", "CMalloc", nioCore, nioPosix, nioSSL, nioTLS, logging, metrics,
            ]),

        // What stands around a client's connections: attempts, balancing, interceptors. Servers need none
        // of it, so a change here builds none of them but for the client that each has of the others.
        source(
            "RollcallRPCPolicies", path: "RPCPolicies",
            ["RollcallRPC", "RollcallWire", nioCore, nioPosix, logging, metrics]),

        // What compresses messages, for those who install it in the configuration of a connection.
        source("RollcallCompression", path: "Compression", ["RollcallRPC", "CZlib", nioCore]),

        // The generated messages, service protocols and clients.
        source(
            "RollcallAPI", path: "API",
            ["RollcallRPC", "RollcallWire", "CRollcallMessages", "CProtobufC", "CCodec"]),

        // Tables in SQLite or PostgreSQL; passwords, digests and tokens; photos; mail; files by their
        // content.
        .target(name: "CSignatures", dependencies: ["COpenSSL"]),
        source(
            "RollcallCrypto", path: "Crypto",
            ["RollcallBasics", "CSignatures", "COpenSSL", "CArgon2", "CSodium"]),
        // JSON; descriptors, and the JSON form of messages by them.
        source("MessageJSON", ["RollcallBasics", "RollcallCrypto"]),
        .target(name: "CWarmVFS", dependencies: ["CSQLite"]),
        source(
            "Storage",
            [
                "RollcallBasics", "RollcallAPI", "RollcallRPC", "RollcallCrypto", "MessageJSON",
                "CSQLite", "CWarmVFS", "CPQ", nioPosix, nioLocks,
            ]),
        // Commands to a server of Redis or Valkey.
        source("Redis", ["CHiredis", "RollcallBasics", "RollcallCrypto", "RollcallRPC", nioCore]),
        source("JPEG"),
        .target(name: "CTransfer", dependencies: ["CCurl"]),
        .target(name: "CMailTransport", dependencies: ["CTransfer", "CCurl"]),
        source("Mail", ["RollcallBasics", "CMailTransport", "RollcallCrypto"]),
        .target(name: "CObjectTransport", dependencies: ["CTransfer", "CCurl"]),
        source("Blobs", ["RollcallBasics", "RollcallCrypto", "CObjectTransport", nioPosix]),

        // Photos as people have them, decoded by a program of its own; and who runs that program.
        .executableTarget(
            name: "rollcall-photo",
            linkerSettings: [
                "jpeg", "png16", "webp", "webpdemux", "heif", "lcms2", "seccomp", "m",
            ].map { .linkedLibrary($0) }),
        source("RollcallPhotos", path: "Photos", ["RollcallBasics", "JPEG"]),

        // Health and reflection.
        source(
            "Introspection",
            [
                "RollcallBasics", "MessageJSON", "RollcallAPI", "RollcallRPC", "RollcallWire",
                "RollcallCrypto",
            ]),

        // Access tokens, verified.
        source(
            "AccessTokens",
            [
                "RollcallBasics", "RollcallAPI", "RollcallRPC", "RollcallCrypto", "MessageJSON",
                logging, metrics,
            ]),

        // Leases that several instances of Presence share.
        source(
            "SharedLeases", ["RollcallBasics", "Redis", "RollcallCrypto", "RollcallRPC"],
            resources: [.embedInCode("Scripts")]),

        // The three services.
        source(
            "Auth", exclude: ["README.md"],
            [
                "RollcallBasics", "RollcallAPI", "RollcallRPC", "RollcallWire", "Storage",
                "RollcallCrypto", "MessageJSON", "AccessTokens", "Mail", "CIDN2", logging, metrics,
            ],
            resources: [.embedInCode("Passwords/common-passwords.filter")]),
        source(
            "Profile", exclude: ["README.md"],
            [
                "RollcallBasics", "RollcallAPI", "RollcallRPC", "Storage", "RollcallCrypto",
                "AccessTokens", "JPEG", "Blobs", "RollcallPhotos", logging, metrics,
            ]),
        source(
            "Presence", exclude: ["README.md"],
            [
                "RollcallBasics", "RollcallAPI", "RollcallRPC", "RollcallWire", "Storage", "Redis",
                "SharedLeases", "RollcallCrypto", "AccessTokens", nioCore, logging, metrics,
            ]),

        source(
            "PhotoHTTP",
            [
                "RollcallBasics", "Profile", "Blobs", "RollcallRPC", hummingbird, httpTypes,
                nioCore, nioPosix, logging, metrics,
            ]),

        // What every process needs, and the processes.
        source(
            "Daemon",
            [
                "RollcallBasics", "RollcallAPI", "RollcallRPC", "RollcallRPCPolicies",
                "RollcallCompression", "Introspection", "Storage", "Blobs", "AccessTokens",
                lifecycle, unixSignals, logging, metrics, arguments, nioCore, nioPosix,
            ]),
        daemon(
            "rollcall-auth",
            [
                "Auth", "Mail", "RollcallBasics", "RollcallAPI", "RollcallRPC", "RollcallCrypto",
                "Storage",
            ]),
        daemon(
            "rollcall-profile",
            [
                "Profile", "PhotoHTTP", "RollcallAPI", "RollcallRPC", "RollcallPhotos",
                "AccessTokens", "RollcallCrypto", "Storage", "Blobs", nioPosix,
            ]),
        daemon(
            "rollcall-presence",
            [
                "Presence", "RollcallBasics", "RollcallAPI", "RollcallRPC", "AccessTokens", "Redis",
                "SharedLeases",
            ]),

        // For other microservices and apps, and for the operator.
        source(
            "RollcallClient",
            [
                "RollcallBasics", "RollcallAPI", "RollcallRPC", "RollcallRPCPolicies",
                "RollcallCompression",
                "RollcallPhotos", "COpenSSL", logging,
            ]),
        .executableTarget(
            name: "rollcall",
            dependencies: [
                "RollcallBasics", "RollcallClient", "RollcallAPI", "RollcallRPC",
                "RollcallRPCPolicies", "RollcallPhotos", "RollcallWire", "MessageJSON",
                "RollcallCrypto", arguments, logging, unixSignals,
            ],
            swiftSettings: settings),

        // What is measured: the server, and the load on it.
        .target(
            name: "CBenchMessages", dependencies: ["CProtobufC"],
            path: "Tests/Performance/CBenchMessages"),
        .executableTarget(
            name: "rollcall-bench",
            dependencies: [
                "RollcallAPI", "RollcallRPC", "RollcallRPCPolicies", "RollcallWire",
                "RollcallCrypto", "RollcallClient", "JPEG", "Presence",
                "AccessTokens", "Redis", "SharedLeases", "CBenchMessages", arguments, histogram,
                logging, nioCore, nioPosix,
            ],
            swiftSettings: settings),

        // The tests, in the order of what they test. What is generated for them comes first.
        .target(
            name: "CTestMessages", dependencies: ["CProtobufC"], path: "Tests/CTestMessages"),
        .target(
            name: "CEchoMessages", dependencies: ["CProtobufC"], path: "Tests/CEchoMessages"),
        .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: settings),
        .target(
            name: "TestServers",
            dependencies: ["RollcallAPI", "RollcallRPC", "RollcallWire", nioPosix, logging],
            path: "Tests/TestServers", swiftSettings: settings),
        test("BasicsTests", ["RollcallBasics"]),
        test(
            "WireTests", exclude: ["Schema"],
            ["TestSupport", "RollcallWire", "CTestMessages", "CProtobufC", nioCore]),
        .target(
            name: "TestAuthority", dependencies: ["RollcallRPC"], path: "Tests/TestAuthority",
            swiftSettings: settings),
        .target(
            name: "TestEcho",
            dependencies: [
                "RollcallRPC", "RollcallWire", "CEchoMessages", "TestAuthority", "TestServers",
                nioCore, nioPosix, logging,
            ],
            path: "Tests/TestEcho", exclude: ["Schema"], swiftSettings: settings),
        test(
            "RPCTests", exclude: ["Golden"],
            [
                "TestSupport", "TestServers", "RollcallRPC", "RollcallRPCPolicies", "RollcallWire",
                "TestEcho", "TestAuthority", nioCore, nioPosix, nioEmbedded, logging, memoryLogging,
                metrics, metricsTestKit,
            ]),
        test(
            "RPCPoliciesTests",
            [
                "TestSupport", "TestServers", "RollcallRPCPolicies", "RollcallRPC", "RollcallWire",
                "TestEcho", nioCore, nioPosix, logging, memoryLogging, metrics, metricsTestKit,
            ]),
        test(
            "CompressionTests",
            [
                "TestSupport", "RollcallCompression", "RollcallRPC", "RollcallWire",
                "TestEcho", nioCore,
            ]),
        // Runs the inputs that fuzzing has kept.
        .testTarget(
            name: "FuzzTests", dependencies: fuzzed, path: "Tests/Fuzz",
            exclude: ["Corpus", "Google", "JPEG", "LibFuzzer", "Photo", "run.sh"],
            swiftSettings: settings),
        .target(
            name: "CJPEGReference", path: "Tests/Fuzz/JPEG",
            linkerSettings: [.linkedLibrary("jpeg")]),
        .target(
            name: "TestSchemas", dependencies: ["Storage"], path: "Tests/TestSchemas",
            swiftSettings: settings),
        .systemLibrary(name: "CSpawn", path: "Tests/CSpawn"),
        .target(
            name: "TestProcesses", dependencies: ["CSpawn"], path: "Tests/TestProcesses",
            swiftSettings: settings),
        .target(
            name: "TestPostgreSQL", dependencies: ["Storage", "CPQ", "TestProcesses"],
            path: "Tests/TestPostgreSQL", swiftSettings: settings),
        test(
            "StorageTests",
            [
                "TestSupport", "Storage", "TestSchemas", "TestPostgreSQL", "RollcallAPI",
                "RollcallRPC", "RollcallCrypto", "CSQLite",
            ]),
        test("CryptoTests", exclude: ["signatures.py"], ["RollcallCrypto"]),
        test("MessageJSONTests", exclude: ["peer.py"], ["TestSupport", "MessageJSON"]),
        test(
            "IntrospectionTests",
            [
                "TestServers", "Introspection", "MessageJSON", "RollcallAPI", "RollcallRPC",
                nioPosix, logging,
            ]),
        .target(
            name: "TestRedis", dependencies: ["Redis", "TestProcesses"], path: "Tests/TestRedis",
            swiftSettings: settings),
        test("RedisTests", ["TestSupport", "Redis", "TestRedis"]),
        test(
            "SharedLeasesTests",
            ["TestSupport", "SharedLeases", "Redis", "TestRedis", "RollcallCrypto"]),
        test("JPEGTests", exclude: ["Fixtures"], ["TestSupport", "JPEG"]),
        test(
            "PhotosTests", exclude: ["Fixtures"],
            ["RollcallPhotos", "JPEG"]),
        test(
            "MailTests", exclude: ["peer.py", "smtp.py"],
            ["TestSupport", "Mail", "TestAuthority", "RollcallRPC"]),
        .target(
            name: "TestObjectStore", dependencies: ["Blobs", "TestProcesses", nioPosix],
            path: "Tests/TestObjectStore", swiftSettings: settings),
        test(
            "BlobsTests",
            [
                "TestSupport", "Blobs", "TestObjectStore", "TestAuthority", "RollcallRPC",
                "RollcallCrypto", nioCore, nioPosix, nioSSL,
            ]),
        test(
            "AccessTokensTests", exclude: ["peer.py"],
            [
                "TestSupport", "TestServers", "AccessTokens", "RollcallAPI", "RollcallRPC",
                "RollcallCrypto", logging, memoryLogging, metrics, metricsTestKit,
            ]),
        test(
            "AuthTests",
            [
                "TestSupport", "TestServers", "Auth", "Mail", "Profile", "Blobs", "AccessTokens",
                "RollcallBasics", "RollcallAPI", "RollcallRPC", "RollcallWire", "RollcallCrypto",
                "Storage", "TestSchemas", "TestPostgreSQL", logging, nioCore, nioPosix, metrics,
                metricsTestKit,
            ]),
        test(
            "ProfileTests",
            [
                "TestSupport", "TestServers", "Profile", "RollcallAPI", "RollcallRPC",
                "RollcallPhotos", "Storage", "TestSchemas", "TestPostgreSQL", "TestObjectStore",
                "RollcallCrypto", "JPEG", "Blobs", logging, memoryLogging, metrics, metricsTestKit,
                nioCore, nioPosix,
            ]),
        test(
            "PresenceTests",
            [
                "TestSupport", "TestServers", "Presence", "AccessTokens", "RollcallAPI",
                "RollcallRPC", "Storage", "Redis", "SharedLeases", "TestSchemas", "TestPostgreSQL",
                "TestRedis", "RollcallCrypto", "RollcallWire", logging, nioCore, metricsTestKit,
            ]),
        test(
            "DaemonTests",
            [
                "TestSupport", "TestServers", "Daemon", "Blobs", "Introspection", "RollcallRPC",
                "RollcallRPCPolicies", "RollcallAPI", "Storage", "TestAuthority", arguments,
                logging, memoryLogging, metrics, nioPosix,
            ]),
        test("PhotoHTTPTests", ["PhotoHTTP", "Blobs", httpTypes, nioCore]),
        test(
            "RollcallClientTests",
            [
                "TestServers", "RollcallClient", "RollcallAPI", "RollcallRPC", "RollcallWire",
                "RollcallPhotos",
            ]),
        test(
            "RollcallCLITests",
            [
                "TestSupport", "TestServers", "rollcall", "RollcallClient", "RollcallAPI",
                "RollcallRPC", "RollcallWire", "Introspection", "MessageJSON", "TestAuthority",
                arguments, logging,
            ]),
        test(
            "EndToEndTests",
            exclude: [
                "client.py", "faulty_store.py", "mistakes.py", "terminal.py",
                "Operation/sandbox.py",
                "Preload",
            ],
            [
                "TestSupport", "TestServers", "rollcall-auth", "rollcall-profile",
                "rollcall-presence", "rollcall", "RollcallClient", "RollcallAPI", "RollcallRPC",
                "RollcallRPCPolicies", "RollcallWire", "Introspection", "MessageJSON",
                "RollcallBasics", "RollcallCrypto", "TestPostgreSQL", "TestObjectStore",
                "TestRedis", logging,
            ]),
    ],
    swiftLanguageModes: [.v6]
)

// Of the tests only these targets, such as ROLLCALL_ONLY=AuthTests,RPCTests: less to build while working.
if let only = Context.environment["ROLLCALL_ONLY"] {
    let names = Set(only.split(separator: ",").map(String.init))
    package.targets.removeAll { $0.type == .test && !names.contains($0.name) }
}

if isFuzzing {
    package.targets.removeAll { $0.type == .test }
    package.targets += [
        .target(
            name: "CGoogleProtobuf", path: "Tests/Fuzz/Google",
            linkerSettings: [.linkedLibrary("protobuf")]),
        .executableTarget(
            name: "rollcall-fuzz", dependencies: fuzzed + ["CGoogleProtobuf"], path: "Tests/Fuzz",
            exclude: ["Corpus", "Google", "JPEG", "Matrix", "Photo", "Replay", "run.sh"],
            swiftSettings: settings),
    ]
    package.cxxLanguageStandard = .cxx17
}
