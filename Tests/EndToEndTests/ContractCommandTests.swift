import Foundation
import MessageJSON
import Testing

@testable import rollcall

/// Every admin command that the contract describes, against real services.
@Suite struct ContractCommandTests {
    private static let id = "0197a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b"

    /// What is run, in order, and the exit status.
    private static let runs: [(line: String, status: Int32)] = [
        ("check", 0), ("photos check --rate 1073741824", 0), ("user list", 0),
        ("user find --email-prefix a", 0), ("user find", 6),
        ("user show ann@example.org", 0), ("user show ann", 0),
        ("user sessions ann", 0), ("user disable bob --until 30d", 0),
        ("user disable bob --until 2020-01-01", 6), ("user enable bob@example.org", 0),
        ("user force-reset bob", 0), ("user revoke-sessions bob", 0), ("user role bob admin", 0),
        ("user remove-factors bob --yes", 4),
        ("user set-address bob@example.org bob@example.net --reason lost --yes", 0),
        ("user set-address bob ann@example.org --reason lost --yes", 5),
        ("user set-address bob bob@example.org --reason found --yes", 0),
        ("user find --name-prefix CI --act disable --yes", 0), ("user delete cid --yes", 0),
        ("user show cid", 4),
        ("audit list", 0), ("audit list ann", 0), ("audit verify", 0),
        ("delivery list", 0), ("delivery retry 9999", 4),
        ("ban list", 0), ("ban clear --login ann", 0), ("ban clear nonsense", 6),
        ("service add games --show-sensitive", 0), ("service add games --show-sensitive", 5),
        ("service list", 0), ("service remove games", 0),
        ("mail test dan@example.org", 0), ("mail list --state pending", 0),
        ("mail retry \(id)", 4), ("mail drop \(id)", 4),
        ("key list", 0), ("key rotate --withdraw", 0),
        ("word reserve boss --reason band", 0), ("word list", 0), ("word release boss", 0),
        ("name set ann --name Annette --reason wish", 0), ("name history Annette", 0),
        ("name remove ann@example.org --reason slur", 0), ("name remove nobody --reason x", 4),
        ("profile reports", 0), ("profile report \(id)", 4), ("profile decide \(id) --reason x", 4),
        ("profile take-down bob@example.org --take-down bio --reason spam", 0),
        ("profile refused-photos", 0),
        ("profile allow-photo \(String(repeating: "a", count: 64))", 4),
        ("presence counts", 0), ("presence devices bob@example.org", 0), ("presence kick bob", 0),
        ("presence drain --spread 1", 0), ("presence resume", 0),
        ("epoch begin --yes", 0), ("epoch after-leak --yes", 0),
    ]

    @Test func eachIsRunBySomeLine() {
        for command in ContractCommands.all where command.isForAdministrators {
            let isRun = Self.runs.contains { "admin \($0.line) ".hasPrefix("\(command.words) ") }
            #expect(isRun, "\(command.words) is new: run it here")
        }
    }

    @Test(arguments: [false, true])
    func eachAnswersInWordsAndInJSON(_ isJSON: Bool) async throws {
        let cluster = try Cluster()
        try await cluster.startAll()
        for name in ["ann", "bob", "cid"] {
            let output = try await rollcall(
                cluster,
                ["sign-up", "--email", "\(name)@example.org", "--name", name]
                    + ["--password-file", "-"], on: name)
            #expect(output.status == 0, "\(output.text)")
        }
        for (line, status) in Self.runs {
            let words = line.split(separator: " ").map(String.init)
            let output = try await rollcall(
                cluster, ["admin"] + words + (isJSON ? ["--json"] : []), on: "machine")
            #expect(output.status == status, "\(line): \(output.text)")
            let lines = output.text.split(separator: "\n")
            guard isJSON else {
                #expect(!lines.isEmpty && !output.text.contains("{"), "\(line): \(output.text)")
                continue
            }
            for text in lines {
                #expect(throws: Never.self, "\(line): \(text)") { try JSON(Array(text.utf8)) }
            }
        }
    }

    private func rollcall(
        _ cluster: Cluster, _ arguments: [String], on device: String
    ) async throws -> ProgramOutput {
        try await run(
            Products.directory.appending(path: "rollcall").path, arguments,
            environment: [
                "ROLLCALL_AUTH": "\(cluster.endpoint(.auth))",
                "ROLLCALL_PROFILE": "\(cluster.endpoint(.profile))",
                "ROLLCALL_PRESENCE": "\(cluster.endpoint(.presence))",
                "XDG_STATE_HOME": cluster.directory.appending(path: device).path,
            ], input: "correct horse\n")
    }
}
