import Foundation
import RollcallAPI
import TestPostgreSQL
import Testing

@Suite(.enabled(if: geteuid() == 0, "needs root")) struct DoctorTests {
    private struct Finding: Decodable {
        let area, finding, remedy: String
    }

    /// A deployment with its files where the doctor looks.
    private final class Patient {
        /// A fresh one.
        static let backup = Date.now.formatted(Date.ISO8601FormatStyle(timeSeparator: .omitted))

        let cluster: Cluster
        let places: URL
        /// Where its programs are.
        var programs = Products.directory.path

        init() throws {
            cluster = try Cluster()
            places = cluster.directory.appending(path: "machine")
            for name in ["config", "data", "backups/\(Self.backup)"] {
                try FileManager.default.createDirectory(
                    at: places.appending(path: name), withIntermediateDirectories: true)
            }
            try Data().write(to: places.appending(path: "backups/\(Self.backup)/SHA256SUMS"))
            for service in Cluster.Service.allCases {
                try FileManager.default.createSymbolicLink(
                    at: places.appending(path: "data/rollcall-\(service.rawValue)"),
                    withDestinationURL: cluster.directory.appending(path: service.rawValue))
            }
        }

        /// - Parameter surroundings: a program that runs the doctor.
        func ask(
            _ more: [String] = [], in surroundings: [String] = []
        ) async throws -> ProgramOutput {
            let doctor = Products.directory.appending(path: "rollcall").path
            var arguments = surroundings + [doctor, "doctor"] + more
            for service in Cluster.Service.allCases {
                arguments += ["--\(service.rawValue)", "\(cluster.endpoint(service))"]
            }
            for name in ["config", "data", "backups"] {
                arguments += ["--\(name)", places.appending(path: name).path]
            }
            let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
            return try await run(
                arguments.removeFirst(), arguments,
                environment: [
                    "PATH": "\(programs):\(path)", "ROLLCALL_PLAINTEXT": "1",
                ])
        }

        /// But for the clock, which is the test machine's.
        func findings(in surroundings: [String] = []) async throws -> [Finding] {
            try await ask(["--json"], in: surroundings).text.split(separator: "\n").map {
                try JSONDecoder().decode(Finding.self, from: Data($0.utf8))
            }.filter { !["clock", "disks"].contains($0.area) }
        }
    }

    @Test func ofADeploymentThatIsWellItFindsNothing() async throws {
        let patient = try Patient()
        try await patient.cluster.startAll()
        #expect(try await patient.findings().isEmpty)
        let output = try await patient.ask()
        for area in ["configuration", "services", "certificates", "files", "backups", "accounts"] {
            #expect(
                output.text.contains("\n\(area): nothing found\n")
                    || output.text.hasPrefix("\(area): nothing found\n"))
        }
    }

    /// Asks a name server of its own.
    @Test(.enabled(if: PrivateNetwork.canBeMade, "needs root and iproute2"))
    func aDomainWhoseMailReceiversDistrustIsFound() async throws {
        let patient = try Patient()
        let script = Products.repository.appending(path: "Tests/EndToEndTests/Operation/dns.py")
        let resolver = patient.places.appending(path: "resolv.conf").path
        let surroundings = [
            "/usr/bin/unshare", "--mount", "--net", "/usr/bin/python3", script.path, resolver,
        ]
        for (lines, words) in [
            ("smtp = x\nmail-from = accounts@example.org", []),
            ("smtp=x\nmail-from = a@short.example", []),
            ("mail-from = accounts@example.com\nsmtp = x", ["no SPF record", "no DKIM key"]),
            ("smtp = x\nmail-from=a@nowhere.example", ["no SPF record", "no DKIM key"]),
            ("smtp = x\nmail-from = a@silent.example", ["did not answer"]),
            // Mails go into files, or from nowhere.
            ("smtp-user = x\nmail-from = accounts@example.com", []),
            ("smtp = x\n#mail-from = accounts@example.com", []),
            ("smtp = x\nmail-name = a@example.com", []),
        ] {
            try Data("listen = unix:/nowhere\n\(lines)\n".utf8).write(
                to: patient.places.appending(path: "config/auth.conf"))
            let findings = try await patient.findings(in: surroundings).filter {
                $0.area == "mail"
            }
            #expect(findings.count == words.count, "\(lines): \(findings)")
            for (finding, word) in zip(findings, words) {
                #expect(finding.finding.contains(word), "\(findings)")
            }
        }
        let output = try await patient.ask(in: surroundings)
        #expect(output.text.contains("\nmail: nothing found\n"), "\(output.text)")
    }

    @Test func aDiskThatCanHaveNoMoreFilesIsFound() async throws {
        let patient = try Patient()
        let place = patient.places.appending(path: "data/rollcall-web")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
        try #require(mount("tmpfs", place.path, "tmpfs", 0, "nr_inodes=20,mode=0700") == 0)
        defer { umount2(place.path, Int32(MNT_DETACH)) }
        for (count, isFound) in [(1, false), (18, true)] {
            for number in 0..<count {
                let path = place.appending(path: "\(number)").path
                #expect(FileManager.default.createFile(atPath: path, contents: nil))
            }
            let text = try await patient.ask(["--json"]).text
            #expect(text.contains("rollcall-web: less than a tenth of the inodes") == isFound)
        }
    }

    @Test func eachFaultIsFoundWithWhatToDo() async throws {
        let patient = try Patient()
        let cluster = patient.cluster
        try await cluster.startAll()
        func expect(_ area: String, _ words: String, _ remedy: String) async throws {
            let findings = try await patient.findings()
            #expect(
                findings.count == 1 && findings[0].area == area
                    && findings[0].finding.contains(words) && findings[0].remedy.contains(remedy),
                "\(findings)")
            #expect(try await patient.ask().status == 7)
        }

        let key = cluster.directory.appending(path: "auth/secret.key").path
        #expect(chmod(key, 0o644) == 0)
        try await expect("files", "secret.key is open to other users", "chmod go= ")
        #expect(chmod(key, 0o600) == 0 && chown(key, 65534, 65534) == 0)
        try await expect("files", "belongs to another user", "chown -h 0 ")
        #expect(chown(key, 0, 0) == 0)
        // A service chooses the names of its files, and root pastes the remedies.
        let strange = cluster.directory.appending(path: "auth/a$(id)\n  b: wrong\n    sh #")
        #expect(FileManager.default.createFile(atPath: strange.path, contents: nil))
        #expect(chmod(strange.path, 0o644) == 0)
        try await expect("files", #"a$(id)\u{a}  b: wrong\u{a}    sh #"#, "look at it: ls -lab /")
        #expect(try await !patient.ask().text.contains("\n  b: wrong"))
        try FileManager.default.removeItem(at: strange)

        let file = patient.places.appending(path: "config/profile.conf")
        try Data("listen = unix:/nowhere\nauth = unix:/nowhere\nlimit = x\n".utf8).write(to: file)
        try await expect("configuration", "profile.conf:3: ", "rollcall-profile")
        patient.programs = "/nowhere"
        try await expect("configuration", "rollcall-profile is not installed", "install it")
        patient.programs = Products.directory.path
        try FileManager.default.removeItem(at: file)

        let backup = patient.places.appending(path: "backups/\(Patient.backup)")
        let old = patient.places.appending(path: "backups/2026-11-20T030000Z")
        try FileManager.default.moveItem(at: backup, to: old)
        let other = patient.places.appending(path: "backups/lost+found")
        try FileManager.default.createDirectory(at: other, withIntermediateDirectories: false)
        try await expect("backups", "the last backup is of 2026-11-20", "rollcall-backup.timer")
        let future = patient.places.appending(path: "backups/2099-01-01T030000Z")
        try FileManager.default.moveItem(at: old, to: future)
        try await expect("backups", "the last backup is of 2099-01-01", "set the clock")
        try FileManager.default.moveItem(at: future, to: old)
        let elsewhere = patient.places.appending(path: "elsewhere")
        try FileManager.default.moveItem(at: old, to: elsewhere)
        try await expect("backups", "there is no backup in ", "rollcall backup create --to ")
        try FileManager.default.moveItem(at: elsewhere, to: backup)

        // In place of systemd's, which runs nothing of the test's.
        let programs = patient.places.appending(path: "programs")
        try FileManager.default.createDirectory(at: programs, withIntermediateDirectories: false)
        let systemctl = programs.appending(path: "systemctl").path
        func say(_ answer: String) throws {
            let script = "#!/bin/sh\ncase \"$*\" in\n\(answer) esac\n"
            try script.write(toFile: systemctl, atomically: true, encoding: .utf8)
            try #require(chmod(systemctl, 0o700) == 0)
        }
        patient.programs = "\(programs.path):\(Products.directory.path)"
        try say("list-units*) echo rollcall-standby.service loaded failed failed Copies;;")
        try await expect("services", "rollcall-standby.service has failed", "systemctl status ")
        try say("'is-enabled rollcall-web') echo enabled;;")
        try await expect("services", "Web: could not connect", "journalctl -u rollcall-web")

        cluster[.presence].kill()
        try say("'is-enabled rollcall-presence') echo disabled;;")
        #expect(try await patient.findings().map(\.area) == ["accounts"])
        try say("is-enabled*) echo masked;;")
        #expect(try await patient.findings().isEmpty)
        patient.programs = Products.directory.path
        let findings = try await patient.findings()
        #expect(findings.map(\.area) == ["services", "accounts"], "\(findings)")
        #expect(findings.first?.finding.hasPrefix("Presence: could not connect") == true)
    }
}
