import Foundation
import Testing

/// What cannot be taken back is asked about.
@Suite struct ConfirmationTests {
    private static let commands = [
        ["account", "delete", "--password-file", "-"],
        ["admin", "user", "delete", "ann@example.org"],
        ["admin", "epoch", "begin"],
    ]

    @Test(arguments: commands)
    func aScriptSaysYesOrIsRefused(command: [String]) async throws {
        let cluster = try await cluster()
        let refused = try await cluster.rollcall(command)
        #expect(refused.status == 2)
        #expect(refused.text.hasSuffix("say --yes.\n"), "\(refused.text)")
        #expect(try await cluster.rollcall(["whoami"]).status == 0)
        let done = try await cluster.rollcall(command + ["--yes"])
        #expect(done.status == 0, "\(done.text)")
        #expect(try await cluster.rollcall(["whoami"]).status == 3)
    }

    @Test func aPersonIsAsked() async throws {
        let cluster = try await cluster()
        for (answer, isDone) in [("n", false), ("", false), ("yes", true)] {
            let output = try await cluster.rollcallOnTerminal(
                "admin user delete ann@example.org", answer: answer)
            #expect(output.text.contains("Delete the account ann@example.org, for good? [y/N]"))
            #expect(output.text.contains("Nothing was done.") != isDone, "\(output.text)")
            #expect(output.text.contains("The account is deleted.") == isDone, "\(output.text)")
        }
    }

    /// A check by itself erases nothing that has an owner.
    @Test func aCheckIsAskedAboutOnlyIfItMends() async throws {
        let cluster = try await cluster()
        #expect(try await cluster.rollcall(["admin", "check"]).status == 0)
        let mend = ["admin", "check", "--mend"]
        let refused = try await cluster.rollcall(mend)
        #expect(refused.status == 2 && refused.text.hasSuffix("say --yes.\n"), "\(refused.text)")
        let done = try await cluster.rollcall(mend + ["--yes"])
        #expect(done.status == 0, "\(done.text)")
        for (answer, isDone) in [("n", false), ("y", true)] {
            let output = try await cluster.rollcallOnTerminal("admin check --mend", answer: answer)
            #expect(
                output.text.contains(
                    "Profiles and presence without an account are erased for good"))
            #expect(output.text.contains("Nothing was done.") != isDone, "\(output.text)")
            #expect(output.text.contains("Compared 1 accounts") == isDone, "\(output.text)")
        }
    }

    private func cluster() async throws -> Cluster {
        let cluster = try Cluster()
        try await cluster.startAll()
        let signUp = [
            "sign-up", "--email", "ann@example.org", "--name", "ann", "--password-file", "-",
        ]
        #expect(try await cluster.rollcall(signUp).status == 0)
        return cluster
    }
}

extension Cluster {
    private var environment: [String: String] {
        [
            "ROLLCALL_AUTH": "\(endpoint(.auth))", "ROLLCALL_PROFILE": "\(endpoint(.profile))",
            "ROLLCALL_PRESENCE": "\(endpoint(.presence))",
            "XDG_STATE_HOME": directory.appending(path: "state").path,
        ]
    }

    /// `admin` as the operator, and other commands as the user who is signed in.
    fileprivate func rollcall(_ arguments: [String]) async throws -> ProgramOutput {
        let asWhom = arguments[0] == "admin" ? ["--operator"] : []
        return try await run(
            Products.directory.appending(path: "rollcall").path, arguments + asWhom,
            environment: environment, input: "correct horse\n")
    }

    fileprivate func rollcallOnTerminal(
        _ command: String, answer: String
    ) async throws -> ProgramOutput {
        let program = Products.directory.appending(path: "rollcall").path
        return try await run(
            "/usr/bin/script", ["-qec", "\(program) \(command) --operator", "/dev/null"],
            environment: environment, input: "\(answer)\n")
    }
}
