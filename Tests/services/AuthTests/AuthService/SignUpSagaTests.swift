import RollcallAPI
import RollcallRPC
import Synchronization
import TestSupport
import Testing

@testable import Auth

/// Sign-ups that are stopped between any two steps.
@Suite struct SignUpSagaTests {
    typealias Step = FaultyProfile.Step
    typealias Moment = FaultyProfile.Moment

    static let moments = Step.ofSignUp.flatMap { step in Moment.allCases.map { (step, $0) } }

    @Test(arguments: moments)
    func profileFailsOnce(step: Step, moment: Moment) async throws {
        try await withAuth { world in
            let codes = [StatusCode.unavailable, .internal, .deadlineExceeded, .unauthenticated]
            for code in codes {
                let isDone = Mutex(false)
                world.profile.setFault { at, when in
                    let isFirst = isDone.withLock { isDone in
                        guard at == step, when == moment, !isDone else { return false }
                        isDone = true
                        return true
                    }
                    if isFirst { throw RPCError(code, "as the test wants it") }
                }
                let before = try await world.auth.count("account")
                let request = SignUpRequest.anna(
                    email: "\(code)@example.com", name: "name\(code.rawValue)")
                let error = await failure { try await world.client.signUp(request) }
                #expect(error == nil || error?.code == .unavailable)
                try await world.settleInTime()
                try await world.expectWholeAccounts(count: before + (error == nil ? 1 : 0))
            }
        }
    }

    /// The file as it is at this instant is all that the next Auth has.
    @Test(arguments: moments)
    func authIsKilled(step: Step, moment: Moment) async throws {
        try await withAuth { world in
            let copy = Mutex<String?>(nil)
            world.profile.setFault { at, when in
                if step == .release, at == .hold, when == .after {
                    throw RPCError(.unavailable, "so that there is something to release")
                }
                guard at == step, when == moment else { return }
                try copy.withLock { try $0 = $0 ?? world.copy() }
                // Whatever the Auth that dies would still do, it does not do.
                try await untilCancelled()
            }
            let client = world.client
            let request = SignUpRequest.anna()
            let call = Task { await failure { try await client.signUp(request) } }
            try await eventually { copy.withLock { $0 } != nil }
            world.profile.setFault(nil)
            call.cancel()
            try await restart(world, on: copy.withLock { $0 })
            try await world.expectWholeAccounts(count: step == .confirm ? 1 : 0)

            let again = await failure { try await world.client.signUp(request) }
            #expect(again == nil)
            try await world.settleInTime()
            try await world.expectWholeAccounts(count: 1)
        }
    }

    private func restart(_ world: AuthServer, on path: String?) async throws {
        let old = world.auth
        try await world.start(path: path)
        try await world.settleInTime()
        // Only now, so that its own end cannot do the work of the recovery.
        try await old.stop()
    }

    @Test func theCallerGoesAway() async throws {
        try await withAuth { world in
            for pause in 0..<30 {
                let client = world.client
                let request = SignUpRequest.anna(
                    email: "\(pause)@example.com", name: "name\(pause)")
                let call = Task { await failure { try await client.signUp(request) } }
                try await elapse(.microseconds(pause * 100))
                call.cancel()
                _ = await call.value
            }
            // Stopping waits for the calls that the server has not noticed to be cancelled.
            try await world.stop()
            try await world.start()
            try await world.settleInTime()
            try await world.expectWholeAccounts()
        }
    }

    @Test(arguments: ["account", "session", "outbox"])
    func theStoreFailsAtTheCommit(table: String) async throws {
        try await withAuth { world in
            try await world.auth.store.refuseInserts(into: table)
            #expect(await failure { try await world.client.signUp(.anna()) } != nil)
            try await world.auth.store.refuseNothing()
            // Where even the end could not be written down, the next start finds it.
            try await world.stop()
            try await world.start()
            try await world.settleInTime()
            try await world.expectWholeAccounts(count: 0)
        }
    }

    @Test func aFullDiskChangesNothingAndSaysSo() async throws {
        try await withAuth { world in
            try await world.auth.store.refuseGrowth()
            let errors = try await signUpUntilFull(world)
            #expect(errors?.reasons == [.noSpace], "\(String(describing: errors))")
            try await world.auth.store.allowGrowth()
            _ = try await world.client.signUp(.anna())
            try await world.stop()
            try await world.start()
            try await world.settleInTime()
            try await world.expectWholeAccounts()
        }
    }

    private func signUpUntilFull(_ world: AuthServer) async throws -> RPCError? {
        for number in 100..<1000 {
            let request = SignUpRequest.anna(
                email: "\(number)@example.com", name: "name\(number)")
            let error = await failure { try await world.client.signUp(request) }
            if let error { return error }
        }
        return nil
    }

    @Test func aSignUpWhoseEndCouldNotBeWrittenIsFoundWithoutARestart() async throws {
        try await withAuth { world in
            try await world.stop()
            try await world.start { $0.recoveryPause = .milliseconds(5) }
            try await world.auth.store.refuseInserts(into: "outbox")
            _ = await failure { try await world.client.signUp(.anna()) }
            #expect(try await world.auth.count("signUp", where: "state = 'pending'") == 1)
            try await world.auth.store.refuseNothing()
            try await eventually { try await world.auth.count("signUp") == 0 }
            try await world.expectWholeAccounts(count: 0)
        }
    }
}
