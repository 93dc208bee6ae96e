import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Synchronization
import TestSupport
import Testing

@testable import Auth

/// The record at Presence of somebody who has signed up.
@Suite struct RegisterPresenceTests {
    @Test func presenceIsToldOfEverySignUpAndWhenItWas() async throws {
        try await withAuth { world in
            let before = world.clock.now()
            let anna = try await world.newUser("anna")
            try await world.auth.settle()
            let times = world.presence.signUpTimes
            #expect(Array(times.keys) == [anna.id])
            let time = try #require(times[anna.id]?.first)
            #expect((before...world.clock.now()).contains(time))
        }
    }

    /// It does not hold a sign-up up either.
    @Test func whilePresenceIsAwaySignUpsGoOnAndItHearsOfThemLater() async throws {
        try await withAuth { world in
            world.presence.setFault { _ in
                try await untilCancelled()
                throw RPCError(.unavailable, "away")
            }
            var ids: Set<String> = []
            for name in ["anna", "berta", "clara"] { ids.insert(try await world.newUser(name).id) }
            #expect(world.presence.signUpTimes.isEmpty)
            let left = try await world.auth.store.outbox(kinds: [.registerPresence])
            #expect(Set(left.map(\.accountID.description)) == ids)
            // Over a restart, too.
            try await world.stop()
            world.presence.setFault(nil)
            try await world.start()
            try await world.auth.settle()
            #expect(Set(world.presence.signUpTimes.keys) == ids)
            try await world.expectWholeAccounts(count: 3)
        }
    }

    @Test func anAnswerThatIsLostHasItToldAgainWithTheSameTime() async throws {
        try await withAuth { world in
            let isLost = Mutex(false)
            world.presence.setFault { moment in
                guard moment == .after, !isLost.withLock({ $0 }) else { return }
                isLost.withLock { $0 = true }
                throw RPCError(.unavailable, "the answer is lost")
            }
            let anna = try await world.newUser("anna")
            try await world.auth.settle()
            let times = try #require(world.presence.signUpTimes[anna.id])
            #expect(times.count == 2 && Set(times).count == 1)
        }
    }

    /// One that is on its way meanwhile, Presence refuses once it has erased the user.
    @Test func anAccountThatIsDeletedIsRegisteredNoMore() async throws {
        try await withAuth { world in
            world.presence.setFault { _ in throw RPCError(.unavailable, "away") }
            let anna = try await world.newUser("anna")
            let id = try #require(UUIDv7(anna.id))
            _ = try await world.auth.accountData.deleteAccount(
                DeleteAccountRequest(proof: .password("correct horse")),
                options: .bearer(anna.tokens))
            let left = try await world.auth.store.outbox(of: id).map(\.kind)
            #expect(!left.contains(.registerPresence) && left.contains(.erasePresence))
            world.presence.setFault(nil)
            try await world.auth.settle()
            #expect(world.presence.traces.isEmpty && world.presence.users == [anna.id])
        }
    }

    @Test func aSignUpThatComesToNothingIsNotTold() async throws {
        try await withAuth { world in
            _ = try await world.newUser("anna")
            let taken = await failure { try await world.newUser("anna") }
            #expect(taken != nil)
            try await world.auth.settle()
            #expect(world.presence.signUpTimes.count == 1)
        }
    }
}

extension AuthServer {
    /// Waits until Presence has heard of all sign-ups.
    func presenceIsTold() async throws {
        try await eventually {
            try await auth.count("outbox", where: "kind = 'registerPresence'") == 0
        }
    }
}
