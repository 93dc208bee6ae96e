import Foundation
import RollcallAPI
import RollcallRPC
import Testing

@testable import Auth

@Suite struct SignUpIdempotencyTests {
    @Test func theSameSignUpAgainIsANewSessionOfTheSameAccount() async throws {
        try await withAuth { world in
            let request = SignUpRequest.anna()
            let first = try await world.client.signUp(request)
            var again = request
            again.email = "ANNA@example.com"
            let second = try await world.client.signUp(again)
            #expect(first.session?.userID == second.session?.userID)
            #expect(first.session?.sessionID != second.session?.sessionID)
            #expect(second.session?.email == "anna@example.com")
            try await world.expectWholeAccounts(count: 1)
        }
    }

    @Test func aRepeatedSignUpIsNotCountedWhereThereIsNoRoomToCountIt() async throws {
        try await withAuth { world in
            try await world.stop()
            // A client in memory has no address, so it may as often as so many addresses.
            try await world.start { $0.limits[.signUpAddress] = LimitPolicy(1, per: 3600) }
            let request = SignUpRequest.anna()
            _ = try await world.client.signUp(request)
            try await world.auth.store.refuseInserts(into: "meter")
            for _ in 0..<Limits.callersWithoutAddress {
                let error = await failure { try await world.client.signUp(request) }
                #expect(error != nil && error?.reasons != [.tooManyAttempts])
            }
            try await world.auth.store.refuseNothing()
            _ = try await world.client.signUp(request)
        }
    }

    @Test func theSameKeyForAnotherSignUpIsRefused() async throws {
        try await withAuth { world in
            let request = SignUpRequest.anna()
            _ = try await world.client.signUp(request)
            let key = request.idempotencyKey
            let others: [SignUpRequest] = [
                .anna(email: "other@example.com", key: key), .anna(name: "other", key: key),
                .anna(password: "another one", key: key),
            ]
            for other in others {
                let error = await failure { try await world.client.signUp(other) }
                #expect(error?.code == .failedPrecondition)
                #expect(error?.reasons == [.idempotencyKeyReused])
            }
            try await world.expectWholeAccounts(count: 1)
        }
    }

    @Test func ofTheSameSignUpAtOnceOneIsUnderWay() async throws {
        try await withAuth { world in
            let (client, request) = (world.client, SignUpRequest.anna())
            let errors = await withTaskGroup { group in
                for _ in 0..<50 {
                    group.addTask { await failure { try await client.signUp(request) } }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(errors.contains(nil))
            #expect(errors.allSatisfy { $0 == nil || $0?.code == .aborted })
            try await world.auth.settle()
            try await world.expectWholeAccounts(count: 1)
        }
    }

    @Test func aSignUpThatCameToNothingMayBeTriedAgain() async throws {
        try await withAuth { world in
            let request = SignUpRequest.anna()
            world.profile.setFault { step, moment in
                if step == .hold, moment == .after { throw RPCError(.unavailable, "down") }
            }
            #expect(await failure { try await world.client.signUp(request) }?.code == .unavailable)
            world.profile.setFault(nil)
            _ = try await world.client.signUp(request)
            try await world.auth.settle()
            try await world.expectWholeAccounts(count: 1)
        }
    }

    /// The hold of the first try is still there: it is released before the name is asked for.
    @Test func aRetryIsNotHinderedByTheTryBefore() async throws {
        try await withAuth { world in
            let request = SignUpRequest.anna()
            world.profile.setFault { step, moment in
                let isLost = step == .hold && moment == .after || step == .release
                if isLost { throw RPCError(.unavailable, "down") }
            }
            #expect(await failure { try await world.client.signUp(request) }?.code == .unavailable)
            #expect(try await world.profile.names(held: true).count == 1)
            #expect(await failure { try await world.client.signUp(request) }?.code == .unavailable)
            world.profile.setFault(nil)
            _ = try await world.client.signUp(request)
            try await world.auth.settle()
            try await world.expectWholeAccounts(count: 1)
        }
    }
}
