import Foundation
import RollcallRPC
import Testing

/// What somebody at a terminal reads when something is not as it should be.
@Suite struct MessageTests {
    @Test func aWrongPasswordInsideASessionIsCalledThat() async throws {
        let newcomer = try await Newcomer(services: Cluster.Service.allCases)
        try await newcomer.signUp("Ann")
        let file = newcomer.cluster.directory.appending(path: "ann.tar").path
        let new = newcomer.cluster.directory.appending(path: "new").path
        try Data("battery staple\n".utf8).write(to: URL(filePath: new))
        let asks = ["--password-file", "-"]
        for command in [
            ["account", "export", file], ["account", "delete", "--yes"],
            ["password", "change", "--new-password-file", new],
            ["email", "change", "other@example.org"],
        ] {
            let output = try await newcomer.rollcall(command + asks, input: "wrong horse\n")
            #expect(output.status == 3, "\(output.text)")
            #expect(output.text == "The password is wrong.\n")
        }
        let export = ["account", "export", file, "--force"] + asks
        #expect(try await newcomer.rollcall(export).status == 0)
        let again = try await newcomer.rollcall(export)
        #expect(again.status == 7, "\(again.text)")
        #expect(
            again.text.contains(/^An account can be exported once an hour. Try again in [0-9]+ min/)
        )
    }

    @Test func theNinthRenameIn30DaysSaysWhenTheNextIsPossible() async throws {
        let newcomer = try await Newcomer(services: Cluster.Service.allCases)
        try await newcomer.signUp("Ann")
        for number in 1...8 {
            let renamed = try await newcomer.rollcall(["profile", "set", "--name", "ann_\(number)"])
            #expect(renamed.status == 0, "\(renamed.text)")
        }
        let refused = try await newcomer.rollcall(["profile", "set", "--name", "ann_9"])
        #expect(refused.status == 5, "\(refused.text)")
        #expect(
            refused.text
                == "You have given up 8 display names in 30 days, or changed yours 64 times, which is "
                + "the limit. You can choose another one in 30 days.\n")
    }

    @Test func aServiceAtThePlaceOfAnotherIsSaidToBeAnother() async throws {
        let newcomer = try await Newcomer(services: [.profile])
        let profile = "\(newcomer.cluster.endpoint(.profile))"
        for command in [
            ["sign-in", "--email", "ann@example.org", "--password-file", "-"],
            ["admin", "user", "list"],
        ] {
            let output = try await newcomer.rollcall(command + ["--auth", profile])
            #expect(output.status == 7, "\(output.text)")
            #expect(
                output.text == "\(profile) answers, but is not Auth. Look at --auth and "
                    + "ROLLCALL_AUTH.\n")
        }
    }

    /// The directory of the socket bars the way, or the socket itself does.
    @Test(
        .enabled(if: getuid() == 0, "needs root, to run as others"),
        arguments: [(0o710, 0o777, true), (0o755, 0o660, true), (0o700, 0o777, false)])
    func whoMayNotOpenTheSocketIsToldWhoMay(
        _ directory: Int, _ socket: Int, _ forGroup: Bool
    ) async throws {
        let newcomer = try await Newcomer(services: [.auth])
        guard case .unix(let path) = newcomer.cluster.endpoint(.auth) else { return }
        for (path, mode) in [(newcomer.cluster.directory.path, directory), (path, socket)] {
            try FileManager.default.setAttributes(
                [.posixPermissions: mode, .groupOwnerAccountID: 1], ofItemAtPath: path)
        }
        let output = try await run(
            "/usr/bin/setpriv",
            [
                "--reuid", "4321", "--regid", "4321", "--clear-groups", newcomer.program, "admin",
                "user", "list",
            ], environment: newcomer.environment.merging(["XDG_STATE_HOME": "/nowhere"]) { $1 })
        #expect(output.status == 7, "\(output.text)")
        let who = forGroup ? "root and the group daemon" : "root and the user that"
        #expect(
            output.text.hasPrefix("You may not open unix:\(path): it is for \(who)"),
            "\(output.text)")
    }

    @Test func aWrongCommandLineIsExplainedAndIsJSONIfAskedFor() async throws {
        let newcomer = try await Newcomer(services: [])
        let slip = try await newcomer.rollcall(["singup"])
        #expect(slip.status == 2)
        #expect(slip.text.contains("There are: status, doctor, sign-up, sign-in,"), "\(slip.text)")
        for arguments in [
            ["whoami", "--json", "--bogus"], ["singup", "--json"], ["rpc", "call"],
            ["whoami", "--auth", "foo", "--json"], ["sign-in", "--json"],
        ] {
            let output = try await newcomer.rollcall(arguments)
            #expect(output.status == 2)
            let json = try JSONDecoder().decode(
                [String: [String: AnyText]].self, from: Data(output.text.utf8))
            #expect(json["error"]?["code"]?.text == "INVALID_ARGUMENT", "\(output.text)")
            #expect(json["error"]?["message"]?.text?.contains("Usage") == false)
        }
        let help = try await newcomer.rollcall(["session", "--help"])
        #expect(help.status == 0 && help.text.contains("USAGE"))
        let missing = "/nowhere/at/all"
        let photo = try await newcomer.rollcall(["photo", "set", missing])
        let password = try await newcomer.rollcall(
            ["sign-in", "--name", "ann", "--password-file", missing])
        #expect(photo.status == 4 && photo.text == "\(missing): there is no such file.\n")
        #expect(password.status == 4 && password.text == photo.text)
        let symbol = try await newcomer.rollcall(
            ["session", "revoke", "0", "--auth", "127.0.0.1:1"])
        #expect(symbol.status == 3, "\(symbol.text)")
    }

    @Test func withoutATerminalTheOptionThatIsMissingIsNamed() async throws {
        let newcomer = try await Newcomer(services: [.auth])
        let email = ["password", "reset", "--email", "ann@example.org"]
        #expect(try await newcomer.rollcall(email).status == 0)
        for (arguments, option) in [
            (
                ["password", "reset", "--code", "12345678"],
                "the new password by --new-password-file"
            ),
            (["sign-in", "--name", "ann"], "the password by --password-file"),
        ] {
            let output = try await run(
                "/usr/bin/setsid", ["--wait", newcomer.program] + arguments,
                environment: newcomer.environment)
            #expect(output.status == 2)
            #expect(output.text == "There is no terminal to ask on. Give \(option).\n")
        }
    }

    @Test func aSignUpAsksForThePasswordWhenTheRestIsRight() async throws {
        let newcomer = try await Newcomer(services: Cluster.Service.allCases)
        try await newcomer.signUp("Ann")
        let form = ["sign-up", "--email", "bob@example.org", "--name"]
        let taken = try await newcomer.onTerminal(form + ["ANN"])
        #expect(taken.status == 5 && taken.text.contains("\"ANN\" is taken"), "\(taken.text)")
        let broken = try await newcomer.onTerminal(["sign-up", "--email", "bob", "--name", "b"])
        #expect(broken.status == 6, "\(broken.text)")
        #expect(broken.text.contains("e-mail address") && broken.text.contains("too short"))
        for refused in [taken, broken] { #expect(!refused.text.contains("assword")) }
        // That the address has an account is told no sooner than it was before.
        let known = try await newcomer.onTerminal(
            ["sign-up", "--email", "ann@example.org", "--name", "Bob"])
        #expect(known.status == 5 && known.text.contains("Password: "), "\(known.text)")
        #expect(try await newcomer.rollcall(["whoami"]).text.hasPrefix("Ann "))

        let done = try await newcomer.onTerminal(form + ["Bob"])
        #expect(done.status == 0, "\(done.text)")
        let said = ["The sign-up ends that session.", "Password: ", "has ended."]
        let places = said.map { done.text.range(of: $0)?.lowerBound }
        #expect(!places.contains(nil) && places.compactMap(\.self).sorted() == places)
    }

    @Test func listsFitTheTerminalAndAreWholeInAPipe() async throws {
        let newcomer = try await Newcomer(services: Cluster.Service.allCases)
        let long = String(repeating: "l", count: 60)
        try await newcomer.signUp("Ann", email: "ann@\(long).example.org", device: long)
        for command in [["admin", "user", "list", "--operator"], ["session", "list"]] {
            let list = try await newcomer.onTerminal(command, columns: 80)
            let lines = list.text.split { $0.isNewline }
            #expect(lines.count == 2 && lines.allSatisfy { $0.count <= 80 }, "\(list.text)")
            #expect(try await newcomer.rollcall(command).text.contains(long))
        }
        let users = try await newcomer.rollcall(["admin", "user", "list", "--operator"])
        let sessions = try await newcomer.rollcall(["session", "list"])
        #expect(users.text.contains(" Ann\n"), "\(users.text)")
        let line = try #require(sessions.text.split(separator: "\n").last)
        let id = String(line.prefix { $0 != " " })
        #expect(try await newcomer.rollcall(["session", "revoke", id]).status == 0)
        #expect(try await newcomer.rollcall(["whoami"]).status == 3)
    }

    @Test func aPhotoIsSentAndReadAndOneThatIsRefusedIsExplained() async throws {
        let newcomer = try await Newcomer(services: Cluster.Service.allCases)
        try await newcomer.signUp("Ann")
        let photo = Products.repository.appending(path: "deploy/quickstart-photo.jpg").path
        let file = newcomer.cluster.directory.appending(path: "ann.jpg").path
        for command in [["photo", "set", photo], ["photo", "get", "ann", file]] {
            let output = try await newcomer.onTerminal(command, columns: 20)
            #expect(output.status == 0, "\(output.text)")
        }
        let png = newcomer.cluster.directory.appending(path: "ann.png").path
        try Data(
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + [UInt8](repeating: 0, count: 99)
        )
        .write(to: URL(filePath: png))
        let refused = try await newcomer.rollcall(["photo", "set", png, "--as-it-is"])
        #expect(refused.status == 8)
        #expect(
            refused.text == "The file is a PNG, not a JPEG. Only JPEG photos are accepted.\n")
        let broken = try await newcomer.rollcall(["photo", "set", png])
        #expect(broken.status == 8 && broken.text == "The photo is damaged or cut off.\n")
    }

    @Test func aPhotoThatIsNoJPEGBecomesOneOnItsWay() async throws {
        let newcomer = try await Newcomer(services: Cluster.Service.allCases)
        try await newcomer.signUp("Ann")
        let fixtures = Products.repository.appending(path: "Tests/platform/PhotosTests/Fixtures")
        for name in ["turned-6.heic", "interlaced-16.png", "animated.webp"] {
            let file = fixtures.appending(path: name).path
            let set = try await newcomer.rollcall(["photo", "set", file, "--json"])
            #expect(set.status == 0, "\(set.text)")
            #expect(set.text.contains(#""height":64"#) && set.text.contains(#""width":96"#))
        }
        let nowhere = ["photo", "set", fixtures.path + "/p3.png", "--photo-program", "/nowhere"]
        let without = try await newcomer.rollcall(nowhere)
        #expect(without.status == 1)
        #expect(
            without.text == "There is no program rollcall-photo at /nowhere. "
                + "--as-it-is sends a JPEG without it.\n")
        // As the dynamic linker ends a program that lacks a library.
        let unable = newcomer.cluster.directory.appending(path: "unable").path
        #expect(
            try await newcomer.shell("printf '#!/bin/sh\nexit 127' > unable; chmod +x unable")
                .status == 0)
        func set(_ name: String) async throws -> ProgramOutput {
            try await newcomer.rollcall(
                ["photo", "set", "\(fixtures.path)/\(name)", "--photo-program", unable])
        }
        #expect(try await set("turned-6.jpg").status == 0)
        let png = try await set("p3.png")
        #expect(png.status == 1)
        #expect(png.text.hasPrefix("\(unable) cannot run here: "), "\(png.text)")
    }

    @Test func whatCannotBeWrittenIsSaid() async throws {
        let newcomer = try await Newcomer(services: Cluster.Service.allCases)
        try await newcomer.signUp("Ann")
        let photo = Products.repository.appending(path: "deploy/quickstart-photo.jpg").path
        #expect(try await newcomer.rollcall(["photo", "set", photo]).status == 0)
        for command in ["photo get Ann -", "whoami", "session list", "--version", "photo --help"] {
            let full = try await newcomer.shell("\(newcomer.program) \(command) > /dev/full")
            #expect(full.status == 1, "\(command)")
            #expect(full.text == "Could not write: No space left on device.\n", "\(command)")
            // By then nobody reads.
            let closed = try await newcomer.shell(
                "mkfifo p; (exec 3<p) & exec 4>p; wait; rm p; trap '' PIPE; "
                    + "\(newcomer.program) \(command) >&4")
            #expect(closed.status == 1 && closed.text == "", "\(command): \(closed.text)")
        }
        let device = try await newcomer.rollcall(["photo", "get", "Ann", "/dev/full", "--force"])
        #expect(device.status == 1)
        #expect(device.text.hasPrefix("/dev/full: is not a regular file"), "\(device.text)")
    }

    @Test func anAccountWithoutAProfileIsSaidToHaveNone() async throws {
        let newcomer = try await Newcomer(services: Cluster.Service.allCases)
        try await newcomer.signUp("Ann")
        newcomer.cluster[.profile].stop()
        let away = try await newcomer.rollcall(["whoami"])
        #expect(away.status == 0 && away.text.hasPrefix("(Profile cannot be"), "\(away.text)")
        let database = newcomer.cluster.directory.appending(path: "profile/profile.sqlite").path
        let forget = """
            import sqlite3, sys
            db = sqlite3.connect(sys.argv[1])
            db.execute("DELETE FROM profile")
            db.commit()
            """
        #expect(try await run("/usr/bin/python3", ["-c", forget, database]).status == 0)
        try await newcomer.cluster.start(.profile)
        let missing = try await newcomer.rollcall(["whoami"])
        #expect(missing.status == 0 && missing.text.contains("has no profile"), "\(missing.text)")
        let rename = try await newcomer.rollcall(["profile", "set", "--name", "Anna"])
        #expect(rename.status == 4, "\(rename.text)")
        #expect(rename.text.hasPrefix("Your account has no profile."), "\(rename.text)")
        let other = try await newcomer.rollcall(["profile", "show", "Anna"])
        #expect(other.text == "Nobody has the display name \"Anna\".\n")
    }

    @Test func whatAnAdministratorNamesIsNamedInTheErrors() async throws {
        let newcomer = try await Newcomer(services: [.auth])
        let directory = newcomer.cluster.directory
        let command = ["admin", "service", "add", "games", "--out"]
        func add(_ file: String) async throws -> ProgramOutput {
            try await newcomer.rollcall(command + [directory.appending(path: file).path])
        }
        #expect(try await add("first").status == 0)
        #expect(
            try await add("second").text
                == "The service \"games\" has a credential already. To replace it: --replace\n")
        let ban = try await newcomer.rollcall(["admin", "ban", "clear", "nonsense"])
        #expect(ban.status == 6 && ban.text.hasPrefix("The ban id is not"), "\(ban.text)")
        let symbol = try await newcomer.rollcall(
            ["rpc", "describe", "foo", "--endpoint", "\(newcomer.cluster.endpoint(.auth))"])
        #expect(symbol.status == 4)
        #expect(
            symbol.text == "None of the servers that were asked describes \"foo\". List the "
                + "services: rollcall rpc list\n")
    }
}

/// A string, or something else that does not matter.
private struct AnyText: Decodable {
    let text: String?

    init(from decoder: any Decoder) throws {
        text = try? decoder.singleValueContainer().decode(String.self)
    }
}

/// Somebody at a terminal who is not used to Rollcall.
private struct Newcomer {
    let cluster: Cluster

    /// - Parameter services: those that run.
    init(services: [Cluster.Service]) async throws {
        cluster = try Cluster()
        for service in services { try await cluster.start(service) }
    }

    func signUp(_ name: String, email: String? = nil, device: String = "here") async throws {
        let output = try await rollcall([
            "sign-up", "--email", email ?? "\(name.lowercased())@example.org", "--name", name,
            "--device-label", device, "--password-file", "-",
        ])
        #expect(output.status == 0, "\(output.text)")
    }

    func rollcall(
        _ arguments: [String], input: String = "correct horse\n"
    ) async throws -> ProgramOutput {
        try await run(program, arguments, environment: environment, input: input)
    }

    /// On a terminal of its own, where questions for a password are answered.
    func shell(_ command: String) async throws -> ProgramOutput {
        let directory = cluster.directory.path
        return try await run(
            "/bin/sh", ["-c", "cd \(directory); \(command)"], environment: environment)
    }

    func onTerminal(_ arguments: [String], columns: Int = 80) async throws -> ProgramOutput {
        let script = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "terminal.py").path
        return try await run(
            "/usr/bin/python3", [script, "\(columns)", program] + arguments,
            environment: environment)
    }

    var program: String { Products.directory.appending(path: "rollcall").path }

    var environment: [String: String] {
        [
            "ROLLCALL_AUTH": "\(cluster.endpoint(.auth))",
            "ROLLCALL_PROFILE": "\(cluster.endpoint(.profile))",
            "ROLLCALL_PRESENCE": "\(cluster.endpoint(.presence))",
            "XDG_STATE_HOME": cluster.directory.appending(path: "state").path,
        ]
    }
}
