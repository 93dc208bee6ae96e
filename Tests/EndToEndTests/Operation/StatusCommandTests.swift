import Foundation
import RollcallAPI
import TestSupport
import Testing

@Suite struct StatusCommandTests {
    @Test func itIsZeroOnlyIfAllIsWell() async throws {
        let cluster = try Cluster(verifierArguments: ["--revocation-bound", "3"])
        let none = try await cluster.status()
        #expect(none.status == 7)
        #expect(none.text.contains("auth at \(cluster.endpoint(.auth)): could not connect"))

        try await cluster.startAll()
        let well = try await cluster.status()
        #expect(well.status == 0, "\(well.text)")
        for name in ["auth", "profile", "presence"] {
            #expect(
                well.text.contains(
                    "\(name) at unix:\(cluster.directory.path)/\(name).sock: answers"))
        }
        // The operator at the sockets is told more.
        #expect(well.text.contains("mails that wait: 0") && well.text.contains(" are free"))
        #expect(well.text.contains("version \(ProgramVersion.current), running since 20"))

        cluster[.auth].kill()
        let sentence = "Auth was away for so long that nobody knows which sessions"
        var ill = well
        let refuse = try await holds {
            ill = try await cluster.status("profile", "presence")
            return ill.text.split(separator: sentence).count == 3
        }
        #expect(refuse && ill.status == 7, "\(ill.text)")
        for name in ["profile", "presence"] {
            #expect(ill.text.contains("\(name).sock: refuses calls\n"), "\(ill.text)")
        }
        let logged = try await holds(within: .seconds(3)) {
            cluster[.profile].text.contains(" error calls are refused health.reason=\"\(sentence)")
        }
        #expect(logged, "\(cluster.logs)")

        try await cluster.start(.auth)
        let isWell = try await holds { try await cluster.status().status == 0 }
        #expect(isWell)
        let isOver = try await holds(within: .seconds(3)) {
            cluster[.profile].text.contains(" notice calls are answered again ")
        }
        #expect(isOver, "\(cluster.logs)")
        #expect(cluster[.profile].text.split(separator: "calls are refused").count == 2)
    }

    @Test func aPhotoProgramThatCannotRunIsNamed() async throws {
        let folder = try TemporaryDirectory()
        let program = "\(folder.path)/rollcall-photo"
        try "#!/bin/sh\nexit 127\n".write(toFile: program, atomically: true, encoding: .utf8)
        chmod(program, 0o700)
        let cluster = try Cluster(ownArguments: { service in
            service == .profile ? ["--photo-program", program] : []
        })
        for service in [Cluster.Service.auth, .profile] { try await cluster.start(service) }
        let status = try await cluster.status("profile")
        let sentence = "photos get no sizes: \(program) cannot run here"
        #expect(status.status == 7 && status.text.contains(sentence), "\(status.text)")
    }

    @Test(.enabled(if: getuid() == 0, "needs root, to mount"))
    func theDoorIsAskedAtItsUnitsSocket() async throws {
        let door = try await Door()
        let socket = door.cluster.directory.appending(path: "web.sock").path
        let rollcall = Products.directory.appending(path: "rollcall").path
        let script = """
            mount -t tmpfs none /run && mkdir /run/rollcall-web \
                && ln -s \(socket) /run/rollcall-web/socket && exec \(rollcall) status web
            """
        let status = try await run("/usr/bin/unshare", ["--mount", "sh", "-c", script])
        let line = "web at unix:/run/rollcall-web/socket: answers calls\n  version "
        #expect(status.status == 0 && status.text.hasPrefix(line), "\(status.text)")
    }

    @Test func aProgramReadsJSON() async throws {
        let cluster = try Cluster()
        try await cluster.start(.auth)
        let lines = try await cluster.status("auth", "profile", "--json").text.split(
            separator: "\n")
        #expect(lines.count == 2)
        let auth = try #require(
            try JSONSerialization.jsonObject(with: Data(lines[0].utf8)) as? [String: Any])
        #expect(auth["service"] as? String == "auth" && auth["isWell"] as? Bool == true)
        let status = auth["status"] as? [String: Any]
        #expect(status?["version"] as? String == ProgramVersion.current)
        let resources = auth["resources"] as? [String: Any]
        let queues = resources?["queues"] as? [[String: String]]
        #expect(queues?.contains(["name": "mail"]) == true)
        let disk = resources?["disk"] as? [String: String]
        for key in ["freeBytes", "sizeBytes"] { #expect(Int(disk?[key] ?? "") ?? 0 > 0) }
        let profile = try #require(
            try JSONSerialization.jsonObject(with: Data(lines[1].utf8)) as? [String: Any])
        #expect(profile["isServing"] as? Bool == false && profile["status"] is NSNull)
    }

    @Test func anotherServiceThanTheOneThatIsMeantIsNotWell() async throws {
        let cluster = try Cluster()
        try await cluster.startAll()
        let output = try await cluster.status("auth", "--auth", "\(cluster.endpoint(.presence))")
        #expect(output.status == 7)
        #expect(output.text.contains("rollcall-presence answers there, not rollcall-auth"))
    }

    @Test(arguments: ["rollcall", "rollcall-auth", "rollcall-profile", "rollcall-presence"])
    func everyProgramSaysItsVersion(name: String) async throws {
        let output = try await run(Products.directory.appending(path: name).path, ["--version"])
        #expect(output.text == "\(ProgramVersion.current)\n" && output.status == 0)
    }

    /// In a mount namespace of its own, where `/run` is as the units have it.
    @Test(.enabled(if: getuid() == 0, "needs root, to mount"))
    func theOperatorNeedNotNameTheUsualSocket() async throws {
        let cluster = try Cluster()
        try await cluster.start(.auth)
        let rollcall = Products.directory.appending(path: "rollcall").path
        func asOperator(_ prepare: String, _ command: String) async throws -> ProgramOutput {
            let script = "mount -t tmpfs none /run && \(prepare) && exec \(rollcall) \(command)"
            return try await run(
                "/usr/bin/unshare", ["--mount", "sh", "-c", script],
                environment: ["XDG_STATE_HOME": cluster.directory.path])
        }
        let link =
            "mkdir /run/rollcall-auth && ln -s \(cluster.directory.path)/auth.sock "
            + "/run/rollcall-auth/socket"
        let list = try await asOperator(link, "admin user list --operator")
        #expect(list.status == 0, "\(list.text)")
        let status = try await asOperator(link, "status auth --operator")
        #expect(status.status == 0 && status.text.contains("mails that wait"), "\(status.text)")
        let all = try await asOperator(link, "status --operator")
        #expect(all.status == 7 && all.text.contains("\nprofile at unix:"), "\(all.text)")
        #expect(all.text.hasSuffix("; systemctl status rollcall-presence\n"), "\(all.text)")
        let door = "mkdir /run/rollcall-web && ln -s /run/rollcall-auth/socket /run/rollcall-web"
        let other = try await asOperator("\(link) && \(door)", "status --operator")
        #expect(other.text.contains(": rollcall-auth answers there, not rollcall-web\n"))
        let added = try await asOperator(
            "\(link) && export SUDO_USER=ann", "admin service add games --show-sensitive --operator"
        )
        #expect(added.status == 0, "\(added.text)")
        let line = "admin.id=operator admin.sudo_user=ann admin.uid=0 "
        #expect(cluster[.auth].text.contains(line), "\(cluster.logs)")
        let none = try await asOperator("true", "admin user list --operator")
        #expect(none.status == 2)
        #expect(
            none.text == """
                --operator needs the service's unix socket, and there is no \
                /run/rollcall-auth/socket: name it by --auth unix:PATH

                """)
    }
}

extension Cluster {
    fileprivate func status(_ arguments: String...) async throws -> ProgramOutput {
        try await run(
            Products.directory.appending(path: "rollcall").path, ["status"] + arguments,
            environment: [
                "ROLLCALL_AUTH": "\(endpoint(.auth))", "ROLLCALL_PROFILE": "\(endpoint(.profile))",
                "ROLLCALL_PRESENCE": "\(endpoint(.presence))", "XDG_STATE_HOME": directory.path,
            ])
    }
}
