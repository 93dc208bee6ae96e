import Foundation
import RollcallAPI
import RollcallRPC
import Testing

/// The example of Auth's README, which follows the accounts of a real daemon.
@Suite struct AccountFollowerTests {
    /// The example as a process, with a directory of its own.
    private struct Follower {
        let cluster: Cluster
        let directory: URL

        init(_ cluster: Cluster) throws {
            let page = Products.repository.appending(path: "Sources/services/Auth/README.md")
            let text = try String(contentsOf: page, encoding: .utf8)
            let example = try #require(text.firstMatch(of: /(?s)```python\n(.*?)```/)).output.1
            self.cluster = cluster
            directory = cluster.directory.appending(path: "follower")
            try FileManager.default.createDirectory(
                at: directory, withIntermediateDirectories: true)
            try Data(example.utf8).write(to: directory.appending(path: "follow.py"))
        }

        func start() throws -> Process {
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/python3")
            process.arguments = ["follow.py", "--endpoint", "\(cluster.endpoint(.auth))"]
            process.currentDirectoryURL = directory
            process.environment = [
                "PATH": "\(Products.directory.path):/usr/bin:/bin", "HOME": directory.path,
            ]
            process.standardError = FileHandle.nullDevice
            try process.run()
            return process
        }

        /// Waits until it knows these accounts, and which of them are disabled.
        func expect(_ accounts: String...) async throws {
            let read = """
                import sqlite3, sys
                for row in sqlite3.connect(sys.argv[1]).execute("SELECT * FROM account"):
                    print(row[0], row[1])
                """
            let table = directory.appending(path: "accounts.sqlite").path
            var known: Set<String> = []
            let isRight = try await holds {
                let output = try await run("/usr/bin/python3", ["-c", read, table])
                known = Set(output.text.split(separator: "\n").map(String.init))
                return known == Set(accounts)
            }
            #expect(isRight, "\(known)")
        }
    }

    private func signUp(_ name: String, _ auth: AuthServiceClient) async throws -> String {
        let request = SignUpRequest(
            email: "\(name)@example.org", password: "correct horse", displayName: name,
            idempotencyKey: "\(name)-0123456789abcdef")
        return try await auth.signUp(request).session?.userID ?? ""
    }

    @Test func noAcknowledgedChangeIsMissedWhenAuthOrTheFollowerIsKilled() async throws {
        let cluster = try Cluster()
        try await cluster.startAll()
        let client = cluster.client(.auth)
        defer { client.close() }
        let (auth, admin) = (AuthServiceClient(client), AuthAdminServiceClient(client))
        let ann = try await signUp("ann", auth)
        let follower = try Follower(cluster)
        var process = try follower.start()
        defer { kill(process.processIdentifier, SIGKILL) }
        try await follower.expect("\(ann) 0")

        // What was answered before the end is told after it.
        let ben = try await signUp("ben", auth)
        _ = try await admin.disableUser(DisableUserRequest(user: .id(ann)))
        cluster[.auth].kill()
        try await cluster.start(.auth)
        try await follower.expect("\(ann) 1", "\(ben) 0")

        // And what has happened while nobody followed.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        _ = try await admin.deleteUser(DeleteUserRequest(user: .id(ann)))
        let carl = try await signUp("carl", auth)
        process = try follower.start()
        try await follower.expect("\(ben) 0", "\(carl) 0")
    }
}
