import Foundation
import RollcallAPI
import RollcallCrypto
import RollcallRPC
import TestSupport
import Testing

@testable import Presence

/// A10: users who are hidden, in whatever way, are answered as those whom nobody knows.
@Suite(.serialized) struct HiddenUserTests {
    @Test func theyAreAnsweredInTheSameBytes() async throws {
        try await withHiddenUsers { users, viewer in
            var answers = try await viewer.presence(of: users.map(\.id))
            for index in answers.indices { answers[index].userID = "" }
            for (answer, kind) in zip(answers, users.map(\.kind)) {
                #expect(answer == answers[0], "\(kind)")
            }
            let watch = try await viewer.watch(users.map(\.id))
            try await watch.read()
            for (id, kind) in users {
                var presence = try #require(watch.presences[id])
                presence.userID = ""
                #expect(presence == answers[0], "\(kind)")
            }
        }
    }

    /// The whole call is measured, with `ROLLCALL_TIMING_SAMPLES` of each kind (20,000 for a
    /// proof). A kind counts as told apart if it is in three runs.
    @Test func theTimeOfAnAnswerTellsThemNotApart() async throws {
        let text = ProcessInfo.processInfo.environment["ROLLCALL_TIMING_SAMPLES"]
        let count = text.flatMap { Int($0) } ?? 100
        try await withHiddenUsers { users, viewer in
            let options = try viewer.options
            var apart = Array(users.indices.dropFirst())
            var found = ""
            for _ in 0..<3 where !apart.isEmpty {
                var times = [[Double]](repeating: [], count: users.count)
                let order = users.indices.flatMap { Array(repeating: $0, count: count) }
                for index in order.shuffled() {
                    let request = GetPresenceRequest(userIDs: [users[index].id])
                    let start = ContinuousClock.now
                    _ = try await viewer.service.getPresence(request, options: options)
                    times[index].append((ContinuousClock.now - start) / .nanoseconds(1))
                }
                let tests = users.indices.map { Welch(times[$0], times[0]) }
                found = zip(users, tests).map { "\($0.kind): \($1)" }.joined(separator: ", ")
                apart.removeAll { abs(tests[$0].t) < 4.5 }
            }
            #expect(apart.isEmpty, "\(found)")
            if text != nil { print("hidden users: \(found)") }
        }
    }

    private typealias HiddenUser = (id: String, kind: String)

    private func withHiddenUsers(
        _ body: ([HiddenUser], Person) async throws -> Void
    ) async throws {
        try await withPresenceServer { server in
            let viewer = try server.user()
            let kinds = ["unknown", "never seen", "hidden", "blocked", "erased"]
            let people = try kinds.map { _ in try server.user() }
            // All but the first two are here, or were.
            for person in people.dropFirst(2) { try await person.goOnline() }
            try await people[1].show(.everyone)
            try await people[2].show(.nobody)
            let list = BlockList(
                user: try #require(UUIDv7(people[3].id)),
                blocked: [try #require(UUIDv7(viewer.id))])
            try await server.hear(ProfileNews(lists: [list], isCurrent: true))
            await server.write()
            _ = try await server.erase(people[4])
            try await viewer.goOnline()
            try await body(Array(zip(people.map(\.id), kinds)), viewer)
        }
    }
}
