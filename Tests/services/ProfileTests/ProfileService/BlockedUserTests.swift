import Foundation
import RollcallAPI
import RollcallCrypto
import RollcallRPC
import TestServers
import TestSupport
import Testing

@testable import Profile

/// Who has blocked a user is answered as somebody whom nobody knows, also in time.
@Suite(.serialized) struct BlockedUserTests {
    private struct Probe {
        let name: String
        /// A connection may cancel 200 streams in 30 seconds.
        var limit = Int.max
        /// Of a user by the id and the name.
        let ask: (String, String) async throws -> Void
    }

    private func withProbes(
        _ body:
            @escaping (ProfileServer, [Probe], _ blocker: Person, _ unknown: String)
            async throws -> Void
    ) async throws {
        let often = RateLimit(1_000_000, per: .seconds(1))
        try await withProfileServer(
            blobs: MemoryBlobs(),
            configure: {
                for name in ["search.account", "profile-batch.account", "profile-watch.account"] {
                    $0.limits[name] = often
                }
                $0.heartbeat = .seconds(3600)
            }
        ) { server in
            let viewer = try await server.user(named: "viewer")
            let blocker = try await server.user(named: "blocker")
            _ = try await blocker.upload(TestPhoto.made(1))
            try await blocker.block(.userID(viewer.id))
            for number in 0..<50 { _ = try await server.user(named: "other\(number)") }
            let probes = [
                Probe(name: "id") { id, _ in
                    let error = try await failure {
                        _ = try await viewer.profiles.getProfile(
                            GetProfileRequest(user: .id(id)), options: viewer.options())
                    }
                    #expect(error.reasons == [.profileNotFound])
                },
                Probe(name: "name") { _, name in
                    let error = try await failure {
                        _ = try await viewer.profiles.getProfile(
                            GetProfileRequest(user: .name(name)), options: viewer.options())
                    }
                    #expect(error.reasons == [.profileNotFound])
                },
                Probe(name: "batch") { id, _ in
                    let found = try await viewer.batch([.userID(id)]).profiles
                    #expect(found == [])
                },
                Probe(name: "search") { _, name in
                    let found = try await viewer.search(name)
                    #expect(found == [])
                },
                Probe(name: "watch", limit: 30) { id, _ in
                    let watch = try await viewer.watch([id])
                    let hidden = try await watch.next()?.hiddenUserIDs
                    #expect(hidden == [id])
                    watch.cancel()
                },
            ]
            try await body(server, probes, blocker, try server.stranger().id)
        }
    }

    /// Whatever was read for it, an answer that leaves somebody out waits for the same moment.
    @Test func anAnswerThatLeavesSomebodyOutLeavesAtAQuantum() async throws {
        try await withProbes { server, probes, blocker, unknown in
            for probe in probes {
                for (id, name) in [(blocker.id, "blocker"), (unknown, "unknown")] {
                    let start = ContinuousClock.now
                    try await probe.ask(id, name)
                    let time = ContinuousClock.now - start
                    #expect(time >= server.handler.padding.quantum, "\(probe.name) of \(name)")
                }
            }
        }
    }

    /// The whole call is measured, with `ROLLCALL_TIMING_SAMPLES` of each kind (20,000 for a
    /// proof). A probe counts as telling if it does so in three runs.
    @Test func theTimeOfAnAnswerTellsNobodyWhoHasBlockedThem() async throws {
        let text = ProcessInfo.processInfo.environment["ROLLCALL_TIMING_SAMPLES"]
        let count = text.flatMap { Int($0) } ?? 50
        try await withProbes { _, probes, blocker, unknown in
            var found: [String: Welch] = [:]
            var telling = probes
            for _ in 0..<3 where !telling.isEmpty {
                for probe in telling {
                    var times: [[Double]] = [[], []]
                    for kind in (0..<2 * min(count, probe.limit)).map({ $0 % 2 }).shuffled() {
                        let (id, name) =
                            kind == 0 ? (blocker.id, "blocker") : (unknown, "unknown")
                        let start = ContinuousClock.now
                        try await probe.ask(id, name)
                        times[kind].append((ContinuousClock.now - start) / .nanoseconds(1))
                    }
                    found[probe.name] = Welch(times[0], times[1])
                }
                telling.removeAll { abs(found[$0.name]?.t ?? 0) < 4.5 }
            }
            #expect(telling.isEmpty, "\(found)")
            if text != nil { print("blockers: \(found)") }
        }
    }
}
