import Foundation
import TestAuthority
import TestSupport
import Testing

@testable import Mail

/// Against aiosmtpd, which deploy/test.sh installs in .build/venv.
@Suite struct SMTPSenderTests {
    struct Taken: Decodable {
        let sender: String
        let recipients: [String]
        let answer: String
        let tls: Bool
        let mechanism: String?
        let hello: String
        let content: Data
    }

    /// aiosmtpd in a process.
    struct MailServer {
        let program: PythonProgram
        let port: UInt16

        init(_ options: [String: Any] = [:]) throws {
            let python = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
                .appending(path: "../../../.build/venv/bin/python3").standardized.path
            let arguments = try JSONSerialization.data(withJSONObject: options)
            program = try PythonProgram(
                "smtp.py", arguments: [String(decoding: arguments, as: UTF8.self)], python: python)
            port = try #require(UInt16(program.readLine()), "deploy/test.sh installs aiosmtpd")
        }

        /// In the clear.
        func client(_ configure: (inout SMTPServer) -> Void = { _ in }) throws -> SMTPSender {
            var server = try #require(SMTPServer("smtp://127.0.0.1:\(port)"))
            configure(&server)
            return SMTPSender(server)
        }

        /// Trusting the tests' authority.
        func secureClient(
            _ scheme: String = "smtp", _ configure: (inout SMTPServer) -> Void = { _ in }
        ) throws -> SMTPSender {
            var server = try #require(SMTPServer("\(scheme)://localhost:\(port)"))
            server.authorities = try TestAuthority.trusted.get().path("ca.pem")
            configure(&server)
            return SMTPSender(server)
        }

        func taken() throws -> [Taken] {
            let decoder = JSONDecoder()
            return try program.finish().map { try decoder.decode(Taken.self, from: Data($0.utf8)) }
        }
    }

    private static func certificate(
        names: String = "DNS:localhost"
    ) throws -> [String: Any] {
        let file = "smtp-\(UInt32.random(in: 0...UInt32.max))"
        let authority = try TestAuthority.trusted.get()
        _ = try authority.issue(file, names: names)
        return ["certificate": authority.path("\(file).pem"), "key": authority.path("\(file).key")]
    }

    private func failure(_ sender: SMTPSender, _ message: MailMessage) async -> MailFailure? {
        do {
            try await sender.send(message)
            return nil
        } catch {
            return error
        }
    }

    @Test func aMailArrivesAsItWasWritten() async throws {
        let server = try MailServer()
        let sender = try server.client { $0.hello = "rollcall.example.org" }
        let message = try MailMessage.test(
            recipient: "\"a@ b\"@example.com", subject: "Grüße", text: "One\n.\n..two\n",
            html: "<p>One</p>\n")
        try await sender.send(message)
        let taken = try server.taken()
        #expect(taken.map(\.sender) == ["rollcall@example.org"])
        #expect(taken.map(\.recipients) == [["\"a@ b\"@example.com"]])
        #expect(taken.map(\.hello) == ["rollcall.example.org"])
        #expect(taken.map(\.content) == [Data(message.encoded)])
    }

    @Test(arguments: ["PLAIN", "LOGIN"])
    func aMailGoesThroughSTARTTLSWithALogin(mechanism: String) async throws {
        var options = try Self.certificate()
        options["user"] = "rollcall"
        options["password"] = "p ä\"ss"
        options["excluded"] = ["PLAIN", "LOGIN"].filter { $0 != mechanism }
        let server = try MailServer(options)
        let login = SMTPServer.Login(user: "rollcall", password: "p ä\"ss")
        let sender = try server.secureClient { $0.login = login }
        for id in ["1", "2"] { try await sender.send(.test(id: id)) }
        let taken = try server.taken()
        #expect(taken.map(\.tls) == [true, true])
        #expect(taken.map(\.mechanism) == [mechanism, mechanism])
    }

    @Test func aMailGoesThroughTLSFromTheFirstByte() async throws {
        var options = try Self.certificate()
        options["implicit"] = true
        let server = try MailServer(options)
        try await server.secureClient("smtps").send(.test())
        #expect(try server.taken().map(\.tls) == [true])
    }

    @Test func aWrongLoginIsTheOperatorsToMend() async throws {
        var options = try Self.certificate()
        (options["user"], options["password"]) = ("rollcall", "right")
        let server = try MailServer(options)
        for login in [SMTPServer.Login(user: "rollcall", password: "wrong"), nil] {
            let sender = try server.secureClient { $0.login = login }
            let error = await failure(sender, try .test())
            #expect(error?.kind == .configuration, "\(String(describing: error))")
            #expect(error?.status == (login == nil ? 530 : 535))
        }
        #expect(try server.taken().isEmpty)
    }

    /// The lines behind AUTH are no commands: this password begins, in Base64, as one does.
    @Test func nothingOfAPasswordIsTakenForACommand() async throws {
        let options: [String: Any] = [
            "user": "rollcall", "password": "right", "excluded": ["PLAIN"],
        ]
        let server = try MailServer(options)
        let login = SMTPServer.Login(user: "rollcall", password: "AB\u{13}wrong")
        let error = await failure(try server.client { $0.login = login }, try .test())
        #expect(error?.kind == .configuration && error?.status == 535)
        #expect(error?.text.hasPrefix("535") == true, "\(error?.text ?? "")")
    }

    @Test func nothingIsSentWhereSTARTTLSIsNotOffered() async throws {
        let server = try MailServer()
        let error = await failure(try server.secureClient(), try .test())
        #expect(error?.kind == .configuration, "\(String(describing: error))")
        #expect(try server.taken().isEmpty)
    }

    @Test func nothingIsSentToACertificateOfAnotherNameOrAuthority() async throws {
        let server = try MailServer(Self.certificate(names: "DNS:elsewhere.example.org"))
        let error = await failure(try server.secureClient(), try .test())
        #expect(error?.kind == .configuration, "\(String(describing: error))")
        let right = try MailServer(Self.certificate())
        let stranger = try TestAuthority()
        let other = await failure(
            try right.secureClient { $0.authorities = stranger.path("ca.pem") }, try .test())
        #expect(other?.kind == .configuration, "\(String(describing: other))")
        #expect(try server.taken().isEmpty)
        #expect(try right.taken().isEmpty)
    }

    @Test func whatIsRefusedForNowIsTakenLaterAsTheSameMail() async throws {
        let server = try MailServer(["mails": ["451 4.3.0 later", "250 OK"]])
        let sender = try server.client()
        let message = try MailMessage.test()
        #expect(
            await failure(sender, message)
                == MailFailure(
                    .transient, status: 451, reason: "the server refuses DATA 451 4.3.0",
                    "451 4.3.0 later"))
        try await sender.send(message)
        let taken = try server.taken()
        #expect(taken.count == 2)
        #expect(taken[0].content == taken[1].content)
    }

    @Test func whatIsRefusedForGoodIsPermanent() async throws {
        let server = try MailServer([
            "recipients": ["550 5.1.1 nobody", "450 4.2.1 busy", "552 5.2.2 full"]
        ])
        let sender = try server.client()
        let message = try MailMessage.test()
        var errors: [MailFailure?] = []
        for _ in 0..<4 { errors.append(await failure(sender, message)) }
        #expect(errors.map { $0?.kind } == [.permanent, .transient, .permanent, nil])
        #expect(errors.map { $0?.status } == [550, 450, 552, nil])
        #expect(errors.map { $0?.concernsAllMail } == [false, false, false, nil])
    }

    @Test(arguments: [
        "554 5.7.1 <ann@example.org>: Relay access denied", "550 5.4.5 daily quota exceeded",
        "553 5.1.8 sender domain unknown", "550 5.7.26 not authenticated", "530 log in first",
    ])
    func aRefusalThatSpeaksOfUsIsTheOperatorsToMend(answer: String) async throws {
        let server = try MailServer(["recipients": [answer], "mails": [answer]])
        let sender = try server.client()
        for _ in ["RCPT", "DATA"] {
            let error = await failure(sender, try .test())
            #expect(error?.kind == .configuration && error?.concernsAllMail == true, "\(answer)")
        }
        #expect(await failure(sender, try .test()) == nil)
    }

    @Test(arguments: ["554 relay denied", "550 quota", "553 sender", "550 5.1.0 refused"])
    func aRefusalThatDoesNotSayOfWhomIsDoubtful(answer: String) async throws {
        let server = try MailServer(["recipient": answer])
        let error = await failure(try server.client(), try .test())
        #expect(error?.kind == .doubtful && error?.concernsAllMail == false)
        #expect(try server.taken().isEmpty)
    }

    @Test func whoIsRefusedBeforeTheRecipientIsRefusedForAllMail() async throws {
        let options: [[String: Any]] = [
            ["greeting": "554 no service here"], ["greeting": "421 too many connections"],
            ["sender": "550 no such sender"], ["sender": "452 no room"],
        ]
        var errors: [MailFailure?] = []
        for options in options {
            let server = try MailServer(options)
            errors.append(await failure(try server.client(), try .test()))
            #expect(try server.taken().isEmpty)
        }
        let kinds: [MailFailure.Kind] = [
            .configuration, .transient, .configuration, .transient,
        ]
        #expect(errors.map { $0?.kind } == kinds)
        #expect(errors.map { $0?.concernsAllMail } == [true, true, true, true])
    }

    /// What the server says in its own words may repeat whom the mail is for, and what is in it.
    @Test func theReasonForTheLogHasTheNumbersOfAnAnswerAlone() async throws {
        let server = try MailServer([
            "recipients": ["550 5.1.1 <ann@example.org>: 12345678", "451 ann@example.org 9.9.9"],
            "mails": ["554 5.6.0 12345678"],
        ])
        let sender = try server.client()
        let message = try MailMessage.test()
        var reasons: [String?] = []
        for _ in 0..<3 { reasons.append(await failure(sender, message)?.reason) }
        #expect(
            reasons == [
                "the server refuses RCPT 550 5.1.1", "the server refuses RCPT 451",
                "the server refuses DATA 554 5.6.0",
            ])
    }

    @Test func aServerThatHangsUpIsTriedAgain() async throws {
        let server = try MailServer(["mails": ["drop"], "cut": 1])
        let sender = try server.client()
        let long = try MailMessage.test(text: String(repeating: "xxxxxxxxx\n", count: 40_000))
        // No SIGPIPE ends the tests.
        let errors = [await failure(sender, long), await failure(sender, try .test())]
        #expect(errors.map { $0?.kind } == [.transient, .transient])
        // The last answer was a good one: that is no reason, and nobody's status.
        #expect(errors.map { $0?.status } == [nil, nil])
        try await sender.send(.test())
        #expect(try server.taken().map(\.answer) == ["drop", "250 OK"])
    }

    @Test func nobodyThereIsTransient() async throws {
        let server = try MailServer()
        let sender = try server.client()
        _ = try server.taken()
        let error = await failure(sender, try .test())
        #expect(error?.kind == .transient)
        #expect(error?.status == nil)
        #expect(error?.reason == "Couldn't connect to server")
    }

    @Test func aSlowServerHoldsNobodyUpForEver() async throws {
        let server = try MailServer(["mails": ["slow", "slow"]])
        let begun = ContinuousClock.now
        let hasty = try server.client { $0.timeout = .milliseconds(300) }
        #expect(await failure(hasty, try .test())?.kind == .transient)
        let patient = try server.client()
        let task = Task { await failure(patient, try .test()) }
        // In the midst of the mail, which the server takes slowly.
        try await elapse(.milliseconds(200))
        task.cancel()
        #expect(try await task.value?.kind == .transient)
        #expect(ContinuousClock.now - begun < .seconds(4))
    }
}
