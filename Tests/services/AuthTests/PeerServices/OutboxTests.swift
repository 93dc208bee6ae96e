import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Synchronization
import TestPostgreSQL
import TestSupport
import Testing

@testable import Auth

@Suite(.onEachEngine) struct OutboxTests {
    @Test func itTriesUntilProfileAnswers() async throws {
        try await withAuth { world in
            let tries = Mutex(0)
            world.profile.setFault { step, _ in
                guard step == .confirm else { return }
                let count = tries.withLock { tries in
                    tries += 1
                    return tries
                }
                if count < 6 { throw RPCError(.unavailable, "down") }
            }
            _ = try await world.client.signUp(.anna())
            try await world.auth.settle()
            #expect(tries.withLock { $0 } >= 6)
            try await world.expectWholeAccounts(count: 1)
        }
    }

    @Test func anItemThatProfileRefusesDoesNotHoldUpTheOthers() async throws {
        try await withAuth { world in
            world.profile.setFault { step, _ in
                if step == .confirm { throw RPCError(.unavailable, "down") }
            }
            let unknown = try UUIDv7Generator(clock: world.clock.now).next()
            try await world.auth.store.write { tx in
                try tx.addToOutbox(.confirmDisplayName, of: unknown)
            }
            for number in 100..<110 {
                _ = try await world.client.signUp(
                    .anna(email: "\(number)@example.com", name: "name\(number)"))
            }
            world.profile.setFault(nil)
            try await eventually { try await world.auth.count("outbox") <= 1 }
            try await world.expectWholeAccounts(count: 10)
            try await world.presenceIsTold()
            #expect(try await world.auth.store.outbox().map(\.accountID) == [unknown])
            #expect(world.log.text.contains("an outcome was not delivered"))
        }
    }

    @Test func whatIsLeftIsDeliveredAfterARestart() async throws {
        try await withAuth { world in
            world.profile.setFault { step, _ in
                if step == .confirm { throw RPCError(.unavailable, "down") }
            }
            for number in 100..<110 {
                _ = try await world.client.signUp(
                    .anna(email: "\(number)@example.com", name: "name\(number)"))
            }
            try await world.presenceIsTold()
            #expect(try await world.auth.count("outbox") == 10)
            try await world.stop()
            world.profile.setFault(nil)
            try await world.start()
            try await world.auth.settle()
            try await world.expectWholeAccounts(count: 10)
        }
    }
}
