import Foundation
import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Storage
import Synchronization
import Testing

@testable import Auth

@Suite struct DeleteAccountTests {
    @Test func theLastAdministratorStays() async throws {
        try await withAuth { world in
            let anna = try await Anna(world)
            _ = try await world.asOperator.setUserRole(
                SetUserRoleRequest(user: .id(anna.id), role: .admin))
            let error = await failure { try await anna.delete(world) }
            #expect(error?.code == .failedPrecondition && error?.reasons == [.lastAdmin])
            #expect(await world.end(of: anna.tokens) == nil)
            _ = try await world.newAdmin("ben")
            _ = try await anna.delete(world)
            #expect(try await world.auth.count("deletion") == 1)
        }
    }

    @Test func nothingButATombstoneIsLeftAndTheAddressIsFreeAtOnce() async throws {
        try await withAuth { world in
            let anna = try await Anna(world)
            try await world.auth.settle()
            let answer = try await anna.delete(world)
            #expect(answer.requestedAtMs == world.clock.now())
            try await world.auth.settle()
            for table in [
                "account", "address", "credential", "session", "device", "signUp", "outbox",
            ] {
                #expect(try await world.auth.count(table) == 0, "\(table)")
            }
            #expect(try await world.auth.count("deletion") == 1)
            let names = try await world.profile.names(held: false)
            #expect(names.isEmpty && world.presence.users == [anna.id])
            // The name waits; the address does not.
            let taken = await failure { try await world.client.signUp(.anna()) }
            #expect(taken?.reasons == [.displayNameTaken])
            let again = try await world.client.signUp(.anna(name: "other"))
            #expect(again.session?.userID != anna.id)
        }
    }

    @Test func theWrongPasswordDeletesNothingAndCounts() async throws {
        try await withAuth { world in
            let anna = try await Anna(world)
            try await world.stop()
            try await world.start { $0.limits = LimitPolicies() }
            for _ in 0..<10 {
                let error = await failure { try await anna.delete(world, password: "wrong") }
                #expect(error?.code == .permissionDenied)
                #expect(error?.reasons == [.wrongCredentials])
            }
            // B4: the budget of the session, whichever call it is spent in.
            let error = await failure { try await anna.delete(world) }
            #expect(error?.reasons == [.tooManyAttempts])
            #expect(try await world.auth.count("account") == 1)
            #expect(try await world.auth.count("deletion") == 0)
        }
    }

    // S8: what other services are told is in the transaction that deletes.
    @Test func everySessionEndsAndIsRevokedElsewhere() async throws {
        try await withAuth { world in
            let anna = try await Anna(world)
            let other = try await world.client.signIn(
                SignInRequest(email: "anna@example.com", password: "correct horse"))
            let before = try await world.auth.count("revocation")
            _ = try await anna.delete(world)
            #expect(try await world.auth.count("revocation") == before + 2)
            for tokens in [anna.tokens, other.tokens] {
                let session = await failure {
                    try await world.client.getSession(
                        GetSessionRequest(), options: .bearer(tokens))
                }
                #expect(session?.code == .unauthenticated)
                let refresh = await failure {
                    try await world.client.refresh(
                        RefreshRequest(refreshToken: tokens?.refreshToken ?? ""))
                }
                #expect(refresh?.code == .unauthenticated)
            }
            let signIn = await failure {
                try await world.client.signIn(
                    SignInRequest(email: "anna@example.com", password: "correct horse"))
            }
            #expect(signIn?.reasons == [.wrongCredentials])
        }
    }

    @Test(arguments: [true, false])
    func theOwnerIsToldByAMailThatOutlivesTheAccountIfItsAddressIsProved(
        isProved: Bool
    ) async throws {
        try await withAuth { world in
            let anna = try await Anna(world)
            if isProved {
                let code = try await world.newest(.verifyAddress).code
                #expect(await world.verify(code, anna.tokens) == nil)
            }
            _ = try await anna.delete(world)
            let mail = try await world.auth.store.first(
                Query<String>(
                    """
                    SELECT recipient FROM mail WHERE kind = 'accountDeleted' AND accountID IS NULL
                    """))
            #expect(mail == (isProved ? "anna@example.com" : nil))
        }
    }

    @Test func allVerifiedAddressesAreTold() async throws {
        try await withAuth { world in
            let anna = try await Anna(world)
            let code = try await world.newest(.verifyAddress).code
            #expect(await world.verify(code, anna.tokens) == nil)
            try await world.add("a@example.org", anna.tokens)
            _ = try await anna.delete(world)
            #expect(
                try await world.recipients(of: .accountDeleted)
                    == ["a@example.org", "anna@example.com"])
        }
    }

    @Test(arguments: FaultyProfile.Moment.allCases)
    func anAnswerOfAnotherServiceThatIsLostIsAskedForAgain(
        _ moment: FaultyProfile.Moment
    ) async throws {
        try await withAuth { world in
            let anna = try await Anna(world)
            try await world.auth.settle()
            let count = Mutex(0)
            let fail: @Sendable (FaultyProfile.Moment) throws -> Void = { now in
                guard now == moment else { return }
                let number = count.withLock { count in
                    count += 1
                    return count
                }
                if number <= 4 { throw RPCError(.unavailable, "lost") }
            }
            world.presence.setFault { try fail($0) }
            world.profile.setFault { step, now in if step == .erase { try fail(now) } }
            let answer = try await anna.delete(world)
            try await world.auth.settle()
            let state = try await world.receipt(answer.receipt)
            #expect(state.profileErasedAtMs != 0 && state.presenceErasedAtMs == 1000)
        }
    }

    /// A crash right after the answer: what was committed is told by the next run.
    @Test func aDeletionGoesOnAfterARestart() async throws {
        try await withAuth { world in
            let anna = try await Anna(world)
            try await world.auth.settle()
            world.presence.setFault { _ in throw RPCError(.unavailable, "away") }
            world.profile.setFault { _, _ in throw RPCError(.unavailable, "away") }
            let answer = try await anna.delete(world)
            let copy = try world.copy()
            try await world.stop()
            world.presence.setFault(nil)
            world.profile.setFault(nil)
            try await world.start(path: copy)
            try await world.auth.settle()
            let state = try await world.receipt(answer.receipt)
            #expect(state.profileErasedAtMs != 0 && state.presenceErasedAtMs == 1000)
        }
    }

    /// The confirmation of the name is still to be told when the account goes.
    @Test func aConfirmationThatWasNotToldIsNotToldAnyMore() async throws {
        try await withAuth { world in
            world.profile.setFault { step, _ in
                if step == .confirm { throw RPCError(.unavailable, "away") }
            }
            let anna = try await Anna(world)
            _ = try await anna.delete(world)
            try await world.auth.settle()
            world.profile.setFault(nil)
            for held in [true, false] {
                let names = try await world.profile.names(held: held)
                #expect(names.isEmpty)
            }
        }
    }

    @Test func ofManyDeletionsAtOnceOneAnswersAndTheOthersAreTooLate() async throws {
        try await withAuth { world in
            let anna = try await Anna(world)
            let receipts = await withTaskGroup(of: String?.self) { group in
                for _ in 0..<8 {
                    group.addTask { try? await anna.delete(world).receipt }
                }
                return await group.reduce(into: [String]()) { $0 += [$1].compactMap(\.self) }
            }
            #expect(receipts.count == 1)
            #expect(try await world.auth.count("deletion") == 1)
        }
    }

    /// An administrator's deletion of another account: the same path, by another right.
    @Test func aRightThatDoesNotHoldDeletesNothing() async throws {
        try await withAuth { world in
            let anna = try await Anna(world)
            let id = try #require(UUIDv7(anna.id))
            let deletion = world.auth.runtime.deletion
            try await world.setColumn("role", to: "admin")
            let refused = try await deletion.delete(
                id, by: .ofAdministrator(now: world.clock.now()))
            guard case .refused = refused else {
                Issue.record("it was deleted")
                return
            }
            guard case .done = try await deletion.delete(id, by: .ofOperator) else {
                Issue.record("it was not deleted")
                return
            }
            guard case .unknown = try await deletion.delete(id, by: .ofOperator) else {
                Issue.record("it was there still")
                return
            }
        }
    }
}
