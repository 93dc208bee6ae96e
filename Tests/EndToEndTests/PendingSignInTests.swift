import Foundation
import RollcallAPI
import RollcallRPC
import TestSupport
import Testing

/// The terminal against an Auth that asks for a second step at every sign-in.
@Suite struct PendingSignInTests {
    private let signIn = ["sign-in", "--email", "ann@example.org"]

    /// Runs `body` with the environment of a terminal that calls such an Auth.
    private func withAuth(
        steps: [SignInStep] = [.mailedCode],
        _ body: (_ environment: [String: String]) async throws -> Void
    ) async throws {
        let directory = try TemporaryDirectory()
        var router = Router()
        router.unary(AuthServiceMethods.signIn) { _, _ in
            SignInResponse(pending: PendingSignIn(token: "p1", expiresAtMs: .max, steps: steps))
        }
        router.unary(AuthServiceMethods.continueSignIn) { request, _ in
            guard request.token == "p1",
                [.mailedCode("12345678"), .totpCode("123456")].contains(request.step)
            else {
                throw RPCError.violation(.invalidArgument, .codeWrong, field: "mailed_code", "no")
            }
            return ContinueSignInResponse(
                session: Session(sessionID: "s", userID: "u", email: "ann@example.org"),
                tokens: Tokens(
                    accessToken: "a", accessTokenExpiresAtMs: .max, accessTokenLifetimeMs: 600_000,
                    refreshToken: "r"),
                deviceToken: "device")
        }
        let server = try Server(router: router, authenticator: nil, logger: .quiet)
        let endpoint = Endpoint.unix(path: "\(directory.path)/socket")
        _ = try await server.listen(on: endpoint)
        let password = "\(directory.path)/password"
        try Data("correct horse\n".utf8).write(to: URL(filePath: password))
        do {
            try await body([
                "ROLLCALL_AUTH": "\(endpoint)", "XDG_STATE_HOME": directory.path,
                "PASSWORD": password,
            ])
        } catch {
            await server.drain()
            throw error
        }
        await server.drain()
    }

    private var program: String { Products.directory.appending(path: "rollcall").path }

    /// Runs a command without a terminal.
    private func rollcall(
        _ arguments: [String], _ environment: [String: String]
    ) async throws -> ProgramOutput {
        try await run(
            "/usr/bin/setsid", ["--wait", program] + arguments, environment: environment)
    }

    @Test func theCodeIsAskedForOnTheTerminal() async throws {
        try await withAuth { environment in
            let script = URL(filePath: #filePath).deletingLastPathComponent()
                .appending(path: "terminal.py").path
            let output = try await run(
                "/usr/bin/python3", [script, "80", program] + signIn, environment: environment)
            #expect(output.status == 0, "\(output.text)")
            #expect(output.text.contains("Code of the mail: "))
            #expect(output.text.hasSuffix("Signed in as ann@example.org.\r\n"))
            #expect(!output.text.contains("12345678"))
        }
    }

    @Test func aScriptGoesOnWithTheCodeInAnotherCommand() async throws {
        try await withAuth { environment in
            let early = try await rollcall(["sign-in", "--mailed-code", "12345678"], environment)
            #expect(early.status == 2 && early.text.hasPrefix("No sign-in here"), "\(early.text)")
            let file = ["--password-file", environment["PASSWORD"] ?? ""]
            let pending = try await rollcall(signIn + file, environment)
            #expect(pending.status == 2)
            #expect(
                pending.text
                    == "There is no terminal to ask on. Give the code that was mailed to you by "
                    + "rollcall sign-in --mailed-code DIGITS.\n")
            let wrong = try await rollcall(["sign-in", "--mailed-code", "00000000"], environment)
            #expect(wrong.status == 6, "\(wrong.text)")
            let right = try await rollcall(["sign-in", "--mailed-code", "12345678"], environment)
            #expect(right.status == 0 && right.text == "Signed in as ann@example.org.\n")
            let again = try await rollcall(["sign-in", "--mailed-code", "12345678"], environment)
            #expect(again.status == 2, "\(again.text)")
        }
    }

    @Test func theCodeOfTheAppIsAskedForOnTheTerminal() async throws {
        try await withAuth(steps: [.totp, .recoveryCode]) { environment in
            let script = URL(filePath: #filePath).deletingLastPathComponent()
                .appending(path: "terminal.py").path
            let output = try await run(
                "/usr/bin/python3", [script, "80", program] + signIn,
                environment: environment.merging(["FACTOR_CODE": "123456"]) { $1 })
            #expect(output.status == 0, "\(output.text)")
            #expect(!output.text.contains("123456"))
        }
    }

    @Test func aStepThatThisProgramDoesNotKnowIsSaid() async throws {
        try await withAuth(steps: [.unrecognized(77)]) { environment in
            let file = ["--password-file", environment["PASSWORD"] ?? ""]
            let output = try await rollcall(signIn + file, environment)
            #expect(output.status == 1 && output.text.contains("update"), "\(output.text)")
        }
    }
}
