import Foundation
import RollcallRPC
import Testing

@Suite struct AdminCommandTests {
    @Test func theOperatorMakesTheFirstAdministratorWhoGoesOn() async throws {
        let cluster = try Cluster()
        try await cluster.startAll()
        try await cluster.signUp("ann")
        try await cluster.signUp("bob")

        // A user is no administrator, though root runs the command: the token counts.
        let asUser = try await cluster.admin("user", "list", on: "ann")
        #expect(asUser.status == 3, "\(asUser.text)")
        #expect(asUser.text.hasSuffix("As the operator: add --operator\n"), "\(asUser.text)")
        // Anybody could have signed up with the address.
        let role = ["admin", "user", "role", "ann@example.org", "admin", "--operator"]
        let unproved = try await cluster.rollcall(role, on: "ann")
        #expect(unproved.status == 5 && unproved.text.contains("proved"), "\(unproved.text)")
        let mail = try await cluster.newestMail(for: "ann@example.org", 1)
        let code = String(try #require(mail.firstMatch(of: /[0-9]{8}/)).output)
        #expect(try await cluster.rollcall(["email", "verify", code], on: "ann").status == 0)
        let first = try await cluster.rollcall(role, on: "ann")
        #expect(first.status == 0, "\(first.text)")
        #expect(first.text.hasPrefix("The account has the role admin.\n"))
        #expect(first.text.firstMatch(of: /\nemail +ann@example.org\n/) != nil, "\(first.text)")
        let signIn = [
            "sign-in", "--email", "ann@example.org", "--password-file", "-",
        ]
        #expect(try await cluster.rollcall(signIn, on: "ann").status == 0)
        let list = try await cluster.admin("user", "list", on: "ann")
        #expect(list.status == 0 && list.text.split(separator: "\n").count == 3, "\(list.text)")

        let disabled = try await cluster.admin("user", "disable", "bob", "--json", on: "ann")
        #expect(disabled.text.contains(#""isDisabled":true"#), "\(disabled.text)")
        #expect(try await cluster.rollcall(["whoami"], on: "bob").status == 3)
        let last = try await cluster.admin("user", "role", "ann", "user", on: "ann")
        #expect(last.status == 5 && last.text.contains("last administrator"), "\(last.text)")
        let unknown = try await cluster.admin("user", "show", "nobody")
        #expect(unknown.status == 4 && unknown.text.hasSuffix(" \"nobody\".\n"))
    }

    @Test func aCredentialGoesToAFileThatOthersCannotRead() async throws {
        let cluster = try Cluster()
        try await cluster.start(.auth)
        let file = cluster.directory.appending(path: "games").path
        let add = ["service", "add", "games", "--out", file]
        let added = try await cluster.admin(add)
        #expect(added.status == 0 && !added.text.contains("rcs1_"), "\(added.text)")
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions]
        #expect(mode as? Int == 0o600)
        let credential = try String(contentsOfFile: file, encoding: .utf8)
        #expect(credential.hasPrefix("rcs1_") && credential.hasSuffix("\n"))
        #expect(try await cluster.admin(add).status == 5)
        #expect(try String(contentsOfFile: file, encoding: .utf8) == credential)
        // A name that is taken leaves no empty file.
        let other = cluster.directory.appending(path: "other").path
        let taken = try await cluster.admin("service", "add", "games", "--out", other)
        #expect(taken.status == 5 && !FileManager.default.fileExists(atPath: other))
        #expect(taken.text.contains("--replace"), "\(taken.text)")
        let replaced = try await cluster.admin(
            "service", "add", "games", "--out", other, "--replace")
        #expect(replaced.status == 0, "\(replaced.text)")
        #expect(try String(contentsOfFile: other, encoding: .utf8) != credential)
        let list = try await cluster.admin("service", "list", "--json")
        #expect(list.text.contains(#""name":"games""#), "\(list.text)")
        #expect(!list.text.contains("lastUsedAtMs"), "\(list.text)")
        #expect(try await cluster.admin("service", "remove", "games").status == 0)
        #expect(try await cluster.admin("service", "remove", "games").status == 4)
    }

    @Test func aWordIsReservedAndReleasedWhileProfileRuns() async throws {
        let cluster = try Cluster()
        try await cluster.startAll()
        try await cluster.signUp("ann")
        // Who is signed in checks names as themselves.
        let own = try await cluster.rollcall(["name", "check", "ANN"], on: "ann")
        #expect(own.status == 0, "\(own.text)")
        let taken = try await cluster.rollcall(["name", "check", "ann"], on: "nobody")
        #expect(taken.status == 5 && taken.text.contains("These are free: ann"), "\(taken.text)")

        let reserved = try await cluster.admin("word", "reserve", "Boss", "--reason", "the band")
        #expect(reserved.status == 0, "\(reserved.text)")
        #expect(try await cluster.rollcall(["name", "check", "b0ss"], on: "ann").status == 6)
        let list = try await cluster.admin("word", "list")
        #expect(list.status == 0, "\(list.text)")
        #expect(list.text.firstMatch(of: /boss +the band +2.* reserved/) != nil, "\(list.text)")
        let released = try await cluster.admin("word", "release", "boss", "--json")
        #expect(released.text == "{\"word\":\"boss\"}\n")
        #expect(try await cluster.rollcall(["name", "check", "b0ss"], on: "ann").status == 0)
        let asUser = try await cluster.admin("word", "reserve", "boss", on: "ann")
        #expect(asUser.status == 3 && asUser.text.contains("--operator"), "\(asUser.text)")
    }

    @Test func aNameIsTakenAwayAndGivenAndItsHistoryShown() async throws {
        let cluster = try Cluster()
        try await cluster.startAll()
        try await cluster.signUp("ann")
        let removed = try await cluster.admin("name", "remove", "ANN", "--reason", "a slur")
        #expect(removed.status == 0, "\(removed.text)")
        let nameless = try await cluster.rollcall(["whoami"], on: "ann")
        #expect(nameless.text.hasPrefix("(no display name)"), "\(nameless.text)")
        let id = try #require(nameless.text.firstMatch(of: /user (\S+),/)?.1)
        let set = try await cluster.admin(
            "name", "set", String(id), "--name", "support", "--reason", "staff", "--json")
        #expect(set.text == "{\"userId\":\"\(id)\"}\n", "\(set.text)")
        let history = try await cluster.admin("name", "history", "ann")
        #expect(
            history.text.contains("a slur") && history.text.hasPrefix("quarantined until 2"),
            "\(history.text)")
        let now = try await cluster.admin("name", "history", "support")
        #expect(now.text.contains(/[0-9]Z +staff\n/), "\(now.text)")
        let byMail = try await cluster.admin(
            "name", "remove", "ann@example.org", "--reason", "x")
        #expect(byMail.text == "The user \(id) has no display name.\n", "\(byMail.text)")
        let unknown = try await cluster.admin("name", "remove", "nobody", "--reason", "x")
        #expect(unknown.status == 4, "\(unknown.text)")
    }

    @Test func damagedAndMissingPhotosAreFoundAndMended() async throws {
        let cluster = try Cluster()
        try await cluster.startAll()
        try await cluster.signUp("ann")
        let picture = Products.repository.appending(path: "deploy/quickstart-photo.jpg").path
        let set = ["photo", "set", picture, "--as-it-is", "--json"]
        #expect(try await cluster.rollcall(set, on: "ann").status == 0)
        let shown = try await cluster.rollcall(["profile", "show", "ann", "--json"], on: "ann")
        let id = String(
            try #require(shown.text.firstMatch(of: /"photoId":"([0-9a-f]{64})"/)?.1))
        let check = ["photos", "check", "--rate", "1073741824"]
        let sound = try await cluster.admin(check)
        #expect(sound.status == 0 && sound.text.hasPrefix("Read "), "\(sound.text)")

        let photos = cluster.directory.appending(path: "profile/photos").path
        let file = URL(filePath: "\(photos)/\(id.prefix(2))/\(id)")
        let handle = try FileHandle(forWritingTo: file)
        try handle.write(contentsOf: [0])
        try handle.close()
        let damaged = try await cluster.admin(check)
        #expect(damaged.status == 5, "\(damaged.text)")
        let line = "file-damaged  \(id)  "
        #expect(damaged.text.contains(line), "\(damaged.text)")
        let get = ["photo", "get", "ann", photos + "/../ann.jpg"]
        let refused = try await cluster.rollcall(get, on: "ann")
        #expect(refused.text.contains("The stored photo is damaged"), "\(refused.text)")
        let stays = try await cluster.admin(check + ["--mend", "--yes"])
        #expect(stays.status == 5, "\(stays.text)")

        try FileManager.default.removeItem(at: file)
        let mended = try await cluster.admin(check + ["--mend", "--yes", "--json"])
        #expect(mended.status == 0, "\(mended.text)")
        let fault =
            #""isMended":true,"kind":"PHOTO_FAULT_KIND_FILE_MISSING","photoId":"\#(id)","#
            + #""profileCount":1,"#
        #expect(mended.text.contains(fault), "\(mended.text)")
        #expect(mended.text.contains(#""checkedParts":256,"#), "\(mended.text)")
        let none = try await cluster.rollcall(["profile", "show", "ann"], on: "ann")
        #expect(none.status == 0 && !none.text.contains(id), "\(none.text)")
        let wrong = try await cluster.admin(["photos", "check", "--checked-parts", "256"])
        #expect(wrong.status == 6, "\(wrong.text)")
    }

    @Test func aTestMailIsInTheSpool() async throws {
        let cluster = try Cluster()
        try await cluster.start(.auth)
        let sent = try await cluster.admin("mail", "test", "anna@example.org", "--json")
        #expect(sent.status == 0 && sent.text.hasPrefix(#"{"mailId":""#), "\(sent.text)")
        _ = try await cluster.newestMail(for: "anna@example.org", 1)
        let list = try await cluster.admin("mail", "list", "--state", "sent")
        #expect(list.text.contains("anna@example.org"), "\(list.text)")
    }

    /// Who connects is who the kernel says: SO_PEERCRED of a process of another user.
    @Test(.enabled(if: getuid() == 0, "needs root, to run as others"))
    func aProcessOfAnotherUserIsNoOperator() async throws {
        let cluster = try Cluster()
        try await cluster.start(.auth)
        let socket = cluster.directory.appending(path: "auth.sock").path
        // The daemon opens its socket to its group a moment after it answers there.
        let isOpen = try await holds {
            let attributes = try FileManager.default.attributesOfItem(atPath: socket)
            return attributes[.posixPermissions] as? Int == 0o660
        }
        #expect(isOpen)
        for (path, mode) in [(cluster.directory.path, 0o755), (socket, 0o666)] {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        }
        // By another name it is none of the three services, whose calls want a session first.
        let command = [
            "rpc", "call", "rollcall.v1.AuthAdminService/ListUsers", "--endpoint",
            "unix:\(cluster.directory.path)//auth.sock",
        ]
        let stranger = try await cluster.rollcall(
            command, on: "stranger", user: "4321", group: "4321")
        #expect(stranger.status == 3, "\(stranger.text)")
        #expect(stranger.text.contains("ACCESS_TOKEN_INVALID"), "\(stranger.text)")
        // Of the daemon's own group: a service, which may not administer either.
        let service = try await cluster.rollcall(
            command, on: "service", user: "4321", group: "\(getgid())")
        #expect(service.status == 3 && service.text.contains("NOT_ALLOWED"), "\(service.text)")
        // A group beside the primary one is nothing.
        let member = try await cluster.rollcall(
            command, on: "member", user: "4321", group: "4321", others: "\(getgid())")
        #expect(member.text.contains("ACCESS_TOKEN_INVALID"), "\(member.text)")
    }

    @Test(arguments: [
        "games", "games=", "=dns:a", "Games=dns:a", "games=mail:a", "games=user:x",
        "games=user:-1", "games=dns:", "auth=dns:a", "local=user:1",
    ])
    func whatNamesNoServiceIsNotTrusted(option: String) async throws {
        let output = try await run(
            Products.directory.appending(path: "rollcall-auth").path,
            ["--data", "/nowhere", "--listen", "unix:/nowhere", "--trust-service", option])
        #expect(output.status == 64, "\(output.text)")
    }
}

extension AdminCommandTests {
    @Test func theDevicesOfAUserAreListedAndTakenOffline() async throws {
        let cluster = try Cluster()
        try await cluster.startAll()
        try await cluster.signUp("ann")
        let whoami = try await cluster.rollcall(["whoami", "--json"], on: "ann").text
        let id = try #require(
            whoami.firstMatch(of: /"userId":"([^"]+)"/).map { String($0.output.1) })
        let come = ["presence", "set", "invisible", "--once", "--status", "hidden"]
        #expect(try await cluster.rollcall(come, on: "ann").status == 0)
        let seen = try await cluster.rollcall(["presence", "get", "ann"], on: "ann")
        #expect(seen.text.hasPrefix("ann is offline"), "\(seen.text)")
        let devices = try await cluster.admin("presence", "devices", id)
        #expect(devices.text.split(separator: "\n").count == 2, "\(devices.text)")
        #expect(devices.text.contains(" invisible "), "\(devices.text)")
        let counts = try await cluster.admin("presence", "counts", "--json")
        #expect(counts.text.contains(#""invisibleLeases":"1""#), "\(counts.text)")
        #expect(counts.text.contains(#""leases":"1""#), "\(counts.text)")
        let byName = try await cluster.admin("presence", "devices", "ann")
        #expect(byName.status == 0 && byName.text == devices.text, "\(byName.text)")
        let kicked = try await cluster.admin("presence", "kick", "ann@example.org")
        #expect(kicked.text == "Devices that were taken offline: 1\n", "\(kicked.text)")
        #expect(try await cluster.admin("presence", "kick", id, "--json").text == "{}\n")
        #expect(try await cluster.admin("presence", "counts", on: "ann").status == 3)
    }

    @Test func aPresenceThatDrainsIsNotServingUntilItResumes() async throws {
        let cluster = try Cluster()
        try await cluster.startAll()
        try await cluster.signUp("ann")
        let client = cluster.client(.presence)
        defer { client.close() }
        func isServing() async throws -> Bool {
            try await HealthServiceClient(client).check(HealthCheckRequest()).status == .serving
        }
        let drained = try await cluster.admin("presence", "drain", "--spread", "1")
        #expect(drained.text == "Clients were sent away: 0 streams.\n", "\(drained.text)")
        #expect(try await holds { try await !isServing() })
        let come = ["presence", "set", "online", "--once"]
        #expect(try await cluster.rollcall(come, on: "ann").status == 0)
        #expect(try await cluster.admin("presence", "resume").status == 0)
        #expect(try await holds { try await isServing() })
    }
}

extension Cluster {
    fileprivate func signUp(_ name: String) async throws {
        let arguments = [
            "sign-up", "--email", "\(name)@example.org", "--name", name, "--password-file", "-",
        ]
        let output = try await rollcall(arguments, on: name)
        #expect(output.status == 0, "\(output.text)")
    }

    /// Runs `rollcall admin`, as the operator unless somebody is signed in on the device.
    fileprivate func admin(
        _ arguments: String..., on device: String = "machine"
    ) async throws -> ProgramOutput {
        try await rollcall(["admin"] + arguments, on: device)
    }

    fileprivate func admin(_ arguments: [String]) async throws -> ProgramOutput {
        try await rollcall(["admin"] + arguments, on: "machine")
    }

    fileprivate func rollcall(
        _ arguments: [String], on device: String
    ) async throws -> ProgramOutput {
        try await run(
            Products.directory.appending(path: "rollcall").path, arguments,
            environment: environment(device), input: "correct horse\n")
    }

    /// Runs `rollcall` as another user.
    fileprivate func rollcall(
        _ arguments: [String], on device: String, user: String, group: String, others: String? = nil
    ) async throws -> ProgramOutput {
        let groups = others.map { ["--groups", $0] } ?? ["--clear-groups"]
        return try await run(
            "/usr/bin/setpriv",
            ["--reuid", user, "--regid", group] + groups
                + [Products.directory.appending(path: "rollcall").path] + arguments,
            environment: environment(device))
    }

    private func environment(_ device: String) -> [String: String] {
        [
            "ROLLCALL_AUTH": "\(endpoint(.auth))", "ROLLCALL_PROFILE": "\(endpoint(.profile))",
            "ROLLCALL_PRESENCE": "\(endpoint(.presence))",
            "XDG_STATE_HOME": directory.appending(path: device).path,
        ]
    }
}
