import Foundation
import RollcallAPI
import RollcallClient
import RollcallRPC
import TestObjectStore
import TestPostgreSQL
import TestRedis
import Testing

import func TestSupport.elapse

/// Tables and photos that move from files to servers, by the commands of
/// deploy/several-machines.md.
@Suite(.serialized) struct MovingTests {
    @Test func thePagesCommandsMoveProfilesPhotosAndPresence() async throws {
        let place = try await Place()
        let cluster = try Cluster()
        try await cluster.startAll()
        let ann = try await Resident("ann", at: cluster.endpoint(.auth), cluster.spool)
        defer { ann.leave() }
        let photo = try await place.upload(by: ann, in: cluster)
        let seen = try await eventually {
            try #require(try await place.lastSeen(of: ann, in: cluster))
        }

        // A service that runs has its file.
        for service in [Cluster.Service.profile, .presence] {
            let early = try await place.move(service, of: cluster)
            #expect(early.status == 75, "\(early.text)")
            cluster[service].stop()
            let moved = try await place.move(service, of: cluster)
            #expect(moved.status == 0, "\(moved.text)")
            #expect(moved.text.split(separator: "\n").allSatisfy { $0.count <= 110 })
            let again = try await place.move(service, of: cluster)
            #expect(again.status == 0 && again.text.contains("before"), "\(again.text)")
            await #expect(throws: ProcessError.self) { try await cluster.start(service) }
            #expect(cluster[service].text.contains("\(service).sqlite.moved"))
            try await cluster.start(service, with: place.options(of: service))
        }
        let client = cluster.client(.profile)
        defer { client.close() }
        let profiles = ProfileServiceClient(client)
        let bytes = try await eventually {
            try await profiles.photo(of: ann.id, options: ann.options())
        }
        #expect(bytes == photo)
        let seenThere = try await eventually { try await place.lastSeen(of: ann, in: cluster) }
        #expect(seenThere == seen)
        // The name is still the user's.
        let check = try await profiles.checkDisplayName(
            CheckDisplayNameRequest(displayName: "ann"), options: CallOptions(timeout: .seconds(10))
        )
        #expect(!check.isAvailable)
    }

    @Test func aMoveThatIsKilledAgainAndAgainEnds() async throws {
        let count =
            ProcessInfo.processInfo.environment["ROLLCALL_MOVED_ACCOUNTS"].flatMap { Int($0) }
            ?? 20_000
        let place = try await Place()
        let cluster = try Cluster()
        try await cluster.start(.auth)
        cluster[.auth].stop()
        let file = cluster.directory.appending(path: "auth/auth.sqlite").path
        let script = Products.repository.appending(
            path: "Tests/EndToEndTests/Operation/accounts.py")
        let filled = try await run("/usr/bin/python3", [script.path, file, "\(count)"])
        #expect(filled.status == 0, "\(filled.text)")
        var attempts = 0
        var status: Int32 = SIGKILL
        while status == SIGKILL {
            attempts += 1
            let process = Process()
            process.executableURL = Products.directory.appending(path: "rollcall-auth")
            process.arguments = ["migrate", "--from", file, "--to", place.urls[.auth] ?? ""]
            process.standardOutput = FileHandle.nullDevice
            try process.run()
            try await elapse(.milliseconds(Int.random(in: 0...200 * attempts)))
            if process.isRunning { kill(process.processIdentifier, SIGKILL) }
            process.waitUntilExit()
            status = process.terminationStatus
        }
        #expect(status == 0 && attempts > 1)
        let moved = try await blocking { [schema = place.schemas[.auth] ?? ""] in
            try PostgreSQLSession(of: place.database).execute(
                "SELECT count(*) FROM \(schema).session")
        }
        #expect(moved == "\(2 * count)")
    }

    @Test(arguments: Cluster.Service.allCases)
    func anUpgradeIsRehearsedOnACopyWhileTheServiceRuns(_ service: Cluster.Service) async throws {
        let cluster = try Cluster()
        try await cluster.startAll()
        let directory = cluster.directory.appending(path: service.rawValue).path
        let file = "\(directory)/\(service).sqlite"
        let files = try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
        let output = try await run(
            Products.directory.appending(path: "rollcall-\(service)").path,
            ["migrate", "--rehearse", "--from", file])
        #expect(output.status == 0, "\(output.text)")
        #expect(
            output.text.hasPrefix(
                """
                \(file) has version 1 of the tables; at its
                start this program uses them as they are. On a copy
                the steps took 
                """), "\(output.text)")
        let after = try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
        #expect(after == files)
        cluster[service].stop()
        try await cluster.start(service)
    }

    @Test func wrongPlacesAreRefusedInASentence() async throws {
        let place = try await Place()
        let program = Products.directory.appending(path: "rollcall-presence").path
        for (from, to, status, sentence) in [
            ("/nowhere/presence.sqlite", place.urls[.presence] ?? "", 66, "No such file"),
            ("/etc/passwd", place.urls[.presence] ?? "", 65, "no SQLite database"),
            ("/etc/passwd", "presence.sqlite", 64, "--to is a postgresql:// URL"),
            ("/etc/passwd", "postgresql://a:secret@localhost/a", 64, "--to has a password"),
        ] as [(String, String, Int32, String)] {
            let output = try await run(
                program,
                ["migrate", "--from", from, "--to", to, "--engine", place.redis.location])
            #expect(output.status == status, "\(output.text)")
            #expect(output.text.contains(sentence), "\(output.text)")
            #expect(!output.text.contains("secret"))
        }
        for (more, sentence) in [
            ([], "give --to, or --rehearse"),
            (
                ["--rehearse", "--to", place.urls[.presence] ?? ""],
                "--to is a postgresql:// URL, and goes without --rehearse"
            ),
        ] {
            let output = try await run(program, ["migrate", "--from", "/etc/passwd"] + more)
            #expect(output.status == 64 && output.text.contains(sentence), "\(output.text)")
        }
        for service in Cluster.Service.allCases {
            let program = Products.directory.appending(path: "rollcall-\(service)").path
            let help = try await run(
                program, ["migrate", "--help"], environment: ["COLUMNS": "80"])
            #expect(help.status == 0 && help.text.contains("--from"), "\(help.text)")
            #expect(
                help.text.split(separator: "\n").allSatisfy {
                    $0.count <= 80 || $0.hasPrefix("USAGE")
                })
            #expect(try await run(program, ["--help"]).text.contains("migrate"))
        }
    }
}

/// Servers to move to.
private final class Place: Sendable {
    let database: PostgreSQLServer
    let schemas: [Cluster.Service: String]
    let urls: [Cluster.Service: String]
    let redis: RedisServer
    private let photos: [String]
    private let keys = FileManager.default.temporaryDirectory.appending(
        path: "keys-\(UUID().uuidString)")

    init() async throws {
        let database = try await PostgreSQLServer.shared
        self.database = database
        let store = try await ObjectStoreServer.shared
        redis = try RedisServer()
        var schemas: [Cluster.Service: String] = [:]
        for service in Cluster.Service.allCases {
            schemas[service] = try await blocking { try database.makeSchema() }
        }
        self.schemas = schemas
        urls = schemas.mapValues { database.url(schema: $0) }
        let text = """
            aws_access_key_id = \(ObjectStoreServer.accessKey)
            aws_secret_access_key = \(ObjectStoreServer.secretKey)
            """
        _ = FileManager.default.createFile(
            atPath: keys.path, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
        photos = [store.place(), store.endpoint, keys.path]
    }

    deinit {
        try? FileManager.default.removeItem(at: keys)
    }

    /// What a service is started with afterwards.
    func options(of service: Cluster.Service) -> [String] {
        let more =
            switch service {
            case .auth: [] as [String]
            case .profile:
                [
                    "--photo-store", photos[0], "--photo-store-endpoint", photos[1],
                    "--photo-store-credentials", photos[2],
                ]
            case .presence: ["--engine", redis.location]
            }
        return ["--store", urls[service] ?? ""] + more
    }

    /// Runs the page's command, with the test's places.
    func move(_ service: Cluster.Service, of cluster: Cluster) async throws -> ProgramOutput {
        let page = try String(
            contentsOf: Products.repository.appending(path: "deploy/several-machines.md"),
            encoding: .utf8)
        let command = try #require(
            page.replacing("\\\n", with: " ").split(separator: "\n")
                .first { $0.contains("rollcall-\(service) migrate") })
        var words = command.split(separator: " ").map { $0.trimmingCharacters(in: ["'"]) }
        words = Array(try words[#require(words.firstIndex(of: "migrate"))...])
        let options = options(of: service)
        for index in words.indices.dropFirst() {
            let name = words[index - 1]
            if name == "--from" {
                words[index] = words[index].replacing(
                    "/var/lib/rollcall-\(service)",
                    with: cluster.directory.appending(path: service.rawValue).path)
            } else if let place = options.firstIndex(of: name == "--to" ? "--store" : name) {
                words[index] = options[place + 1]
            }
        }
        return try await run(
            Products.directory.appending(path: "rollcall-\(service)").path, words)
    }

    /// - Returns: the photo as Profile has stored it.
    func upload(by user: Resident, in cluster: Cluster) async throws -> [UInt8]? {
        let client = cluster.client(.profile)
        defer { client.close() }
        let profiles = ProfileServiceClient(client)
        _ = try await profiles.upload(ExamplePhoto.original(), options: user.options())
        return try await profiles.photo(of: user.id, options: user.options())
    }

    /// When Presence has seen a user last; nil for never.
    func lastSeen(of user: Resident, in cluster: Cluster) async throws -> Int64? {
        let client = cluster.client(.presence)
        defer { client.close() }
        let answer = try await PresenceServiceClient(client).getPresence(
            GetPresenceRequest(userIDs: [user.id]), options: user.options())
        return answer.presences.first.flatMap { $0.lastSeenAtMs > 0 ? $0.lastSeenAtMs : nil }
    }
}

extension RedisServer {
    fileprivate var location: String { "redis+unix://\(socket)" }
}
