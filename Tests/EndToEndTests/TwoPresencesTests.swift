import Foundation
import RollcallAPI
import RollcallRPC
import TestPostgreSQL
import TestRedis
import Testing

import func TestSupport.elapse

/// Two Presence daemons with one engine in Redis. Devices are attached to both, while one is killed
/// and started again.
@Suite struct TwoPresencesTests {
    /// How often one is killed: a fifth of `ROLLCALL_KILLS`.
    private static let kills =
        ProcessInfo.processInfo.environment["ROLLCALL_KILLS"].flatMap { Int($0) }.map { $0 / 5 }
        ?? 4
    private static let people = 40
    private static let devices = 400

    @Test func nobodyIsShownOfflineWhoseDeviceComesToTheOther() async throws {
        let redis = try RedisServer()
        let database = try await PostgreSQLServer.shared
        let url = try await blocking { database.url(schema: try database.makeSchema()) }
        // 400 kills take longer than a token of ten minutes.
        let cluster = try Cluster(authArguments: ["--access-token-minutes", "60"]) { service in
            service == .presence
                ? ["--store", url, "--engine", "redis+unix://\(redis.socket)"] : []
        }
        try await cluster.startAll()
        let second = cluster.second(.presence, named: "presence-2")
        defer { second.process.kill() }
        try await second.process.start(at: second.endpoint)
        let instances = [(cluster[.presence], cluster.endpoint(.presence)), second]

        let crowd = try await Crowd(Self.people, in: cluster)
        let options = (0..<Self.devices).map { crowd.options[$0 % Self.people] }
        let attached = AttachedCrowd(
            options, at: instances[0].1, instances[1].1, lease: 30_000)
        defer { attached.leave() }
        // Each watcher goes from one to the other, too.
        let watchers = [
            Watcher(crowd.ids, crowd.options[0], at: instances[0].1, instances[1].1),
            Watcher(crowd.ids, crowd.options[1], at: instances[1].1, instances[0].1),
        ]
        defer { for watcher in watchers { watcher.leave() } }
        #expect(
            try await holds(within: .seconds(60)) {
                watchers.allSatisfy { $0.online == Self.people }
            }, "\(cluster.logs) \(second.process.text)")
        for kill in 0..<Self.kills {
            let (killed, endpoint) = instances[kill % 2]
            if kill % 4 == 3 { killed.stop() } else { killed.kill() }
            try await elapse(upTo: .milliseconds(1_500))
            try await killed.start(at: endpoint)
            try await elapse(upTo: .milliseconds(1_500))
        }
        #expect(
            try await holds(within: .seconds(30)) {
                watchers.allSatisfy { $0.isWatching && $0.online == Self.people }
            })
        #expect(watchers.map(\.seenOffline) == [0, 0], "\(cluster.logs) \(second.process.text)")
        #expect(attached.errors.isEmpty, "\(attached.errors.prefix(3))")
    }

    @Test(arguments: [
        (["--engine", "redis://127.0.0.1:1"], "--engine needs --store"),
        (
            ["--store", "postgresql://127.0.0.1/x"],
            "--store with a PostgreSQL server needs --engine"
        ),
        (["--engine-plaintext"], "--engine-… options need --engine"),
    ])
    func optionsThatDoNotGoTogetherAreRefused(options: [String], sentence: String) async throws {
        let cluster = try Cluster { $0 == .presence ? options : [] }
        await #expect(throws: ProcessError.self) { try await cluster.start(.presence) }
        #expect(cluster[.presence].text.contains(sentence), "\(cluster[.presence].text)")
    }

    @Test func anEngineThatEvictsLeasesOrIsFarAwayInPlaintextIsRefused() async throws {
        let redis = try RedisServer(options: ["--maxmemory-policy", "allkeys-lru"])
        let database = try await PostgreSQLServer.shared
        let url = try await blocking { database.url(schema: try database.makeSchema()) }
        for (engine, sentence) in [
            ("redis+unix://\(redis.socket)", "set it to noeviction"),
            ("redis://192.0.2.1:6379", "--engine is on another machine"),
            ("redis://:secret@127.0.0.1", "put it in a file"),
        ] {
            let cluster = try Cluster {
                $0 == .presence ? ["--store", url, "--engine", engine] : []
            }
            await #expect(throws: ProcessError.self) { try await cluster.start(.presence) }
            let log = cluster[.presence].text
            #expect(log.contains(sentence) && !log.contains("secret"), "\(log)")
        }
    }
}
