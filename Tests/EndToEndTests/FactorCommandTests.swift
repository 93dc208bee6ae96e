import Foundation
import Testing

/// The second factor on the command line, with the real processes.
@Suite struct FactorCommandTests {
    @Test func anAppIsAddedOnTheTerminalAndAskedForFromThenOn() async throws {
        let cluster = try Cluster()
        try await cluster.startAll()
        let environment = [
            "ROLLCALL_AUTH": "\(cluster.endpoint(.auth))",
            "ROLLCALL_PROFILE": "\(cluster.endpoint(.profile))",
            "ROLLCALL_PRESENCE": "\(cluster.endpoint(.presence))",
            "XDG_STATE_HOME": cluster.directory.appending(path: "state").path,
        ]
        let program = Products.directory.appending(path: "rollcall").path
        let script = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "terminal.py").path
        /// - Parameter code: what is typed where a code of the factor is asked for.
        func onTerminal(_ arguments: [String], code: String = "") async throws -> ProgramOutput {
            try await run(
                "/usr/bin/python3", [script, "80", program] + arguments,
                environment: environment.merging(["FACTOR_CODE": code]) { $1 })
        }
        func alone(_ arguments: [String]) async throws -> ProgramOutput {
            try await run(
                "/usr/bin/setsid", ["--wait", program] + arguments, environment: environment,
                input: "correct horse\n")
        }
        let signUp = try await onTerminal([
            "sign-up", "--email", "ann@example.org", "--name", "Ann",
        ])
        #expect(signUp.status == 0, "\(signUp.text)")

        let on = try await onTerminal(["account", "totp", "on"])
        #expect(on.status == 0, "\(on.text)")
        #expect(on.text.contains("▀") && on.text.contains("\u{1B}[38;5;16;48;5;231m"))
        let codes = on.text.matches(of: /[0-9a-z]{5}-[0-9a-z]{5}/).map { String($0.output) }
        try #require(codes.count == 10, "\(on.text)")
        let factors = try await alone(["account", "factors", "--json"])
        #expect(factors.text.contains(#""recoveryCodesLeft":10"#), "\(factors.text)")

        // What asks for the password asks for the code, on the terminal or by an option.
        let add = ["email", "add", "a@example.org"]
        let asked = try await onTerminal(add, code: codes[0])
        #expect(asked.status == 0 && asked.text.contains("recovery code: "), "\(asked.text)")
        let file = ["--password-file", "-"]
        let refused = try await alone(add + file)
        #expect(refused.status == 2 && refused.text.contains("--factor-code"), "\(refused.text)")
        let given = try await alone(
            ["email", "add", "b@example.org"] + file + ["--factor-code", codes[1]])
        #expect(given.status == 0, "\(given.text)")

        // A sign-in, in one command and in two.
        let signIn = ["sign-in", "--email", "ann@example.org"]
        let once = try await onTerminal(signIn, code: codes[2])
        #expect(once.status == 0 && once.text.hasSuffix("Signed in as ann@example.org.\r\n"))
        #expect(!once.text.contains(codes[2]))
        let pending = try await alone(signIn + file)
        #expect(pending.status == 2 && pending.text.contains("sign-in --factor-code"))
        let wrong = try await alone(["sign-in", "--factor-code", "000000"])
        #expect(wrong.status == 6, "\(wrong.text)")
        let right = try await alone(["sign-in", "--factor-code", codes[3]])
        #expect(right.status == 0, "\(right.text)")

        let fresh = try await alone(
            ["account", "recovery-codes", "--json", "--factor-code", codes[4]] + file)
        #expect(fresh.status == 0 && fresh.text.hasPrefix(#"{"recoveryCodes":["#), "\(fresh.text)")
        let code = try #require(fresh.text.firstMatch(of: /[0-9a-z]{5}-[0-9a-z]{5}/))
        let off = try await alone(
            ["account", "totp", "off", "--factor-code", String(code.output)] + file)
        #expect(off.status == 0 && off.text == "Your account has no second factor.\n")
        #expect(try await alone(signIn + file).status == 0)
    }
}
