import RollcallAPI
import RollcallRPC
import Storage
import Synchronization
import TestPostgreSQL
import TestSupport
import Testing

@testable import Profile

/// Watches of profiles at several instances, and over restarts.
@Suite(.serialized) struct SharedWatchesTests {
    @Test func aChangeAtOneInstanceIsToldByAnotherAtOnce() async throws {
        try await withTwoInstances { here, there in
            let (anna, berta) = (
                try await here.user(named: "anna"), try await here.user(named: "berta")
            )
            let reader = try await WatchReader(anna.at(there), [berta.id])
            try await eventually { reader.current.profiles[berta.id]?.displayName == "berta" }
            let changed = ContinuousClock.now
            _ = try await berta.rename(to: "clara")
            try await eventually { reader.current.profiles[berta.id]?.displayName == "clara" }
            #expect(ContinuousClock.now - changed < .seconds(2))
            try await berta.block(.userID(anna.id))
            try await eventually { reader.current.hidden == [berta.id] }
            _ = await reader.stop()
        }
    }

    @Test func aWatchGoesOnAtAnotherInstance() async throws {
        try await withTwoInstances { here, there in
            let (anna, berta, clara) = (
                try await here.user(named: "anna"), try await here.user(named: "berta"),
                try await here.user(named: "clara")
            )
            let users = [berta.id, clara.id]
            let first = try await WatchReader(anna, users)
            try await eventually { first.current.profiles.count == 2 }
            let view = await first.stop()
            _ = try await clara.rename(to: "dora")
            let news = try await anna.at(there).changes(of: users, since: view)
            #expect(!news.replaces)
            #expect(Self.untold(news.profiles) == ["dora"])
        }
    }

    @Test(arguments: [true, false])
    func aWatchGoesOnAfterARestart(isFile: Bool) async throws {
        let folder = try TemporaryDirectory()
        let location: StoreLocation =
            isFile
            ? .file(folder.path + "/profile.sqlite")
            : try await PostgreSQLServer.shared.location()
        let kept = Kept()
        try await withProfileServer(at: location, blobs: MemoryBlobs()) { server in
            let (anna, berta, clara) = (
                try await server.user(named: "anna"), try await server.user(named: "berta"),
                try await server.user(named: "clara")
            )
            let reader = try await WatchReader(anna, [berta.id, clara.id])
            try await eventually { reader.current.profiles.count == 2 }
            kept.set((anna.id, [berta.id, clara.id], await reader.stop()))
            _ = try await clara.rename(to: "dora")
        }
        try await withProfileServer(at: location, blobs: MemoryBlobs()) { server in
            let (anna, users, view) = try #require(kept.value)
            let news = try await Person(server, "user \(anna)", id: anna)
                .changes(of: users, since: view)
            #expect(!news.replaces)
            if isFile { #expect(news.profiles.map(\.displayName) == ["dora"]) }
            #expect(Self.untold(news.profiles) == ["dora"])
        }
    }

    /// The names without Berta's. PostgreSQL publishes a change once all earlier transactions have
    /// ended. On a busy machine a view may be read before its cursor has reached Berta's sign-up,
    /// which is then in the next answer again.
    private static func untold(_ profiles: [RollcallAPI.Profile]) -> [String] {
        profiles.map(\.displayName).filter { $0 != "berta" }
    }

    private func withTwoInstances(
        _ body: @escaping (ProfileServer, ProfileServer) async throws -> Void
    ) async throws {
        let location = try await PostgreSQLServer.shared.location()
        let blobs = MemoryBlobs()
        try await withProfileServer(at: location, blobs: blobs) { here in
            try await withProfileServer(at: location, blobs: blobs) { there in
                try await body(here, there)
            }
        }
    }
}

/// What one run leaves to the next.
private final class Kept: Sendable {
    typealias Value = (user: String, users: [String], view: WatchedView)

    private let kept = Mutex<Value?>(nil)

    var value: Value? { kept.withLock { $0 } }

    func set(_ value: Value) { kept.withLock { $0 = value } }
}

extension Person {
    /// The same user, who calls another instance.
    fileprivate func at(_ server: ProfileServer) -> Person {
        Person(server, "user \(id)", id: id)
    }

    /// The first message of a watch that goes on.
    fileprivate func changes(
        of users: [String], since view: WatchedView
    ) async throws -> WatchProfilesResponse {
        let stream = try await watch(users, from: view.cursor)
        return try #require(try await stream.next())
    }
}
