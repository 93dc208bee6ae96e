// swift-tools-version: 6.2
import PackageDescription

// A target imports only targets above it in this list, of its own layer or of lower ones.

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    // An async function goes on where its caller is, without a look at which executor that is.
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
]

/// Whether Tests/Fuzz/run.sh builds: libFuzzer wants to see every branch that is taken, and the
/// fuzz targets what only tests can see.
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
let nioHTTP = Target.Dependency.product(name: "NIOHTTP1", package: "swift-nio")
let nioHTTPTypes = Target.Dependency.product(
    name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras")
let histogram = Target.Dependency.product(name: "Histogram", package: "hdrhistogram-swift")

/// The folders of Sources, from the ground up.
enum Layer: String, CaseIterable {
    case system, platform, contract, services, client, programs

    func path(_ folder: String) -> String { "Sources/\(rawValue)/\(folder)" }
}

/// A C library of Debian, as a module.
func library(_ name: String, _ package: String, pkgConfig: String? = nil) -> Target {
    .systemLibrary(
        name: name, path: Layer.system.path(name), pkgConfig: pkgConfig,
        providers: [.apt([package])])
}

/// C of our own.
func c(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: dependencies, path: Layer.system.path(name))
}

/// - Parameters:
///   - folder: the target's name, unless given.
///   - exclude: pages that lie beside what they explain.
func source(
    _ name: String, in layer: Layer, folder: String? = nil, exclude: [String] = [],
    _ dependencies: [Target.Dependency] = [], resources: [Resource] = []
) -> Target {
    .target(
        name: name, dependencies: dependencies, path: layer.path(folder ?? name),
        exclude: exclude, resources: resources, swiftSettings: sourceSettings)
}

func daemon(
    _ name: String, exclude: [String] = [], _ dependencies: [Target.Dependency],
    resources: [Resource] = []
) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies + ["Daemon", arguments, logging],
        path: Layer.programs.path(name), exclude: exclude, resources: resources,
        swiftSettings: settings)
}

/// Where the example of a service beside Rollcall is. It has a manifest of its own, too.
func example(_ folder: String) -> String {
    "Sources/client/app/Examples/microservice/Sources/\(folder)"
}

func test(
    _ name: String, in layer: Layer, exclude: [String] = [], _ dependencies: [Target.Dependency]
) -> Target {
    .testTarget(
        name: name, dependencies: dependencies, path: "Tests/\(layer)/\(name)", exclude: exclude,
        swiftSettings: settings)
}

/// What tests stand on.
func support(_ name: String, exclude: [String] = [], _ dependencies: [Target.Dependency]) -> Target
{
    .target(
        name: name, dependencies: dependencies, path: "Tests/support/\(name)", exclude: exclude,
        swiftSettings: settings)
}

/// What the fuzz targets stand on.
let fuzzed: [Target.Dependency] = [
    "RollcallRPC", "RollcallWire", "CTestMessages", "CProtobufC", nioCore, nioEmbedded, logging,
    "RollcallAPI", "RollcallCrypto", "JPEG", "Blobs", "Profile", "RollcallPhotos",
    "CJPEGReference", "HTTPServing", "ConnectHTTP", "MessageJSON", "Introspection",
    httpTypes,
]

let package = Package(
    name: "rollcall",
    products: [
        .library(
            name: "RollcallClient",
            targets: [
                "RollcallClient", "RollcallPhotos", "RollcallAPI", "RollcallRPC",
                "RollcallRPCPolicies",
            ]),
        .library(
            name: "RollcallTokens",
            targets: ["AccessTokens", "RollcallAPI", "RollcallRPC", "RollcallRPCPolicies"]),
        // What rollcall-testing preloads into the services.
        .library(name: "rollcall-clock", type: .dynamic, targets: ["CTestClock"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.34.3"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(
            url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    ],
    targets: [
        // Debian's C libraries.
        library("CProtobufC", "libprotobuf-c-dev", pkgConfig: "libprotobuf-c"),
        library("COpenSSL", "libssl-dev", pkgConfig: "libcrypto"),
        library("CArgon2", "libargon2-dev", pkgConfig: "libargon2"),
        library("CSodium", "libsodium-dev", pkgConfig: "libsodium"),
        library("CCrypt", "libcrypt-dev"),
        library("CIDN2", "libidn2-dev", pkgConfig: "libidn2"),
        library("CCurl", "libcurl4-openssl-dev", pkgConfig: "libcurl"),
        library("CSQLite", "libsqlite3-dev", pkgConfig: "sqlite3"),
        library("CQREncode", "libqrencode-dev", pkgConfig: "libqrencode"),
        library("CZlib", "zlib1g-dev", pkgConfig: "zlib"),
        library("CZxcvbn", "libzxcvbn-dev"),
        library("CPQ", "libpq-dev", pkgConfig: "libpq"),
        // Without its pkg-config file, which names a flag that Swift's package manager warns of.
        library("CHiredis", "libhiredis-dev"),
        // What Swift's module of glibc leaves out.
        .systemLibrary(name: "CMalloc", path: Layer.system.path("CMalloc")),
        .systemLibrary(name: "CResolv", path: Layer.system.path("CResolv")),

        // The C structs and descriptors that protoc-c writes for the frames, and the arena that
        // messages are decoded in.
        .target(
            name: "CRPCMessages", dependencies: ["CProtobufC"],
            path: Layer.platform.path("CRPCMessages")),
        .target(
            name: "CCodec", dependencies: ["CProtobufC"], path: Layer.platform.path("CCodec"),
            cSettings: isFuzzing ? [.unsafeFlags(["-fsanitize=fuzzer-no-link"])] : []),

        // What is written everywhere: classes of ASCII, bytes of numbers, waiting.
        source("RollcallBasics", in: .platform, folder: "Basics"),

        // Limits, as values: a rate, slots, the age of a line, a budget.
        source("Admission", in: .platform),

        // Bytes to frames and back, and the codec.
        source(
            "RollcallWire", in: .platform, folder: "Codec",
            [nioCore, "CProtobufC", "CCodec", "CRPCMessages"]),

        // Frames to calls and back.
        source(
            "RollcallRPC", in: .platform, folder: "RPC", exclude: ["README.md"],
            [
                "RollcallBasics", "Admission", "RollcallWire", "CRPCMessages", "CProtobufC",
                "CCodec", "CMalloc", nioCore, nioPosix, nioSSL, nioTLS, logging, metrics,
            ]),

        // What stands around a client's connections: attempts, balancing, interceptors. Servers
        // need none of it, so a change here builds none of them but for the client that each has of
        // the others.
        source(
            "RollcallRPCPolicies", in: .platform, folder: "RPCPolicies",
            ["RollcallRPC", "RollcallWire", nioCore, nioPosix, logging]),

        // What is generated from proto/: C structs; messages, service protocols and clients.
        .target(
            name: "CRollcallMessages", dependencies: ["CProtobufC"],
            path: Layer.contract.path("CMessages")),
        source(
            "RollcallAPI", in: .contract, folder: "API",
            ["RollcallRPC", "RollcallWire", "CRollcallMessages", "CProtobufC", "CCodec"]),

        // The rules of forms and the sentences for users: for apps, services and pages.
        .target(
            name: "RollcallRules", path: Layer.client.path("app/Sources/RollcallRules"),
            exclude: ["Texts"], swiftSettings: sourceSettings),

        // Tables in SQLite or PostgreSQL; passwords, digests and tokens; photos; mail; files by
        // their content.
        source(
            "RollcallCrypto", in: .platform, folder: "Crypto",
            ["RollcallBasics", "Admission", "COpenSSL", "CArgon2", "CSodium", "CCrypt"]),
        // JSON; descriptors, and the JSON form of messages by them.
        source("MessageJSON", in: .platform, folder: "JSON", ["RollcallBasics", "RollcallCrypto"]),
        // Answers of authenticators, checked.
        source("WebAuthn", in: .platform, ["RollcallBasics", "RollcallCrypto", "MessageJSON"]),
        c("CWarmVFS", ["CSQLite"]),
        source(
            "Storage", in: .platform,
            [
                "RollcallBasics", "Admission", "RollcallRPC", "RollcallCrypto", "MessageJSON",
                "CSQLite",
                "CWarmVFS", "CPQ", nioPosix, nioLocks, logging, metrics,
            ]),
        // Commands to a server of Redis or Valkey.
        source(
            "Redis", in: .platform,
            ["CHiredis", "RollcallBasics", "RollcallCrypto", "RollcallRPC", nioCore]),
        // Limits that several instances count together, in such a server.
        source(
            "SharedLimits", in: .platform, ["Admission", "Redis"],
            resources: [.embedInCode("Scripts")]),
        source("JPEG", in: .platform),
        c("CTransfer", ["CCurl"]),
        source("Transfers", in: .platform, ["CTransfer", "RollcallBasics"]),
        source(
            "Mail", in: .platform, ["RollcallBasics", "CTransfer", "Transfers", "RollcallCrypto"]),
        source(
            "Blobs", in: .platform, folder: "Files",
            ["RollcallBasics", "RollcallCrypto", "CTransfer", "Transfers", nioPosix]),

        // QR codes for pages and terminals.
        source("QRDrawing", in: .platform, ["CQREncode"]),

        // HTTP/1.1 for people and apps; and RPCs over it, by the Connect protocol.
        source(
            "HTTPServing", in: .platform,
            [
                "Admission", "RollcallRPC", httpTypes, nioCore, nioPosix, nioHTTP, nioHTTPTypes,
            ]),
        source(
            "ConnectHTTP", in: .platform,
            [
                "Admission", "HTTPServing", "RollcallRPC", "RollcallWire", "RollcallCrypto",
                "MessageJSON", "CZlib",
                httpTypes, nioCore, logging,
            ]),

        // Photos as people have them, decoded by a program of its own; and who runs that program.
        .executableTarget(
            name: "rollcall-photo", path: Layer.programs.path("rollcall-photo"),
            linkerSettings: [
                "jpeg", "png16", "webp", "webpdemux", "heif", "lcms2", "seccomp", "m",
            ].map { .linkedLibrary($0) }),
        source("RollcallPhotos", in: .platform, folder: "Photos", ["RollcallBasics", "JPEG"]),

        // What the tables of every service have: a master key, texts that people write, and
        // refusals in the contract's words.
        source(
            "Tables", in: .services,
            ["RollcallAPI", "RollcallRPC", "RollcallCrypto", "RollcallRules", "Storage"]),

        // Health and reflection.
        source(
            "Introspection", in: .services,
            [
                "RollcallBasics", "MessageJSON", "RollcallAPI", "RollcallRPC",
                "RollcallWire", "RollcallCrypto",
            ]),

        // Access tokens, verified.
        source(
            "AccessTokens", in: .services,
            [
                "RollcallBasics", "RollcallAPI", "RollcallRPC", "RollcallCrypto", "MessageJSON",
                logging, metrics,
            ]),

        // Identities of other issuers: Google's, Apple's, and of any OpenID provider.
        source(
            "OpenIDConnect", in: .services,
            [
                "RollcallBasics", "RollcallCrypto", "MessageJSON", "CTransfer", "Transfers",
                "AccessTokens",
            ]),

        // The three services.
        source(
            "Auth", in: .services, exclude: ["README.md"],
            [
                "RollcallBasics", "Admission", "RollcallAPI", "RollcallRPC", "RollcallWire",
                "Storage", "Tables",
                "RollcallCrypto", "RollcallRules", "MessageJSON", "Introspection", "AccessTokens",
                "OpenIDConnect", "Mail", "CIDN2", "CZxcvbn", "WebAuthn", "SharedLimits",
                logging, metrics,
            ],
            resources: [
                .embedInCode("Passwords/common-passwords.filter"),
                .embedInCode("Mailing/Templates"),
            ]),
        source(
            "Profile", in: .services, exclude: ["README.md"],
            [
                "RollcallBasics", "Admission", "RollcallAPI", "RollcallRPC", "Storage", "Tables",
                "RollcallCrypto", "RollcallRules",
                "AccessTokens", "JPEG", "Blobs", "RollcallPhotos", "HTTPServing",
                httpTypes, nioCore, logging, metrics,
            ]),
        source(
            "Presence", in: .services, exclude: ["README.md"],
            [
                "RollcallBasics", "Admission", "RollcallAPI", "RollcallRPC", "RollcallWire",
                "Storage", "Tables",
                "Redis", "RollcallCrypto", "AccessTokens", nioCore, logging, metrics,
            ],
            resources: [.embedInCode("Engine/Scripts")]),

        // What every process needs, and the processes.
        source(
            "Daemon", in: .services,
            [
                "RollcallBasics", "Admission", "RollcallAPI", "RollcallRPC", "RollcallRPCPolicies",
                "Introspection", "Storage", "Tables", "Blobs", "AccessTokens", "Redis",
                "MessageJSON", "HTTPServing", "Transfers", "CTransfer", "RollcallPhotos",
                lifecycle, unixSignals, logging, metrics, arguments, httpTypes, nioCore, nioPosix,
            ]),
        daemon(
            "rollcall-auth",
            [
                "Auth", "Mail", "OpenIDConnect", "RollcallBasics", "RollcallAPI", "RollcallRPC",
                "RollcallCrypto", "Storage", "SharedLimits",
            ]),
        daemon(
            "rollcall-profile",
            [
                "Profile", "HTTPServing", "RollcallAPI", "RollcallRPC", "RollcallPhotos",
                "AccessTokens",
                "RollcallBasics", "RollcallCrypto", "Storage", "Blobs", nioPosix,
            ]),
        daemon(
            "rollcall-presence",
            [
                "Presence", "RollcallAPI", "RollcallRPC", "AccessTokens", "Storage", "Redis",
            ]),
        daemon(
            "rollcall-web", exclude: ["Files/README.md"],
            [
                "RollcallBasics", "Admission", "ConnectHTTP", "HTTPServing", "Introspection",
                "MessageJSON", "QRDrawing", "RollcallAPI", "RollcallRPC", "RollcallWire",
                "RollcallPhotos", "RollcallClient", "RollcallCrypto", "RollcallRules", "Tables",
                httpTypes, nioCore, nioPosix,
            ],
            resources: [
                .embedInCode("Files/rollcall.css"), .embedInCode("Files/rollcall.js"),
                .embedInCode("Files/google.svg"), .embedInCode("Files/apple.svg"),
                .embedInCode("Texts"),
            ]),

        // For other microservices and apps, and for the operator.
        source(
            "RollcallClient", in: .client,
            [
                "RollcallBasics", "RollcallAPI", "RollcallRPC", "RollcallRPCPolicies",
                "RollcallPhotos", "COpenSSL", logging,
            ]),
        // For apps: Foundation alone. Its folder is also a package of its own, whose manifest says
        // the same.
        .target(
            name: "RollcallApp", dependencies: ["RollcallRules"],
            path: Layer.client.path("app/Sources/RollcallApp"),
            swiftSettings: [
                .enableUpcomingFeature("ExistentialAny"), .treatAllWarnings(as: .error),
            ]),
        .target(
            name: "RollcallAppModels", dependencies: ["RollcallApp"],
            path: Layer.client.path("app/Sources/RollcallAppModels"),
            swiftSettings: [
                .enableUpcomingFeature("ExistentialAny"), .treatAllWarnings(as: .error),
            ]),
        .target(
            name: "RollcallTesting", dependencies: ["RollcallApp", "RollcallRules"],
            path: Layer.client.path("app/Sources/RollcallTesting"),
            swiftSettings: [
                .enableUpcomingFeature("ExistentialAny"), .treatAllWarnings(as: .error),
            ]),
        .executableTarget(
            name: "rollcall",
            dependencies: [
                "RollcallBasics", "RollcallClient", "RollcallAPI", "RollcallRPC",
                "RollcallRPCPolicies", "RollcallPhotos", "RollcallWire", "Introspection",
                "MessageJSON", "QRDrawing", "RollcallCrypto", "CSQLite", "CResolv", arguments,
                logging,
                unixSignals,
            ],
            path: Layer.programs.path("rollcall"), swiftSettings: settings),
        // The services and the door, with a clock of theirs, for tests of apps.
        c("CTestClock", []),
        .executableTarget(
            name: "rollcall-testing",
            dependencies: [
                "RollcallBasics", "RollcallAPI", "RollcallRPC", "HTTPServing", arguments,
                unixSignals,
                httpTypes, nioCore, logging,
            ],
            path: Layer.programs.path("rollcall-testing"), swiftSettings: settings),

        // The example of an app in a terminal. It has a manifest of its own, too.
        .executableTarget(
            name: "roster", dependencies: ["RollcallApp"],
            path: Layer.client.path("app/Examples/terminal/Sources/roster"),
            swiftSettings: settings),
        // The example of a service beside Rollcall, and one that calls it.
        .target(name: "CGames", dependencies: ["CProtobufC"], path: example("CGames")),
        .target(
            name: "GamesAPI", dependencies: ["RollcallRPC", "RollcallWire", "CGames"],
            path: example("GamesAPI"), swiftSettings: settings),
        .executableTarget(
            name: "games",
            dependencies: [
                "GamesAPI", "AccessTokens", "RollcallAPI", "RollcallRPC", "RollcallRPCPolicies",
                logging, unixSignals,
            ],
            path: example("games"), swiftSettings: settings),
        .executableTarget(
            name: "tournament",
            dependencies: ["GamesAPI", "RollcallClient", "RollcallRPC", "RollcallRPCPolicies"],
            path: example("tournament"), swiftSettings: settings),

        // The tests, in the order of what they test. What is generated for them comes first.
        .target(
            name: "CTestMessages", dependencies: ["CProtobufC"], path: "Tests/support/CTestMessages"
        ),
        .target(
            name: "CEchoMessages", dependencies: ["CProtobufC"], path: "Tests/support/CEchoMessages"
        ),
        support("TestSupport", []),
        support(
            "TestServers",
            ["RollcallAPI", "RollcallRPC", "RollcallWire", nioCore, nioPosix, logging]),
        support(
            "TestLists",
            ["Introspection", "MessageJSON", "RollcallAPI", "RollcallRPC", "RollcallWire"]),
        test("BasicsTests", in: .platform, ["TestSupport", "RollcallBasics"]),
        test("AdmissionTests", in: .platform, ["TestSupport", "Admission"]),
        test(
            "WireTests", in: .platform, exclude: ["Schema"],
            ["TestSupport", "RollcallWire", "CTestMessages", "CProtobufC", nioCore]),
        support("TestAuthority", ["RollcallRPC"]),
        support(
            "TestEcho", exclude: ["Schema"],
            [
                "RollcallRPC", "RollcallWire", "CEchoMessages", "TestAuthority", "TestServers",
                nioCore, nioPosix, logging,
            ]),
        test(
            "RPCTests", in: .platform, exclude: ["Golden"],
            [
                "TestSupport", "TestServers", "Admission", "RollcallRPC", "RollcallRPCPolicies",
                "RollcallWire", "TestEcho", "TestAuthority", nioCore, nioPosix, nioEmbedded,
                logging, memoryLogging,
                metrics, metricsTestKit,
            ]),
        test(
            "RPCPoliciesTests", in: .platform,
            [
                "TestSupport", "TestServers", "RollcallRPCPolicies", "RollcallRPC", "RollcallWire",
                "TestEcho", nioCore, logging,
            ]),
        // Runs the inputs that fuzzing has kept.
        .testTarget(
            name: "FuzzTests", dependencies: fuzzed, path: "Tests/Fuzz",
            exclude: ["Corpus", "Google", "JPEG", "LibFuzzer", "Photo", "run.sh"],
            swiftSettings: settings),
        .target(
            name: "CJPEGReference", path: "Tests/Fuzz/JPEG",
            linkerSettings: [.linkedLibrary("jpeg")]),
        support("TestSchemas", ["Storage", "CSQLite", "TestSupport"]),
        .systemLibrary(name: "CSpawn", path: "Tests/support/CSpawn"),
        support("TestProcesses", ["CSpawn"]),
        support("TestPostgreSQL", ["Storage", "CPQ", "TestProcesses"]),
        test(
            "StorageTests", in: .platform,
            [
                "TestSupport", "RollcallBasics", "Storage", "TestSchemas", "TestPostgreSQL",
                "RollcallAPI", "RollcallRPC", "RollcallCrypto", "CSQLite", logging,
            ]),
        test(
            "TablesTests", in: .services,
            [
                "TestSupport", "TestPostgreSQL", "Tables", "Storage", "RollcallAPI", "RollcallRPC",
                "RollcallCrypto",
            ]),
        test(
            "CryptoTests", in: .platform, exclude: ["signatures.py"],
            ["TestSupport", "RollcallCrypto"]),
        test(
            "MessageJSONTests", in: .platform, exclude: ["peer.py"], ["TestSupport", "MessageJSON"]),
        test("WebAuthnTests", in: .platform, ["WebAuthn", "RollcallCrypto"]),
        test(
            "IntrospectionTests", in: .services,
            [
                "TestSupport", "TestServers", "Introspection", "MessageJSON", "RollcallAPI",
                "RollcallRPC",
                nioPosix, logging,
            ]),
        support("TestRedis", ["Redis", "TestProcesses"]),
        test("RedisTests", in: .platform, ["TestSupport", "RollcallBasics", "Redis", "TestRedis"]),
        test(
            "SharedLimitsTests", in: .platform,
            ["TestSupport", "SharedLimits", "Admission", "Redis", "TestRedis"]),
        test("QRDrawingTests", in: .platform, ["TestSupport", "QRDrawing"]),
        test("JPEGTests", in: .platform, exclude: ["Fixtures"], ["TestSupport", "JPEG"]),
        test(
            "HTTPServingTests", in: .platform,
            [
                "TestSupport", "HTTPServing", "RollcallRPC", httpTypes, nioCore,
            ]),
        test(
            "ConnectHTTPTests", in: .platform,
            ["ConnectHTTP", "RollcallRPC", httpTypes, nioCore]),
        test(
            "PhotosTests", in: .platform, exclude: ["Fixtures"],
            ["TestSupport", "RollcallPhotos", "JPEG"]),
        test(
            "MailTests", in: .platform, exclude: ["peer.py", "smtp.py"],
            ["TestSupport", "Mail", "TestAuthority", "RollcallRPC"]),
        support("TestObjectStore", ["Blobs", "TestProcesses", nioPosix]),
        test(
            "BlobsTests", in: .platform,
            [
                "TestSupport", "Blobs", "TestObjectStore", "TestAuthority", "RollcallRPC",
                "RollcallCrypto", nioCore, nioPosix, nioSSL,
            ]),
        test(
            "AccessTokensTests", in: .services, exclude: ["peer.py"],
            [
                "TestSupport", "TestServers", "AccessTokens", "RollcallAPI", "RollcallRPC",
                "RollcallCrypto", logging, memoryLogging, metrics, metricsTestKit,
            ]),
        support(
            "TestIdentityProvider", exclude: ["provider.py"],
            [
                "TestAuthority", "HTTPServing", "RollcallRPC", "RollcallCrypto", httpTypes, nioCore,
            ]),
        support("TestAuthenticator", ["RollcallBasics", "RollcallCrypto"]),
        test(
            "OpenIDConnectTests", in: .services,
            [
                "TestSupport", "TestIdentityProvider", "TestAuthority", "OpenIDConnect",
                "AccessTokens", "RollcallCrypto",
            ]),
        test(
            "AuthTests", in: .services,
            [
                "TestSupport", "TestServers", "TestLists", "Admission", "Auth", "Mail", "Profile",
                "Blobs", "OpenIDConnect", "TestIdentityProvider", "TestAuthenticator",
                "AccessTokens", "WebAuthn", "SharedLimits", "TestRedis",
                "RollcallBasics", "RollcallAPI", "RollcallRPC", "RollcallRules", "RollcallWire",
                "RollcallCrypto", "Storage", "Tables", "TestSchemas", "TestPostgreSQL", logging,
                nioCore, nioPosix,
                metrics,
                metricsTestKit,
            ]),
        test(
            "ProfileTests", in: .services,
            [
                "TestSupport", "TestServers", "TestLists", "Profile", "RollcallAPI", "RollcallRPC",
                "RollcallPhotos", "Storage", "Tables", "TestSchemas", "TestPostgreSQL",
                "TestObjectStore",
                "RollcallCrypto", "RollcallRules", "JPEG", "Blobs", logging, memoryLogging, metrics,
                metricsTestKit, httpTypes, nioCore, nioPosix,
            ]),
        test(
            "PresenceTests", in: .services,
            [
                "TestSupport", "TestServers", "TestLists", "Admission", "Presence", "AccessTokens",
                "RollcallAPI",
                "RollcallRPC", "Storage", "Redis", "TestSchemas", "TestPostgreSQL",
                "TestRedis", "RollcallCrypto", "RollcallWire", logging, nioCore, metricsTestKit,
            ]),
        test(
            "DaemonTests", in: .services,
            [
                "TestSupport", "TestServers", "Daemon", "Blobs", "Introspection", "RollcallRPC",
                "RollcallBasics", "RollcallRPCPolicies", "RollcallAPI", "Storage", "TestAuthority",
                arguments, logging, memoryLogging, metrics, httpTypes, nioCore, nioPosix,
            ]),
        test(
            "RollcallClientTests", in: .client,
            [
                "TestSupport", "TestServers", "RollcallClient", "RollcallAPI", "RollcallRPC",
                "RollcallWire",
                "RollcallPhotos",
            ]),
        // An app that tests kill.
        .executableTarget(
            name: "AppProbe", dependencies: ["RollcallApp"], path: "Tests/support/AppProbe",
            swiftSettings: settings),
        test(
            "RollcallAppTests", in: .client,
            exclude: ["Calls/broken_tls.py", "Peer/connect_server.py"],
            [
                "TestSupport", "AppProbe", "RollcallApp", "RollcallAppModels", "RollcallTesting",
                "RollcallAPI",
                "RollcallRules",
                "RollcallWire",
            ]),
        test(
            "RollcallCLITests", in: .programs,
            [
                "TestSupport", "TestServers", "rollcall", "RollcallBasics", "RollcallClient",
                "RollcallAPI",
                "RollcallRPC", "RollcallWire", "Introspection", "MessageJSON", "TestAuthority",
                arguments, logging,
            ]),
        test(
            "RollcallWebTests", in: .programs,
            [
                "TestSupport", "rollcall-web", "RollcallAPI", "RollcallRPC", "RollcallBasics",
                "RollcallCrypto", "RollcallRules", httpTypes,
            ]),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "TestSupport", "RollcallApp", "RollcallTesting", "AppProbe", "TestServers",
                "rollcall-auth",
                "rollcall-profile",
                "rollcall-presence", "rollcall-web", "rollcall-testing", "rollcall",
                "RollcallClient", "RollcallAPI",
                "RollcallRPC", "RollcallRPCPolicies", "RollcallWire", "Introspection",
                "MessageJSON",
                "RollcallBasics", "RollcallCrypto", "TestPostgreSQL", "TestObjectStore",
                "TestRedis", "TestAuthority", "TestIdentityProvider", "TestAuthenticator", "games",
                "tournament",
                "GamesAPI", "roster", logging,
            ],
            path: "Tests/EndToEndTests",
            exclude: [
                "client.py", "faulty_store.py", "mistakes.py", "terminal.py",
                "Door/account.py", "Door/connect_client.py", "Door/requests.py", "Door/browser.py",
                "Door/terminal_app.py",
                "Door/pages.py", "Door/browsing", "Door/screenshots.py",
                "Operation/accounts.py", "Operation/alerts.yml", "Operation/monitoring.py",
                "Operation/sandbox.py", "Operation/collector.py", "Operation/dns.py",
                "Preload",
            ],
            swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)

// Of the tests only these targets, such as ROLLCALL_ONLY=AuthTests,RPCTests: less to build while
// working.
if let only = Context.environment["ROLLCALL_ONLY"] {
    let names = Set(only.split(separator: ",").map(String.init))
    package.targets.removeAll { $0.type == .test && !names.contains($0.name) }
}

// What is measured: the server, and the load on it. Only deploy/bench.sh builds it.
if Context.environment["ROLLCALL_PERFORMANCE"] != nil {
    package.dependencies.append(
        .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"))
    package.targets += [
        .target(
            name: "CBenchMessages", dependencies: ["CProtobufC"],
            path: "Tests/Performance/CBenchMessages"),
        .executableTarget(
            name: "rollcall-bench",
            dependencies: [
                "RollcallAPI", "RollcallRPC", "RollcallRPCPolicies", "RollcallWire",
                "RollcallCrypto", "RollcallClient", "JPEG", "Presence", "Admission",
                "AccessTokens", "Redis", "SharedLimits", "CBenchMessages", "TestServers", arguments,
                histogram, logging, nioCore, nioPosix,
            ],
            path: "Tests/Performance/rollcall-bench", swiftSettings: settings),
    ]
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

// Platform never imports the contract, and no service imports another. RollcallRules has no layer:
// services import it although it lies in client/. The package for apps can have no folder outside
// of its own, and the rules import nothing.
@MainActor func layer(of target: String) -> Int? {
    if target == "RollcallRules" { return nil }
    guard let path = package.targets.first(where: { $0.name == target })?.path else { return nil }
    return Layer.allCases.firstIndex { path.hasPrefix($0.path("")) }
}
let services = ["Auth", "Profile", "Presence"]
for target in package.targets {
    guard let ownLayer = layer(of: target.name) else { continue }
    for case .byNameItem(let name, _) in target.dependencies {
        precondition(layer(of: name) ?? 0 <= ownLayer, "\(target.name) must not import \(name)")
        precondition(
            !services.contains(target.name) || !services.contains(name),
            "\(target.name) must not import \(name)")
    }
}
