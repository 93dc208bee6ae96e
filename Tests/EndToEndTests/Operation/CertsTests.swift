import Foundation
import Glibc
import RollcallAPI
import RollcallRPC
import TestAuthority
import TestObjectStore
import Testing

/// `rollcall certs`, as operators, openssl(1) and services see it.
@Suite struct CertsTests {
    private let place: Place

    init() throws { place = try Place() }

    /// A directory with an authority, which is still to be made.
    private final class Place {
        let directory = URL(filePath: "/tmp/rollcall-\(UInt32.random(in: 0 ... .max))")
        var path: String { directory.appending(path: "certs").path }
        /// What the command has in its environment besides.
        var environment: [String: String] = [:]

        init() throws {
            try FileManager.default.createDirectory(
                at: directory, withIntermediateDirectories: true)
        }

        deinit { try? FileManager.default.removeItem(at: directory) }

        func certs(_ arguments: String...) async throws -> ProgramOutput {
            try await run(
                Products.directory.appending(path: "rollcall").path, ["certs"] + arguments,
                environment: environment)
        }

        func create(_ names: String...) async throws {
            let output = try await run(
                Products.directory.appending(path: "rollcall").path,
                ["certs", "create", path] + names, environment: environment)
            try #require(output.status == 0, "\(output.text)")
        }

        func bytes(_ file: String) throws -> Data {
            try Data(contentsOf: URL(filePath: "\(path)/\(file)"))
        }

        func mode(_ file: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: "\(path)\(file)")[.posixPermissions]
                as? Int
        }

        /// Sets the clock of the commands to come, by half a day more: no day ends meanwhile.
        func setForward(days: Int) throws {
            let library = directory.appending(path: "clock.so")
            if !FileManager.default.fileExists(atPath: library.path) {
                try compilePreload("clock", to: library)
            }
            environment = ["LD_PRELOAD": library.path, "CLOCK_AHEAD": "\(days * 86_400 + 43_200)"]
        }
    }

    private func openssl(_ arguments: String, input: String = "") async throws -> ProgramOutput {
        try await run(
            "/usr/bin/openssl", arguments.split(separator: " ").map(String.init), input: input)
    }

    @Test func opensslFindsNoFaultWithACertificateForServersAndClients() async throws {
        try await place.create("Auth.Internal", "192.0.2.1", "::1")
        for use in [
            "sslserver -verify_hostname auth.internal", "sslserver -verify_ip 192.0.2.1",
            "sslserver -verify_ip ::1", "sslclient",
        ] {
            let output = try await openssl(
                "verify -x509_strict -check_ss_sig -CAfile \(place.path)/ca.crt -purpose \(use) "
                    + "\(place.path)/auth.internal.pem")
            #expect(output.text == "\(place.path)/auth.internal.pem: OK\n", "\(use)")
        }
        let other = try await openssl(
            "verify -CAfile \(place.path)/ca.crt -verify_hostname profile.internal "
                + "\(place.path)/auth.internal.pem")
        #expect(other.text.contains("hostname mismatch"), "\(other.text)")
        let text = try await openssl("x509 -in \(place.path)/auth.internal.pem -noout -text").text
        #expect(text.contains("CA:FALSE") && text.contains("X509v3 Authority Key Identifier"))
        for file in ["ca.crt", "auth.internal.pem"] {
            let serial = try await openssl("x509 -in \(place.path)/\(file) -noout -serial").text
            #expect(serial.wholeMatch(of: /serial=01[0-9A-F]{32}\n/) != nil)
        }
        #expect(try place.mode("") == 0o700)
        #expect(try place.mode("/ca.key") == 0o600 && place.mode("/auth.internal.pem") == 0o600)
        #expect(try !String(decoding: place.bytes("ca.crt"), as: UTF8.self).contains("PRIVATE"))
    }

    @Test(arguments: [
        "a/b", "..", "../a", "", " ", "*.example.org", "a\nb", "a\u{7}b", "bücher.example",
        "a,DNS:b",
        "DNS:a", "300.1.1.1", "a.", "a..b", "-a", "/etc/passwd",
        String(repeating: "a", count: 64) + ".org",
        String(repeating: "abcdefg.", count: 32) + "org",
    ])
    func whatIsNoNameIsRefusedAndNothingIsMade(name: String) async throws {
        for names in [[name], ["auth.internal", name]] { try await expectRefusal(of: names) }
    }

    @Test func tooManyNamesOrAFirstOneThatCannotNameAFileAreRefused() async throws {
        let many = (0...100).map { "host\($0).internal" }
        for names in [many, ["::1"], ["::1", "auth.internal"]] {
            try await expectRefusal(of: names)
        }
    }

    private func expectRefusal(of names: [String]) async throws {
        let output = try await run(
            Products.directory.appending(path: "rollcall").path,
            ["certs", "create", place.path, "--"] + names)
        #expect(output.status == 6, "\(output.text)")
        #expect(!FileManager.default.fileExists(atPath: place.path))
    }

    @Test func whoBeginAtOnceHaveOneAuthority() async throws {
        let names = (0..<8).map { "host\($0).internal" }
        let program = Products.directory.appending(path: "rollcall").path
        try await withThrowingTaskGroup(of: Int32.self) { group in
            for arguments in names.map({ ["certs", "create", place.path, $0] }) {
                group.addTask { try await run(program, arguments).status }
            }
            for try await status in group { #expect(status == 0) }
        }
        for name in names {
            let file = "\(place.path)/\(name).pem"
            let output = try await openssl("verify -CAfile \(place.path)/ca.crt \(file)")
            #expect(output.text == "\(file): OK\n")
        }
    }

    @Test func servicesMayReadTheAuthoritysCertificateWhateverTheUmask() async throws {
        let program = Products.directory.appending(path: "rollcall").path
        let output = try await run(
            "/bin/sh",
            ["-c", "umask 077; exec \(program) certs create \(place.path) auth.internal"])
        #expect(output.status == 0, "\(output.text)")
        #expect(try place.mode("/ca.crt") == 0o644 && place.mode("/ca.key") == 0o600)
    }

    @Test func aDirectoryThatOthersCanWriteToOrALinkIsRefused() async throws {
        let files = FileManager.default
        try files.createDirectory(atPath: place.path, withIntermediateDirectories: false)
        let link = place.directory.appending(path: "link").path
        try files.createSymbolicLink(atPath: link, withDestinationPath: place.path)
        let file = place.directory.appending(path: "file").path
        #expect(files.createFile(atPath: file, contents: nil))
        for path in [link, "\(link)/"] {
            let output = try await place.certs("create", path, "auth.internal")
            #expect(output.status == 1, "\(output.text)")
            #expect(output.text == "\(link): not a directory that only you can write to.\n")
        }
        #expect(try await place.certs("create", file, "auth.internal").status == 1)
        for mode in [0o770, 0o702] {
            #expect(chmod(place.path, mode_t(mode)) == 0)
            #expect(try await place.certs("create", place.path, "auth.internal").status == 1)
        }
        #expect(chmod(place.path, 0o700) == 0)
        if geteuid() == 0 {
            #expect(chown(place.path, 4321, 4321) == 0)
            #expect(try await place.certs("create", place.path, "auth.internal").status == 1)
        }
        #expect(try files.contentsOfDirectory(atPath: place.path).isEmpty)
        #expect(try await place.certs("renew", place.directory.path + "/none").status == 1)
    }

    @Test func inItsLastThirdACertificateIsRenewedWithAnotherKeyForTheSameNames() async throws {
        try await place.create("auth.internal", "192.0.2.1", "::1")
        let (key, shown) = (try place.bytes("ca.key"), try place.bytes("ca.crt"))
        let first = try place.bytes("auth.internal.pem")
        try place.setForward(days: 59)
        let early = try await place.certs("renew", place.path)
        #expect(early.status == 0 && early.text == "", "\(early.text)")
        #expect(try place.bytes("auth.internal.pem") == first)
        try place.setForward(days: 61)
        if geteuid() == 0 { #expect(chown("\(place.path)/auth.internal.pem", 4321, 4322) == 0) }
        #expect(chmod("\(place.path)/auth.internal.pem", 0o640) == 0)
        let list = try await place.certs("list", place.path, "--json")
        #expect(
            list.text.contains(
                #""file":"auth.internal.pem","names":["auth.internal","192.0.2.1","0:0:0:0:0:0:0:1"],"#
                    + #""todo":"renew"}"#), "\(list.text)")
        let due = try await place.certs("renew", place.path)
        #expect(due.status == 0 && due.text.contains("/auth.internal.pem: until 20"), "\(due.text)")
        #expect(try await place.certs("renew", place.path).text == "")
        let second = try place.bytes("auth.internal.pem")
        #expect(Set(lines(second)).isDisjoint(with: lines(first).filter { !$0.hasPrefix("-") }))
        #expect(try place.mode("/auth.internal.pem") == 0o640)
        var status = stat()
        #expect(stat("\(place.path)/auth.internal.pem", &status) == 0)
        if geteuid() == 0 { #expect(status.st_uid == 4321 && status.st_gid == 4322) }
        #expect(try place.bytes("ca.key") == key && place.bytes("ca.crt") == shown)
        let after = try await place.certs("list", place.path, "--json")
        #expect(
            after.text.contains(#""192.0.2.1","0:0:0:0:0:0:0:1"],"todo":null}"#), "\(after.text)")
    }

    private func lines(_ data: Data) -> [Substring] {
        String(decoding: data, as: UTF8.self).split(separator: "\n")
    }

    @Test func aCertificateIsReplacedOnlyWhenAskedFor() async throws {
        try await place.create("auth.internal")
        let first = try place.bytes("auth.internal.pem")
        let again = try await place.certs("create", place.path, "auth.internal", "192.0.2.1")
        #expect(again.status == 5 && again.text.contains("--force"), "\(again.text)")
        #expect(try place.bytes("auth.internal.pem") == first)
        try await place.create("auth.internal", "192.0.2.1", "--force")
        let list = try await place.certs("list", place.path)
        #expect(list.text.contains("auth.internal 192.0.2.1"), "\(list.text)")
    }

    @Test func anAuthorityIsReplacedBeforeItsEndAndIssuesNothingAfterIt() async throws {
        try await place.create("auth.internal")
        try place.setForward(days: 3600)
        try await place.create("profile.internal")
        let list = try await place.certs("list", place.path, "--json").text.split(separator: "\n")
        #expect(list[0].contains(#""daysLeft":49,"#) && list[0].contains(#""todo":"replace""#))
        #expect(
            list[2].contains(#""daysLeft":48,"#) || list[2].contains(#""daysLeft":49,"#), "\(list)")
        try place.setForward(days: 3651)
        for arguments in [["create", place.path, "new.internal"], ["renew", place.path]] {
            let output = try await run(
                Products.directory.appending(path: "rollcall").path, ["certs"] + arguments,
                environment: place.environment)
            #expect(output.status != 0 && output.text.contains("the authority has ended"))
        }
        #expect(!FileManager.default.fileExists(atPath: "\(place.path)/new.internal.pem"))
    }

    /// Its own file is all that a service can write to.
    @Test func aServiceThatWritesToItsFileIsNotCertifiedAsAnother() async throws {
        for name in ["auth.internal", "profile.internal", "web.internal", "x.internal"] {
            try await place.create(name)
        }
        let stranger = try TestAuthority.trusted.get()
        let forged = try stranger.issue("forged", names: "DNS:web.internal,DNS:auth.internal")
        let pair = try [forged.certificateChain, forged.privateKey].reduce(into: Data()) {
            try $0.append(Data(contentsOf: URL(filePath: $1)))
        }
        let written = [
            "profile.internal": try place.bytes("auth.internal.pem"), "web.internal": pair,
            "x.internal": Data("nonsense".utf8),
        ]
        for (name, bytes) in written {
            try bytes.write(to: URL(filePath: "\(place.path)/\(name).pem"))
        }
        let output = try await place.certs("renew", "--all", place.path)
        #expect(output.status == 1, "\(output.text)")
        #expect(output.text.contains("\(place.path)/auth.internal.pem: until 20"))
        for name in ["profile", "web"] {
            #expect(
                output.text.contains(
                    "\(place.path)/\(name).internal.pem: this authority has not issued it"))
        }
        #expect(output.text.contains("x.internal.pem: there is no certificate with its key"))
        for (name, bytes) in written { #expect(try place.bytes("\(name).pem") == bytes) }
        let list = try await place.certs("list", place.path)
        #expect(list.text.split(separator: "create again").count == 4, "\(list.text)")
        #expect(list.text.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(list.text)")
    }

    @Test func aRenewalKilledAtAnyInstantLeavesPairsThatMatch() async throws {
        let names = (0..<8).map { "host\($0).internal" }
        for name in names { try await place.create(name) }
        let key = try place.bytes("ca.key")
        for _ in 0..<40 {
            let process = Process()
            process.executableURL = Products.directory.appending(path: "rollcall")
            process.arguments = ["certs", "renew", "--all", place.path]
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            try process.run()
            usleep(UInt32.random(in: 0..<80_000))
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            let list = try await place.certs("list", place.path, "--json")
            #expect(list.text.split(separator: #""todo":null"#).count == 10, "\(list.text)")
        }
        #expect(try place.bytes("ca.key") == key)
        #expect(try await place.certs("renew", "--all", place.path).status == 0)
        // Killed before the last file was there.
        try FileManager.default.removeItem(atPath: "\(place.path)/ca.crt")
        try await place.create("new.internal")
        let verified = try await openssl(
            "verify -CAfile \(place.path)/ca.crt \(place.path)/new.internal.pem")
        #expect(verified.status == 0)
    }

    /// The commands of the page, and the options that it names.
    @Test func servicesKnowEachOtherByThemAndTakeRenewedOnesUp() async throws {
        let ports = try FreePorts.find(1)
        try await place.create("localhost", "127.0.0.1")
        try await place.create("profile.internal")
        let (authority, own) = ("\(place.path)/ca.crt", "\(place.path)/localhost.pem")
        let client = "\(place.path)/profile.internal.pem"
        let cluster = try Cluster(
            authArguments: [
                "--listen", "mtls:localhost:\(ports[0])", "--tls-certificate", own, "--tls-key",
                own, "--tls-client-ca", authority, "--trust-service",
                "games=dns:profile.internal",
            ])
        try await cluster.start(.auth)
        let directory = cluster.directory.path
        let profile = ServiceProcess(
            "rollcall-profile",
            [
                "--data", "\(directory)/other", "--listen", "unix:\(directory)/other.sock",
                "--auth",
                "tls:localhost:\(ports[0])", "--tls-ca", authority, "--tls-client-certificate",
                client, "--tls-client-key", client,
            ], log: cluster.directory.appending(path: "other.log"))
        defer { profile.kill() }
        let socket = Endpoint.unix(path: "\(directory)/other.sock")
        try await profile.start(at: socket)
        let caller = NetworkClient(socket, logger: .quiet).retrying()
        defer { caller.close() }
        // It takes calls once it may follow Auth's revocations, as services may.
        try await caller.waitUntilServing()

        let connect =
            "s_client -connect localhost:\(ports[0]) -CAfile \(authority) -verify_return_error "
            + "-verify_hostname localhost -x509_strict -alpn rollcall/1"
        func shown() async throws -> String {
            let output = try await openssl("\(connect) -cert \(client) -key \(client)")
            #expect(output.text.contains("Verify return code: 0 (ok)"), "\(output.text)")
            return output.text.firstMatch(of: /CERTIFICATE-----[^-]+/).map { String($0.output) }
                ?? ""
        }
        let first = try await shown()
        // TLS 1.3 would tell a client of the refusal after its handshake.
        #expect(try await openssl("\(connect) -tls1_2").status != 0)

        #expect(try await place.certs("renew", "--all", place.path).status == 0)
        kill(try #require(cluster[.auth].processID), SIGHUP)
        #expect(try await holds { try await shown() != first }, "\(cluster.logs)")
        cluster[.auth].stop()
        try await cluster.start(.auth)
        let isServing = try await holds {
            profile.text.contains("TLS files were read again")
        }
        #expect(isServing, "\(profile.text)")
        try await caller.waitUntilServing()
        #expect(!profile.text.contains("cannot be used"), "\(profile.text)")
        #expect(!cluster[.auth].text.contains("cannot be used"), "\(cluster.logs)")
    }

    @Test(.enabled(if: geteuid() == 0, "needs root, to give files away"))
    func theCommandsOfThePageMakeThem() async throws {
        let page = try String(
            contentsOf: Products.repository.appending(path: "deploy/tls.md"), encoding: .utf8)
        let section = try #require(
            page.components(separatedBy: "\n## ").first {
                $0.hasPrefix("A certificate authority of")
            })
        let commands = section.components(separatedBy: "```").enumerated()
            .filter { $0.offset % 2 == 1 }.map(\.element).joined(separator: "\n")
            .replacing("/var/lib/rollcall-certs", with: place.path)
            .replacing("17 4 * * * root ", with: "")
            // The user of a package that may not be installed here.
            .replacing("chown rollcall-auth", with: "chown 4321")
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let output = try await run(
            "/bin/sh", ["-euc", commands],
            environment: ["PATH": "\(Products.directory.path):\(path)"])
        #expect(output.status == 0, "\(output.text)")
        #expect(
            output.text.contains(/profile.internal.pem  profile.internal +20/), "\(output.text)")
        let read = try await run(
            "/usr/bin/setpriv",
            [
                "--reuid", "4321", "--regid", "4321", "--clear-groups", "/bin/sh", "-c",
                "cat \(place.path)/auth.internal.pem \(place.path)/ca.crt >&2; "
                    + "cat \(place.path)/ca.key \(place.path)/profile.internal.pem 2>/dev/null",
            ])
        #expect(read.text.split(separator: "BEGIN").count == 4 && read.status == 1, "\(read.text)")
    }
}
