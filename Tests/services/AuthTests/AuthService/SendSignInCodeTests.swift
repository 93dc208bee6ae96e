import RollcallAPI
import RollcallRPC
import Testing

@testable import Auth

@Suite struct SendSignInCodeTests: SignsInByCode {
    @Test func theCodeGoesToEveryVerifiedAddressOfAnAccount() async throws {
        try await withCodes { world in
            let tokens = try await world.verifiedAnna()
            try await world.add("anna@example.org", tokens)
            for email in ["anna@example.com", "Anna@example.org"] {
                let flow = try await send(world, email)
                let mail = try await world.newest(.signInCode)
                #expect(mail.recipient == email.lowercased())
                #expect(mail.code?.count == 8 && flow.hasPrefix("rcf1_"))
                #expect(try await !world.auth.store.holds(mail.code ?? ""))
            }
        }
    }

    /// Somebody else may have chosen its password, and would share the account with its reader.
    @Test func noCodeGoesToAnAddressThatWasNeverVerified() async throws {
        try await withCodes { world in
            _ = try await world.client.signUp(.anna())
            let flow = try await send(world)
            #expect(try await world.mails(.signInCode).isEmpty)
            #expect(await error(world, flow, "12345678")?.reasons == [.codeWrong])
        }
    }

    @Test func aDeploymentMailsNoneUnlessItIsTold() async throws {
        try await withAuth { world in
            let sent = await failure { try await send(world) }
            let entered = await error(world, "", "12345678")
            for error in [sent, entered] {
                #expect(error?.code == .failedPrecondition && error?.reasons == [.signInWayOff])
            }
        }
    }

    @Test func whatIsNoAddressIsSaid() async throws {
        try await withCodes { world in
            let error = await failure { try await send(world, "anna") }
            #expect(error?.code == .invalidArgument && error?.reasons == [.emailMalformed])
        }
    }

    @Test func aMailboxGetsNoMoreThanItsShareFromStrangers() async throws {
        try await withCodes(configure: { $0.limits[.mailRecipient] = LimitPolicy(3, per: 900) }) {
            world in
            _ = try await world.verifiedAnna()
            for _ in 0..<5 { _ = try await send(world) }
            #expect(try await world.mails(.signInCode).count == 3)
            // Resets of strangers share it.
            _ = try await world.requestReset()
            #expect(try await world.mails(.resetPassword).isEmpty)
        }
    }

    @Test func aRequestOutlivesACrash() async throws {
        try await withCodes { world in
            _ = try await world.verifiedAnna()
            let challenges = world.auth.runtime.challenges
            let flow = try challenges.newFlow(.system)
            let challenge = challenges.request(
                .signInCode, at: "anna@example.com", flow: flow,
                by: LimitKey(name: .mailAddress, high: 1, low: 2))
            try await world.auth.store.add(
                ResetRequest(challenge: challenge, locale: "", isFromKnownDevice: false),
                claim: (0, nil),
                now: world.clock.now())
            let copy = try world.copy()
            try await world.stop()
            try await world.start(path: copy) { $0.mailsSignInCodes = true }
            try await world.settleResets()
            let code = try await world.newest(.signInCode).code
            #expect(await error(world, flow.token.text, code) == nil)
        }
    }
}

/// Tests of sign-ins by a mailed code.
protocol SignsInByCode {}

extension SignsInByCode {
    func withCodes(
        configure: (inout AuthConfiguration) -> Void = { _ in },
        _ body: (AuthServer) async throws -> Void
    ) async throws {
        try await withAuth { world in
            try await world.stop()
            try await world.start {
                $0.mailsSignInCodes = true
                configure(&$0)
            }
            try await body(world)
        }
    }

    /// Asks for a code, and waits until the mail is on its way, if there is any.
    ///
    /// - Returns: the flow.
    func send(
        _ world: AuthServer, _ email: String = "anna@example.com", on device: String = ""
    ) async throws -> String {
        let answer = try await world.client.sendSignInCode(
            SendSignInCodeRequest(email: email, deviceToken: device))
        #expect(answer.expiresAtMs == world.clock.now() + 600_000)
        try await world.settleResets()
        return answer.flow
    }

    func enter(
        _ world: AuthServer, _ flow: String, _ code: String?, on device: String = ""
    ) async throws -> SignInWithCodeResponse {
        try await world.client.signInWithCode(
            SignInWithCodeRequest(
                flow: flow, code: code ?? "", deviceLabel: "Anna's laptop", platform: "Linux",
                deviceToken: device))
    }

    func error(_ world: AuthServer, _ flow: String, _ code: String?) async -> RPCError? {
        await failure { try await enter(world, flow, code) }
    }
}
