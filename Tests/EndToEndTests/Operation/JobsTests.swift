import Foundation
import Testing

/// The commands of the page of an operator's jobs, in its order, against real services.
@Suite struct JobsTests {
    /// The commands in the blocks of a section.
    private static func commands(under heading: String) throws -> [[String]] {
        let page = Products.repository.appending(path: "deploy/jobs.md")
        let sections = try String(contentsOf: page, encoding: .utf8).components(
            separatedBy: "\n## ")
        let section = try #require(sections.first { $0.hasPrefix("\(heading)\n") })
        let blocks = section.components(separatedBy: "```").enumerated()
            .filter { $0.offset % 2 == 1 }.map(\.element)
        return blocks.joined(separator: "\n").split(separator: "\n")
            .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }.map(words)
    }

    /// Every second part is in quotation marks.
    private static func words(_ line: String) -> [String] {
        line.components(separatedBy: "'").enumerated().flatMap { index, part in
            index % 2 == 1 ? [part] : part.split(separator: " ").map(String.init)
        }
    }

    private func run(_ words: [String], _ cluster: Cluster) async throws -> String {
        #expect(words[0] == "rollcall")
        let output = try await cluster.rollcall(Array(words.dropFirst()))
        #expect(output.status == 0, "\(words): \(output.text)")
        return output.text
    }

    @Test func whyAUserCannotSignInIsShownAndTheLimitLifted() async throws {
        let cluster = try Cluster(limits: ["account=2/900"])
        try await cluster.startAll()
        try await cluster.signUp("ann")
        for _ in 0..<3 {
            let output = try await cluster.signIn("ann", password: "wrong horse")
            #expect(output.status == 3, "\(output.text)")
        }
        let commands = try Self.commands(under: "A user cannot sign in")
        let shown = try await run(commands[0], cluster)
        #expect(shown.contains(/obstacles +limit account until 20.*Z\n +unverified\n/), "\(shown)")
        #expect(
            shown.contains(/refused sign ins +at 20.*Z locked\n +at 20.*Z wrong-password\n/),
            "\(shown)")
        let json = try await run(commands[0] + ["--json"], cluster)
        #expect(json.contains(#""reason":"SIGN_IN_REFUSAL_LOCKED""#), "\(json)")
        #expect(try await run(commands[1], cluster).hasSuffix("refused them: account.\n"))
        #expect(try await run(commands[1], cluster).hasSuffix("refused them: nothing.\n"))
        #expect(try await run(commands[2], cluster).hasSuffix("refused them: nothing.\n"))
        #expect(commands.count == 3)
        #expect(try await cluster.signIn("ann").status == 0)
    }

    @Test func aLostMailboxIsReplacedAndTheOldOneRestored() async throws {
        let cluster = try Cluster()
        try await cluster.startAll()
        try await cluster.signUp("ann")
        let mail = try await cluster.newestMail(for: "ann@example.org", 1)
        let code = String(try #require(mail.firstMatch(of: /[0-9]{8}/)).output)
        #expect(try await cluster.rollcall(["email", "verify", code], on: "ann").status == 0)
        let commands = try Self.commands(under: "A user has lost the mailbox")
        #expect(commands.count == 2)
        _ = try await run(commands[0], cluster)
        #expect(try await cluster.rollcall(["whoami"], on: "ann").status == 3)
        let told = try await cluster.newestMail(for: "ann@example.org", 2)
        #expect(told.contains("ann@example.net"), "\(told)")
        _ = try await cluster.newestMail(for: "ann@example.net", 1)
        #expect(try await cluster.signIn("ann", at: "ann@example.net").status == 0)
        _ = try await run(commands[1], cluster)
        #expect(try await cluster.signIn("ann").status == 0)
        let audit = try await cluster.rollcall(["admin", "audit", "list", "ann@example.org"])
        #expect(audit.text.contains("it was not the owner"), "\(audit.text)")
    }

    @Test func theAccountsOfAnAbuserAreFoundDisabledAndDeletedAndTheirNamesFree() async throws {
        let cluster = try Cluster()
        try await cluster.startAll()
        for name in ["bot1", "bot2", "ann"] { try await cluster.signUp(name) }
        let commands = try Self.commands(under: "Many accounts of one abuser")
        #expect(commands.count == 5)
        #expect(try await run(commands[0], cluster) == "Accounts found: 0, of 3. Changed: 0.\n")
        for command in commands[1...2] {
            let found = try await run(command, cluster)
            #expect(found.contains(/bot2@example.org +bot2 +20.*Z +found\n/), "\(found)")
            #expect(found.hasSuffix("\nAccounts found: 2, of 3. Changed: 0.\n"), "\(found)")
        }
        #expect(try await run(commands[3], cluster).hasSuffix(" 2, of 3. Changed: 2.\n"))
        #expect(try await cluster.signIn("bot1").status == 3)
        #expect(try await run(commands[4], cluster).hasSuffix(" 2, of 3. Changed: 2.\n"))
        let isFree = try await holds {
            try await cluster.rollcall(["name", "check", "bot1"], on: "nobody").status == 0
        }
        #expect(isFree)
        #expect(try await cluster.rollcall(["whoami"], on: "ann").status == 0)
    }

    @Test func afterALeakAllSignInAgainWithAnotherPassword() async throws {
        let cluster = try Cluster()
        try await cluster.startAll()
        try await cluster.signUp("ann")
        let commands = try Self.commands(under: "A backup has leaked")
        #expect(commands.count == 1)
        let text = try await run(commands[0], cluster)
        #expect(text.contains("Sessions that ended: 1. Passwords that must be replaced: 1."))
        #expect(text.contains("\n- credentials of services: rollcall admin service add"), "\(text)")
        #expect(try await cluster.rollcall(["whoami"], on: "ann").status == 3)
        #expect(try await cluster.signIn("ann").status != 0)
    }
}

extension Cluster {
    /// - Parameter device: without a session on it, administrators' commands are the operator's.
    fileprivate func rollcall(
        _ arguments: [String], on device: String = "machine", password: String = "correct horse"
    ) async throws -> ProgramOutput {
        try await run(
            Products.directory.appending(path: "rollcall").path, arguments,
            environment: [
                "ROLLCALL_AUTH": "\(endpoint(.auth))", "ROLLCALL_PROFILE": "\(endpoint(.profile))",
                "ROLLCALL_PRESENCE": "\(endpoint(.presence))",
                "XDG_STATE_HOME": directory.appending(path: device).path,
            ], input: "\(password)\n")
    }

    fileprivate func signUp(_ name: String) async throws {
        let output = try await rollcall(
            ["sign-up", "--email", "\(name)@example.org", "--name", name, "--password-file", "-"],
            on: name)
        #expect(output.status == 0, "\(output.text)")
    }

    /// On another device than that of the sign-up.
    fileprivate func signIn(
        _ name: String, at email: String? = nil, password: String = "correct horse"
    ) async throws -> ProgramOutput {
        try await rollcall(
            [
                "sign-in", "--email", email ?? "\(name)@example.org", "--password-file", "-",
            ], on: "\(name)-elsewhere", password: password)
    }
}
