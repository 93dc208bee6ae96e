import Foundation
import RollcallAPI
import RollcallRPC
import Testing

/// The files that daemons are configured with.
@Suite struct ConfigurationTests {
    private static let services = ["auth", "profile", "presence", "web"]

    private func program(_ service: String) -> String {
        Products.directory.appending(path: "rollcall-\(service)").path
    }

    private func withDirectory(_ body: (URL) async throws -> Void) async throws {
        let directory = URL(filePath: "/tmp/rollcall-\(UInt32.random(in: 0 ... .max))")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: directory) }
        try await body(directory)
    }

    /// Renew one with `rollcall-auth --config FILE --print-config`.
    @Test(arguments: services) func theInstalledFileIsTheProgramsOwn(_ service: String) async throws
    {
        let file = Products.repository.appending(path: "deploy/config/\(service).conf")
        let text = try String(contentsOf: file, encoding: .utf8)
        let printed = try await run(program(service), ["--config", file.path, "--print-config"])
        #expect(printed.status == 0)
        #expect(printed.text == text)
        let unit = try String(
            contentsOf: Products.repository.appending(
                path: "deploy/systemd/rollcall-\(service).service"), encoding: .utf8)
        #expect(
            unit.contains(
                "\nExecStart=/usr/bin/rollcall-\(service) --config /etc/rollcall/\(service).conf"))
    }

    @Test(arguments: services) func aCheckOfTheInstalledFileFindsNothing(_ service: String)
        async throws
    {
        let file = Products.repository.appending(path: "deploy/config/\(service).conf")
        let output = try await run(program(service), ["--config", file.path, "--check"])
        #expect(output.status == 0)
        #expect(output.text == "rollcall-\(service): nothing is wrong\n")
    }

    /// A check is made by root, before the service's user has anything.
    @Test func aCheckMakesNoFile() async throws {
        try await withDirectory { directory in
            for service in Self.services {
                let data = directory.appending(path: service)
                let output = try await run(
                    program(service),
                    [
                        "--check", "--data", data.path, "--listen", "unix:\(directory.path)/s",
                        "--metrics-file", directory.appending(path: "metrics").path,
                    ] + (["auth", "web"].contains(service) ? [] : ["--auth", "unix:/nowhere"]))
                #expect(output.status == 0, "\(output.text)")
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).isEmpty)
        }
    }

    @Test(
        arguments: [
            ("auth", "limit = account=off", "The value 'account=off' is invalid for '--limit"),
            ("auth", "limit = accounts=1/1", "--limit: there is no limit accounts"),
            ("auth", "listen = 192.0.2.1:1", "--plaintext"),
            ("auth", "profile = 192.0.2.1:1", "--plaintext"),
            ("auth", "smtp = mail.example.org", "--smtp is of the form"),
            ("auth", "password-filter = /nowhere", "/nowhere"),
            ("auth", "identity-secrets = /nowhere", "--identity-secrets: /nowhere cannot be read"),
            ("auth", "mail-templates = /nowhere", "/nowhere"),
            ("profile", "auth-credential = /nowhere", "--auth-credential: /nowhere cannot be read"),
            ("profile", "photo-url = here", "--photo-url"),
            ("presence", "profile = tls:nowhere", "'--profile"),
            ("web", "pages-directory = /nowhere", "--pages-directory"),
            ("web", "client-limit = 0", "--client-limit is at least 1"),
        ])
    func theLineOfAMistakeIsNamed(service: String, line: String, reason: String) async throws {
        try await withDirectory { directory in
            let file = directory.appending(path: "x.conf")
            let usual = try String(
                contentsOf: Products.repository.appending(path: "deploy/config/\(service).conf"),
                encoding: .utf8)
            try Data("\(line)\n\(usual)".utf8).write(to: file)
            let output = try await run(program(service), ["--config", file.path, "--check"])
            #expect(output.text.contains("\(file.path):1: "), "\(output.text)")
            #expect(output.text.contains(reason), "\(output.text)")
            #expect(output.text.split(separator: "\n").count == 1, "\(output.text)")
            #expect([64, 78].contains(output.status))
        }
    }

    /// By hand nobody has what `LoadCredential=` gives to the service.
    @Test func aCheckSaysWhatSystemdAloneCanRead() async throws {
        try await withDirectory { directory in
            let file = directory.appending(path: "x.conf")
            try Data(
                """
                listen = unix:/nowhere/s
                tls-certificate = ${CREDENTIALS_DIRECTORY}/cert.pem
                tls-key = ${CREDENTIALS_DIRECTORY}/key.pem

                """.utf8
            ).write(to: file)
            let check = ["--config", file.path, "--check"]
            let output = try await run(program("auth"), check)
            #expect(output.status == 0, "\(output.text)")
            #expect(output.text.contains("was not checked: "), "\(output.text)")
            let wrong = try await run(
                program("auth"), check, environment: ["CREDENTIALS_DIRECTORY": directory.path])
            #expect(wrong.status == 78, "\(wrong.text)")
        }
    }

    @Test func aSIGHUPBeforeItServesEndsNothing() async throws {
        let cluster = try Cluster()
        let process = try cluster[.auth].launch()
        let data = cluster.directory.appending(path: "auth").path
        while process.isRunning, !FileManager.default.fileExists(atPath: data) { usleep(1000) }
        for _ in 0..<40 where process.isRunning {
            _ = kill(process.processIdentifier, SIGHUP)
            usleep(20_000)
        }
        #expect(process.isRunning, "\(cluster.logs)")
        cluster[.auth].kill()
    }

    @Test func onSIGHUPARunningAuthTakesUpWhatCanChange() async throws {
        try await withDirectory { directory in
            let file = directory.appending(path: "auth.conf")
            func write(_ lines: String...) throws {
                try Data(lines.joined(separator: "\n").utf8).write(to: file)
            }
            let templates = directory.appending(path: "templates/en")
            try FileManager.default.createDirectory(
                at: templates, withIntermediateDirectories: true)
            try write("limit = account=2/900", "log-level = info")
            let cluster = try Cluster(authArguments: ["--config", file.path], limits: [])
            for service in [Cluster.Service.auth, .profile] { try await cluster.start(service) }
            let client = cluster.client(.auth)
            defer { client.close() }
            let auth = AuthServiceClient(client)
            _ = try await auth.signUp(
                SignUpRequest(
                    email: "ann@example.org", password: "correct horse", displayName: "ann",
                    idempotencyKey: UUID().uuidString))
            func signIn(_ password: String) async throws -> [Reason] {
                let form = SignInRequest(email: "ann@example.org", password: password)
                return await refusal { _ = try await auth.signIn(form) }?.reasons ?? []
            }
            func reload(until line: String) async throws {
                #expect(kill(cluster[.auth].processID ?? -1, SIGHUP) == 0)
                #expect(try await holds { cluster[.auth].text.contains(line) }, "\(cluster.logs)")
            }
            for _ in 0..<2 { _ = try await signIn("wrong") }
            #expect(try await signIn("correct horse") == [.wrongCredentials])

            // What a new line names cannot be read: the line of the new file is said.
            try write("# One more line.", "limit = account=1000000/1", "mail-templates = /nowhere")
            try await reload(until: "error=\"\(file.path):3: /nowhere")
            #expect(try await signIn("correct horse") == [.wrongCredentials])

            // A file with a mistake changes nothing.
            try write("limit = account=1000000/1", "log-level = loud")
            try await reload(until: "\(file.path):2: ")
            #expect(try await signIn("correct horse") == [.wrongCredentials])

            try write(
                "limit = account=1000000/1", "log-level = debug",
                "mail-templates = \(templates.deletingLastPathComponent().path)",
                "session-days = 7")
            try await reload(
                until: "the configuration was read again needs.restart=session-days "
                    + "taken.up=limit,log-level,mail-templates")
            // What is known of an account is counted by the new limit.
            #expect(try await holds { try await signIn("correct horse").isEmpty })
            #expect(cluster[.auth].text.contains(" debug "))

            // Templates are read again though the option is the same.
            let spool = Spool(directory: cluster.directory.appending(path: "auth/spool"))
            try Data("Subject: Yours again\n\n{{code}} {{service}}\n".utf8).write(
                to: templates.appending(path: "resetPassword.txt"))
            try await reload(until: "the configuration was read again needs.restart=session-days\n")
            _ = try await AccountServiceClient(client).requestPasswordReset(
                RequestPasswordResetRequest(email: "ann@example.org"))
            let isNew = try await holds {
                try spool.mails(to: "ann@example.org").contains {
                    $0.header.contains("\r\nSubject: Yours again\r\n")
                }
            }
            #expect(isNew, "\(cluster.logs)")
        }
    }
}
