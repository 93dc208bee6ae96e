import Foundation
import RollcallAPI
import Testing

/// People who forget, change and lose things, through the real processes: what their mails say lies
/// in the spool.
@Suite struct AccountCommandTests {
    @Test func anAddressIsVerifiedByTheCodeOfItsMail() async throws {
        let person = try await Person()
        try await person.run("sign-up", "--email", "ann@example.org", "--name", "Ann")
        let code = try await person.code(for: "ann@example.org", mails: 1)
        let wrong = code == "00000000" ? "00000001" : "00000000"
        let refused = try await person.rollcall(["email", "verify", wrong])
        #expect(refused.status == 6 && refused.text.contains("not the one"), "\(refused.text)")
        try await person.run("email", "verify", code)
        let account = try await person.rollcall(["account", "show", "--json"])
        #expect(account.text.contains(#""isPrimary":true"#), "\(account.text)")
        let again = try await person.rollcall(["email", "verify", code])
        #expect(again.status == 4, "\(again.text)")
        let send = try await person.rollcall(["email", "send"])
        #expect(send.text == "Your address is verified already, or you have none.\n")
    }

    @Test func aSignUpThatIsRunAgainWithItsKeyMakesNoSecondAccount() async throws {
        let person = try await Person()
        let signUp = ["sign-up", "--email", "ann@example.org", "--name", "Ann"]
        let asks = ["--password-file", "-", "--json"]
        let key = ["--idempotency-key", "sign-up-of-ann-1"]
        var accounts: Set<Substring> = []
        for _ in 0..<2 {
            let output = try await person.rollcall(signUp + key + asks)
            #expect(output.status == 0, "\(output.text)")
            accounts.insert(try #require(output.text.firstMatch(of: /"userId":"[^"]+"/)).output)
        }
        #expect(accounts.count == 1)
        #expect(try await person.rollcall(signUp + asks).status == 5)
    }

    @Test func aForgottenPasswordIsReplaced() async throws {
        let person = try await Person()
        try await person.run("sign-up", "--email", "ann@example.org", "--name", "Ann")
        _ = try await person.code(for: "ann@example.org", mails: 1)
        let early = try await person.rollcall(
            ["password", "reset", "--code", "12345678", "--new-password-file", "-"])
        #expect(early.status == 2 && early.text.contains("--email"), "\(early.text)")
        for email in ["ann@example.org", "nobody@example.org"] {
            let asked = try await person.rollcall(["password", "reset", "--email", email])
            #expect(asked.status == 0 && asked.text.hasPrefix("If there is"), "\(asked.text)")
            guard email.hasPrefix("ann") else { continue }
            let code = try await person.code(for: email, mails: 2)
            let reset = [
                "password", "reset", "--code", code, "--new-password-file", "-", "--json",
            ]
            let done = try await person.rollcall(reset, input: "battery staple\n")
            #expect(done.status == 0 && done.text == "{\"changed\":true}\n", "\(done.text)")
        }
        #expect(try await person.rollcall(["whoami"]).status == 3)
        let signIn = ["sign-in", "--email", "ann@example.org", "--password-file", "-"]
        #expect(try await person.rollcall(signIn).status == 3)
        #expect(try await person.rollcall(signIn, input: "battery staple\n").status == 0)
    }

    /// The terminal keeps the token of its device, and shows it.
    @Test func strangersKeepNoResetFromATerminalThatTheAccountKnows() async throws {
        let person = try await Person(limits: ["mail.recipient=1/86400"])
        try await person.run("sign-up", "--email", "ann@example.org", "--name", "Ann")
        let stranger = AccountServiceClient(person.cluster.client(.auth))
        for _ in 0..<3 {
            _ = try await stranger.requestPasswordReset(
                RequestPasswordResetRequest(email: "ann@example.org"))
        }
        _ = try await person.code(for: "ann@example.org", mails: 2)
        let ask = ["password", "reset", "--email", "ann@example.org"]
        #expect(try await person.rollcall(ask).status == 0)
        let code = try await person.code(for: "ann@example.org", mails: 3)
        let reset = ["password", "reset", "--code", code, "--new-password-file", "-"]
        #expect(try await person.rollcall(reset, input: "battery staple\n").status == 0)
    }

    /// Without a page for links, what a mail says opens the account from any terminal: also the
    /// mail that a stranger asked for.
    @Test func aMailWithoutALinkSaysWhatToEnterInstead() async throws {
        let person = try await Person()
        try await person.run("sign-up", "--email", "ann@example.org", "--name", "Ann")
        let verify = try await person.linkToken(for: "ann@example.org", mails: 1)
        let verified = try await person.rollcall(
            ["email", "verify", "--link", "-"], input: "\(verify)\n")
        #expect(verified.status == 0, "\(verified.text)")
        _ = try await AccountServiceClient(person.cluster.client(.auth)).requestPasswordReset(
            RequestPasswordResetRequest(email: "ann@example.org"))
        let token = try await person.linkToken(for: "ann@example.org", mails: 2)
        let reset = ["password", "reset", "--link", token, "--new-password-file", "-"]
        #expect(try await person.rollcall(reset, input: "battery staple\n").status == 0)
    }

    @Test func anAddressIsChangedAndTakenBack() async throws {
        let person = try await Person()
        try await person.run("sign-up", "--email", "ann@example.org", "--name", "Ann")
        let (old, new) = ("ann@example.org", "ann@example.net")
        try await person.run("email", "verify", try await person.code(for: old, mails: 1))
        let start = ["email", "change", new, "--password-file", "-"]
        #expect(try await person.rollcall(start).status == 0)
        let codes = (
            old: try await person.code(for: old, mails: 2),
            new: try await person.code(for: new, mails: 1)
        )
        let swapped = try await person.rollcall(
            ["email", "confirm", "--old", codes.new, "--new", codes.old])
        #expect(swapped.status == 6, "\(swapped.text)")
        try await person.run("email", "confirm", "--old", codes.old, "--new", codes.new)
        let account = try await person.rollcall(["account", "show"])
        #expect(account.text.contains(" \(new) verified "), "\(account.text)")

        let token = try await person.linkToken(for: old, mails: 3)
        let verify = try await person.rollcall(["email", "verify", "--link", token])
        #expect(verify.status == 6 && verify.text.contains("something else"), "\(verify.text)")
        let undone = try await person.rollcall(["email", "undo", "-"], input: "\(token)\n")
        #expect(undone.status == 0, "\(undone.text)")
        #expect(try await person.rollcall(["whoami"]).status == 3)
        let code = try await person.code(for: old, mails: 4)
        let reset = ["password", "reset", "--code", code, "--new-password-file", "-"]
        #expect(try await person.rollcall(reset, input: "battery staple\n").status == 0)
        let signIn = ["sign-in", "--email", old, "--password-file", "-"]
        #expect(try await person.rollcall(signIn, input: "battery staple\n").status == 0)
    }

    @Test func anotherAddressIsAddedAndBecomesTheOnlyOne() async throws {
        let person = try await Person()
        try await person.run("sign-up", "--email", "ann@example.org", "--name", "Ann")
        let (old, new) = ("ann@example.org", "ann@example.net")
        let first = try await person.code(for: old, besides: [])
        try await person.run("email", "verify", first)
        let adds = ["email", "add", new, "--password-file", "-"]
        #expect(try await person.rollcall(adds, input: "\n").status == 3)
        let add = try await person.rollcall(adds)
        #expect(add.status == 0 && add.text.hasSuffix(" --email \(new)\n"), "\(add.text)")
        let pending = try await person.rollcall(["account", "show"])
        #expect(pending.text.contains("pending       \(new)\n"), "\(pending.text)")
        let second = try await person.code(for: new, besides: [])
        try await person.run("email", "verify", second, "--email", new)
        let both = try await person.rollcall(["account", "show"])
        let line = both.text.split(separator: "\n").first { $0.contains(" \(old) verified ") }
        #expect(line?.hasSuffix(" primary") == true, "\(both.text)")
        #expect(both.text.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(both.text)")

        // A session that was just opened needs no proof for this.
        let early = try await person.rollcall(
            ["email", "remove", old, "--password-file", "-"], input: "\n")
        #expect(early.status == 5 && early.text.contains("email primary"), "\(early.text)")
        let primary = ["email", "primary", new, "--password-file", "-"]
        #expect(try await person.rollcall(primary, input: "wrong horse\n").status == 3)
        #expect(try await person.rollcall(primary).status == 0)
        try await person.run("account", "code")
        let third = try await person.code(for: new, besides: [second])
        try await person.run("email", "remove", old, "--mailed-code", third)
        let account = try await person.rollcall(["account", "show"])
        #expect(!account.text.contains(old), "\(account.text)")
        let gone = try await person.rollcall(
            ["email", "remove", old, "--password-file", "-"])
        #expect(gone.status == 4 && gone.text.contains("account show"), "\(gone.text)")
        let signIn = ["sign-in", "--email", new, "--password-file", "-"]
        #expect(try await person.rollcall(signIn).status == 0)
    }

    @Test func aSignInOnAnotherMachineIsConfirmedByAMailAndNotAskedForAgain() async throws {
        let person = try await Person(authArguments: ["--confirm-unknown-devices"])
        try await person.run("sign-up", "--email", "ann@example.org", "--name", "Ann")
        let first = try await person.code(for: "ann@example.org", besides: [])
        try await person.run("email", "verify", first)
        let signIn = ["sign-in", "--email", "ann@example.org", "--password-file", "-"]
        let pending = try await person.rollcall(signIn, machine: "other")
        #expect(pending.status == 2, "\(pending.text)")
        #expect(pending.text.contains("rollcall sign-in --mailed-code DIGITS"), "\(pending.text)")
        #expect(try await person.rollcall(["whoami"], machine: "other").status == 3)
        let code = try await person.code(for: "ann@example.org", besides: [first])
        let go = ["sign-in", "--mailed-code", code]
        let opened = try await person.rollcall(go, machine: "other")
        #expect(opened.text == "Signed in as ann@example.org.\n")
        #expect(try await person.rollcall(["sign-out"], machine: "other").status == 0)
        #expect(try await person.rollcall(signIn, machine: "other").status == 0)
    }

    /// What changes nobody's address still needs a proof when the session is fresh.
    @Test func aFreshSessionChangesNoPasswordAndDeletesNothingWithoutAProof() async throws {
        let person = try await Person()
        try await person.run("sign-up", "--email", "ann@example.org", "--name", "Ann")
        let first = try await person.code(for: "ann@example.org", besides: [])
        try await person.run("email", "verify", first)
        let delete = ["account", "delete", "--yes"]
        let none = try await person.rollcall(delete + ["--password-file", "-"], input: "\n")
        #expect(none.status == 3 && none.text.contains("rollcall account code"), "\(none.text)")
        try await person.run("account", "code")
        let code = try await person.code(for: "ann@example.org", besides: [first])
        let done = try await person.rollcall(delete + ["--mailed-code", code])
        #expect(done.status == 0, "\(done.text)")
    }

    @Test func aPasswordIsChangedAndALanguageChosen() async throws {
        let person = try await Person()
        try await person.run(
            "sign-up", "--email", "ann@example.org", "--name", "Ann", "--locale", "de-at")
        let locale = try await person.rollcall(["account", "locale", "pt-br", "--json"])
        #expect(locale.text.contains(#""locale":"pt-BR""#), "\(locale.text)")
        let file = person.cluster.directory.appending(path: "new").path
        try Data("battery staple\n".utf8).write(to: URL(filePath: file))
        let change = ["password", "change", "--password-file", "-", "--new-password-file", file]
        let wrong = try await person.rollcall(change, input: "wrong horse\n")
        #expect(wrong.status == 3, "\(wrong.text)")
        #expect(try await person.rollcall(change).status == 0)
        let same = try await person.rollcall(change, input: "battery staple\n")
        #expect(same.status == 6 && same.text.contains("current one"), "\(same.text)")
        #expect(try await person.rollcall(["whoami"]).status == 0)
    }
}

/// Somebody at a terminal, and the mails that came.
private struct Person {
    let cluster: Cluster

    init(limits: [String] = Cluster.wideLimits, authArguments: [String] = []) async throws {
        cluster = try Cluster(authArguments: authArguments, limits: limits)
        try await cluster.startAll()
    }

    /// Runs a command that is to succeed, with the password on standard input.
    func run(_ arguments: String...) async throws {
        let asks = arguments[0] == "sign-up" ? ["--password-file", "-"] : []
        let output = try await rollcall(arguments + asks)
        #expect(output.status == 0, "\(arguments): \(output.text)")
    }

    /// Runs a command without a terminal.
    ///
    /// - Parameter machine: whose state it has.
    func rollcall(
        _ arguments: [String], input: String = "correct horse\n", machine: String = "state"
    ) async throws -> ProgramOutput {
        let program = Products.directory.appending(path: "rollcall").path
        return try await EndToEndTests.run(
            "/usr/bin/setsid", ["--wait", program] + arguments,
            environment: [
                "ROLLCALL_AUTH": "\(cluster.endpoint(.auth))",
                "ROLLCALL_PROFILE": "\(cluster.endpoint(.profile))",
                "ROLLCALL_PRESENCE": "\(cluster.endpoint(.presence))",
                "XDG_STATE_HOME": cluster.directory.appending(path: machine).path,
            ], input: input)
    }

    /// The code of the newest mail to an address, once there are as many as that.
    func code(for address: String, mails count: Int) async throws -> String {
        let mail = try await cluster.newestMail(for: address, count)
        return String(try #require(mail.firstMatch(of: /\b[0-9]{8}\b/)).output)
    }

    /// The code of a mail to an address that is none of those that were seen.
    func code(for address: String, besides seen: [String]) async throws -> String {
        func codes() throws -> [String] {
            try cluster.spool.mails(to: address).map(\.code)
                .filter { !$0.isEmpty && !seen.contains($0) }
        }
        #expect(try await holds { try !codes().isEmpty }, "\(cluster.logs)")
        return try #require(try codes().last)
    }

    func linkToken(for address: String, mails count: Int) async throws -> String {
        let mail = try await cluster.newestMail(for: address, count)
        return String(try #require(mail.firstMatch(of: /rcl1_[A-Za-z0-9_-]+/)).output)
    }
}
