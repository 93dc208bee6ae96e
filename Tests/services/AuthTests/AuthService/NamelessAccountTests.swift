import RollcallAPI
import RollcallRPC
import Synchronization
import Testing

@testable import Auth

/// Accounts that are made without a display name.
@Suite struct NamelessAccountTests {
    typealias Step = FaultyProfile.Step
    typealias Moment = FaultyProfile.Moment

    @Test func anAccountWithoutANameHasAProfileWithoutOneAndClaimsItLater() async throws {
        try await withAuth { world in
            let account = try await world.client.signUp(.anna(name: ""))
            try await world.auth.settle()
            try await world.expectWholeAccounts(count: 1)
            #expect(try await Array(world.profile.names(held: false).values) == [""])
            #expect(try await world.user(account.id)?.displayName == "")
            // Nobody signs in by no name: an empty one is no name at all.
            let byNoName = await failure {
                try await world.client.signIn(SignInRequest(password: "correct horse"))
            }
            #expect(byNoName?.reasons == [.wrongCredentials])

            try await world.rename(to: "anna", account.tokens)
            let byName = try await world.client.signIn(
                SignInRequest(password: "correct horse", displayName: "ANNA"))
            #expect(byName.session?.userID == account.id)
        }
    }

    @Test func aDeploymentMayRequireAName() async throws {
        try await withAuth { world in
            try await world.stop()
            try await world.start { $0.requiresDisplayName = true }
            let error = await failure { try await world.client.signUp(.anna(name: "")) }
            #expect(error?.reasons == [.displayNameMissing])
            #expect(error?.code == .invalidArgument)
            let empty = await failure { try await world.client.signUp(SignUpRequest()) }
            #expect(
                empty?.reasons == [
                    .emailMissing, .passwordMissing, .displayNameMissing, .idempotencyKeyMalformed,
                ])
            try await world.expectWholeAccounts(count: 0)
            _ = try await world.client.signUp(.anna())
        }
    }

    @Test func theSameKeyIsTheSameSignUpAndAnotherWithAName() async throws {
        try await withAuth { world in
            let request = SignUpRequest.anna(name: "")
            let first = try await world.client.signUp(request)
            #expect(try await world.client.signUp(request).id == first.id)
            var named = request
            named.displayName = "anna"
            let error = await failure { try await world.client.signUp(named) }
            #expect(error?.reasons == [.idempotencyKeyReused])
            try await world.auth.settle()
            try await world.expectWholeAccounts(count: 1)
        }
    }

    @Test(arguments: [Step.hold, .confirm, .release], Moment.allCases)
    func aSignUpThatIsStoppedLeavesAWholeAccountOrNothing(
        step: Step, moment: Moment
    ) async throws {
        try await withAuth { world in
            let isDone = Mutex(false)
            world.profile.setFault { at, when in
                if step == .release, at == .hold, when == .after {
                    throw RPCError(.unavailable, "so that there is something to release")
                }
                let isFirst = isDone.withLock { isDone in
                    guard at == step, when == moment, !isDone else { return false }
                    isDone = true
                    return true
                }
                if isFirst { throw RPCError(.internal, "as the test wants it") }
            }
            let request = SignUpRequest.anna(name: "")
            let error = await failure { try await world.client.signUp(request) }
            #expect((error == nil) == (step == .confirm))
            try await world.settleInTime()
            #expect(isDone.withLock { $0 })
            try await world.expectWholeAccounts(count: error == nil ? 1 : 0)
            world.profile.setFault(nil)
            _ = try await world.client.signUp(request)
            try await world.auth.settle()
            try await world.expectWholeAccounts(count: 1)
        }
    }
}
