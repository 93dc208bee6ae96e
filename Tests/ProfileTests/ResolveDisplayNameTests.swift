import GRDB
import RollcallAPI
import RollcallRPC
import Synchronization
import Testing

@testable import Profile

@Suite(.serialized) struct ResolveDisplayNameTests {
    @Test func aNameLeadsToItsUserInAnyCase() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "Anna.K")
            _ = try await server.user(named: "berta")
            for name in ["Anna.K", "anna.k", "ANNA.K"] {
                #expect(try await server.service.resolve(name) == anna.id)
            }
            _ = try await anna.rename(to: "clara")
            #expect(try await server.service.resolve("Clara") == anna.id)
        }
    }

    /// Auth knows whether the holder has an account.
    @Test func aNameThatIsHeldOrFrozenLeadsToItsUserToo() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try server.stranger()
            try await server.service.hold("Held", for: anna.id)
            #expect(try await server.service.resolve("held") == anna.id)
            let berta = try await server.user(named: "berta")
            try await server.service.setFrozen(berta.id, true)
            #expect(try await server.service.resolve("berta") == berta.id)
            try await server.service.release(anna.id)
            let error = try await failure { _ = try await server.service.resolve("held") }
            #expect(error.is(.notFound, .profileNotFound))
        }
    }

    /// The database counts its steps: what there is of the user behind a name costs none.
    @Test func everyNameTakesTheSameWork() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            try await server.service.hold("held", for: server.stranger().id)
            _ = try await server.user(named: "owned")
            let frozen = try await server.user(named: "frozen")
            try await server.service.setFrozen(frozen.id, true)
            var statements: Set<String> = []
            for name in ["held", "owned", "frozen", "nobody", "..", ""] {
                let seen = Mutex<[String]>([])
                try await server.store.read { db in
                    db.trace { event in seen.withLock { $0.append("\(event)") } }
                }
                _ = try? await server.store.user(named: DisplayName(name))
                try await server.store.read { $0.trace(options: [], nil) }
                let asked = seen.withLock { $0 }.filter { $0.contains("displayName") }
                #expect(asked.count == 1, "\(name): \(asked)")
                statements.formUnion(asked.map { $0.replacing("'\(name)'", with: "?") })
            }
            #expect(statements.count == 1, "\(statements)")
            #expect(statements.first?.contains("JOIN") == false)
        }
    }

    @Test func aNameThatNobodyHasAndOneThatNobodyCanHaveAnswerAlike() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let long = String(repeating: "x", count: 4096)
            for name in ["nobody", "", "..", "\u{430}nna", "' OR 1=1 --", "%", long] {
                let error = try await failure { _ = try await server.service.resolve(name) }
                #expect(error.is(.notFound, .profileNotFound))
                #expect(error.message == "there is no such profile")
            }
        }
    }
}
