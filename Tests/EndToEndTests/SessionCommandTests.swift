import Foundation
import RollcallClient
import Testing

import func TestSupport.elapse

@Suite struct SessionCommandTests {
    @Test func aLostDeviceIsFoundInTheListAndRevoked() async throws {
        let cluster = try Cluster()
        try await cluster.startAll()
        let account = ["--email", "ann@example.org", "--password-file", "-"]
        let signUp = ["sign-up", "--name", "Ann", "--device-label", "laptop"] + account
        #expect(try await cluster.rollcall(signUp, on: "laptop").status == 0)
        let signIn = ["sign-in", "--device-label", "phone"] + account
        #expect(try await cluster.rollcall(signIn, on: "phone").status == 0)

        let list = try await cluster.rollcall(["session", "list"], on: "laptop").text
        let lines = list.split(separator: "\n")
        #expect(lines.count == 3 && lines[0].hasPrefix("SESSION"), "\(list)")
        let phone = try #require(lines.first { $0.contains("phone, Linux, rollcall 0.1.0") })
        let laptop = try #require(lines.first { $0.contains("laptop") })
        #expect(laptop.contains(" (this one)") && !phone.contains(" (this one)"))
        let id = String(phone.prefix { $0 != " " })
        let revoke = ["session", "revoke", id]
        #expect(try await cluster.rollcall(revoke, on: "laptop").status == 0)
        #expect(try await cluster.rollcall(["whoami"], on: "phone").status == 3)
        #expect(try await cluster.rollcall(["whoami"], on: "laptop").status == 0)

        let unknown = try await cluster.rollcall(["session", "revoke", "x"], on: "laptop")
        #expect(unknown.status == 4 && unknown.text.contains("session list"), "\(unknown.text)")
        let others = try await cluster.rollcall(["session", "revoke-others"], on: "laptop")
        #expect(others.status == 0 && others.text == "Your other sessions have ended.\n")
        let all = ["session", "revoke-all", "--json"]
        #expect(try await cluster.rollcall(all, on: "laptop").text == "{\"revoked\":true}\n")
        #expect(try await cluster.rollcall(all, on: "laptop").status == 3)
    }

    @Test func anAccountWithoutADisplayNameGetsOneLater() async throws {
        let cluster = try Cluster()
        try await cluster.startAll()
        let signUp = ["sign-up", "--email", "ann@example.org", "--password-file", "-"]
        let made = try await cluster.rollcall(signUp, on: "laptop")
        #expect(made.text == "Signed up and signed in as ann@example.org.\n", "\(made.text)")
        let nameless = try await cluster.rollcall(["whoami"], on: "laptop").text
        #expect(nameless.hasPrefix("(no display name) <ann@example.org>"), "\(nameless)")
        let shown = try await cluster.rollcall(["profile", "show", "--json"], on: "laptop").text
        #expect(!shown.contains("displayName"), "\(shown)")
        let set = try await cluster.rollcall(["profile", "set", "--name", "Ann"], on: "laptop")
        #expect(set.text.contains(" Ann\n"), "\(set.text)")
    }

    @Test func aWatchOfProfilesSaysEachChange() async throws {
        let cluster = try Cluster()
        try await cluster.startAll()
        for name in ["Ann", "bob"] {
            let signUp = [
                "sign-up", "--name", name, "--email", "\(name)@example.org", "--password-file", "-",
            ]
            #expect(try await cluster.rollcall(signUp, on: name).status == 0)
        }
        let environment = cluster.environment(on: "Ann")
        async let watched = run(
            Products.directory.appending(path: "rollcall").path,
            ["profile", "watch", "bob", "--for", "3", "--json"], environment: environment)
        // Until the command follows, of which it says nothing.
        try await elapse(.seconds(1))
        let renamed = try await cluster.rollcall(["profile", "set", "--name", "rob"], on: "bob")
        #expect(renamed.status == 0, "\(renamed.text)")
        let blocked = try await cluster.rollcall(["profile", "block", "Ann"], on: "bob")
        #expect(blocked.status == 0, "\(blocked.text)")
        let (status, text) = (try await watched.status, try await watched.text)
        let events = text.split(separator: "\n")
        #expect(status == 0 && events.count == 3, "\(text)")
        #expect(events.first?.contains(#""displayName":"bob","event":"snapshot""#) ?? false)
        #expect(events.dropFirst().first?.contains(#""rob","event":"change""#) ?? false)
        #expect(events.last?.contains(#""event":"hidden""#) ?? false, "\(text)")
    }

    @Test func aProfileIsFilledInFoundAndBlocked() async throws {
        let cluster = try Cluster()
        try await cluster.startAll()
        for name in ["Ann", "bob"] {
            let signUp = [
                "sign-up", "--name", name, "--email", "\(name)@example.org", "--password-file", "-",
            ]
            #expect(try await cluster.rollcall(signUp, on: name).status == 0)
        }
        let set = try await cluster.rollcall(
            [
                "profile", "set", "--bio", "One.\nTwo.", "--pronouns", "she/her", "--link",
                "https://example.org", "--visible", "pronouns=everyone", "--visible", "bio=only-me",
            ], on: "Ann")
        #expect(set.status == 0 && set.text.contains(/\nbio +One\.\n +Two\.\n/), "\(set.text)")
        #expect(set.text.contains(/\nrevision +2\n/), "\(set.text)")
        #expect(
            set.text.contains(#/\nvisible +photo signed-in, bio only-me, /#), "\(set.text)")
        let shown = try await cluster.rollcall(["profile", "show", "ann"], on: "bob").text
        #expect(shown.contains(#/\npronouns +she/her\nlinks +https://example.org\n/#), "\(shown)")
        #expect(!shown.contains("One."), "\(shown)")
        let stale = try await cluster.rollcall(
            ["profile", "set", "--bio", "", "--revision", "1"], on: "Ann")
        #expect(stale.status == 5 && stale.text.contains("changed since"), "\(stale.text)")
        let cleared = try await cluster.rollcall(
            ["profile", "set", "--link", "", "--bio", ""], on: "Ann")
        #expect(cleared.status == 0, "\(cleared.text)")
        for gone in ["links", "bio "] { #expect(!cleared.text.contains("\n\(gone)")) }
        let part = try await cluster.rollcall(
            ["profile", "show", "Ann", "--field", "display-name"], on: "bob")
        #expect(part.status == 0 && !part.text.contains("pronouns"), "\(part.text)")

        let found = try await cluster.rollcall(["profile", "search", "ANN"], on: "bob").text
        #expect(found.hasPrefix("Ann  "), "\(found)")
        #expect(try await cluster.rollcall(["profile", "block", "bob"], on: "Ann").status == 0)
        #expect(try await cluster.rollcall(["profile", "show", "ann"], on: "bob").status == 4)
        let blocked = try await cluster.rollcall(["profile", "blocked"], on: "Ann").text
        #expect(blocked.contains("  bob\n"), "\(blocked)")
        #expect(try await cluster.rollcall(["profile", "unblock", "bob"], on: "Ann").status == 0)
        #expect(try await cluster.rollcall(["profile", "show", "ann"], on: "bob").status == 0)
        let own = try await cluster.rollcall(["whoami"], on: "bob").text
        let id = try #require(own.firstMatch(of: /user (\S+),/)?.1)
        let byID = try await cluster.rollcall(["profile", "block", String(id)], on: "Ann")
        #expect(byID.status == 0, "\(byID.text)")
        let nothing = try await cluster.rollcall(["profile", "set"], on: "Ann")
        #expect(nothing.status == 2, "\(nothing.text)")
    }

    @Test func aDeploymentMayRequireADisplayName() async throws {
        let cluster = try Cluster(authArguments: ["--require-display-name"])
        try await cluster.startAll()
        let refused = try await cluster.rollcall(
            ["sign-up", "--email", "bob@example.org", "--password-file", "-"], on: "phone")
        #expect(refused.status == 6 && refused.text.contains("display name is missing"))
    }

    @Test func aSignInEndsTheSessionOfBeforeThoughItsAccessTokenIsOfNoUse() async throws {
        let cluster = try Cluster()
        try await cluster.startAll()
        let account = ["--email", "ann@example.org", "--password-file", "-"]
        let signUp = ["sign-up", "--name", "Ann"] + account
        #expect(try await cluster.rollcall(signUp, on: "laptop").status == 0)
        try cluster.spoilAccessToken(on: "laptop")
        #expect(try await cluster.rollcall(["sign-in"] + account, on: "laptop").status == 0)
        let list = try await cluster.rollcall(["session", "list"], on: "laptop").text
        #expect(list.split(separator: "\n").count == 2, "\(list)")
    }
}

extension Cluster {
    /// Leaves a device with the refresh token of its session.
    fileprivate func spoilAccessToken(on device: String) throws {
        let file = directory.appending(path: "\(device)/rollcall/session")
        var session = try JSONDecoder().decode(StoredSession.self, from: Data(contentsOf: file))
        session.accessToken = "expired"
        try JSONEncoder().encode(session).write(to: file)
    }

    /// Runs `rollcall` as on a device of its own.
    fileprivate func rollcall(
        _ arguments: [String], on device: String
    ) async throws -> ProgramOutput {
        try await run(
            Products.directory.appending(path: "rollcall").path, arguments,
            environment: environment(on: device), input: "correct horse\n")
    }

    fileprivate func environment(on device: String) -> [String: String] {
        [
            "ROLLCALL_AUTH": "\(endpoint(.auth))", "ROLLCALL_PROFILE": "\(endpoint(.profile))",
            "ROLLCALL_PRESENCE": "\(endpoint(.presence))",
            "XDG_STATE_HOME": directory.appending(path: device).path,
        ]
    }
}
