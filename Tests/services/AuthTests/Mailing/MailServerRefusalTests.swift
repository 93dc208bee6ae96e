import Foundation
import Mail
import MetricsTestKit
import TestSupport
import Testing

@testable import Auth

/// Against aiosmtpd, which deploy/test.sh installs in .build/venv, while its answers change.
@Suite struct MailServerRefusalTests {
    @Test(arguments: [
        ["recipient": "554 relay denied"], ["recipient": "550 quota"],
        ["recipient": "553 sender"], ["recipient": "554 5.7.1 Relay access denied"],
        ["recipient": "550 5.4.5 quota"], ["sender": "550 no such sender"],
        ["greeting": "554 no service"], ["greeting": "421 later"],
    ])
    func noMailIsGivenUpWhileAllAreRefused(answers: [String: String]) async throws {
        try await withServer(answers) { world, mail, server, metrics in
            for name in ["ann", "ben", "cem", "dea"] {
                try await mail.enqueue(to: "\(name)@example.com")
            }
            try await until { mail.outbox.trouble != nil }
            let trouble = mail.outbox.trouble ?? ""
            #expect(
                trouble.contains("no mail can be sent: the server refuses")
                    || trouble.contains("no mail can be sent: Weird server reply"))
            let age = try metrics.expectMeter("auth.mail.age.seconds")
            try await until { (age.lastValue ?? 0) > 0.05 }
            #expect(try await mail.list(.dead).isEmpty)
            try server.answer([:])
            try await mail.settle()
            #expect(try await mail.list(.sent).count == 4)
            try await until { mail.outbox.trouble == nil && age.lastValue == 0 }
        }
    }

    @Test func oneRecipientThatIsRefusedEndsItsOwnMailAlone() async throws {
        let answers: [String: Any] = [
            "recipient": "550 no such user", "taken": ["ann@example.com"],
        ]
        try await withServer(answers) { world, mail, server, _ in
            let refused = try await mail.enqueue(to: "nobody@example.com")
            try await mail.tried(refused, times: 3)
            #expect(try await mail.list(.dead).isEmpty)
            try await mail.enqueue(to: "ann@example.com")
            try await mail.settle()
            #expect(try await mail.list(.dead).map(\.id) == [refused.id])
            #expect(try await mail.list(.sent).map(\.recipient) == ["ann@example.com"])
            #expect(mail.outbox.trouble == nil)
        }
    }

    private func withServer(
        _ answers: [String: Any],
        _ body: (AuthServer, RunningOutbox, ChangingMailServer, TestMetrics) async throws -> Void
    ) async throws {
        let server = try ChangingMailServer(answers)
        let metrics = TestMetrics()
        try await withPresentAuth { world in
            let place = try #require(SMTPServer("smtp://127.0.0.1:\(server.port)"))
            let mail = try RunningOutbox(world, metrics: metrics, sender: SMTPSender(place))
            do {
                try await body(world, mail, server, metrics)
            } catch {
                await mail.stop()
                throw error
            }
            await mail.stop()
        }
    }

    private func until(_ isTrue: () -> Bool) async throws {
        try await eventually { isTrue() }
    }
}

/// aiosmtpd in a process; Tests/platform/MailTests/smtp.py says what its answers can be.
private final class ChangingMailServer: Sendable {
    let port: UInt16
    private let process = Process()
    private let input = Pipe()

    init(_ answers: [String: Any]) throws {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appending(path: "../../..").standardized
        process.executableURL = tests.appending(path: "../.build/venv/bin/python3").standardized
        process.arguments = [
            tests.appending(path: "platform/MailTests/smtp.py").path, try Self.line(answers),
        ]
        let output = Pipe()
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
        var text = ""
        while !text.hasSuffix("\n") {
            let bytes = try #require(try output.fileHandleForReading.read(upToCount: 1))
            text += String(decoding: bytes, as: UTF8.self)
        }
        port = try #require(UInt16(text.dropLast()), "deploy/test.sh installs aiosmtpd")
    }

    deinit { kill(process.processIdentifier, SIGKILL) }

    func answer(_ answers: [String: Any]) throws {
        let defaults: [String: Any] = [
            "greeting": NSNull(), "sender": NSNull(), "recipient": NSNull(),
        ]
        let line = try Self.line(defaults.merging(answers) { $1 }) + "\n"
        try input.fileHandleForWriting.write(contentsOf: Data(line.utf8))
    }

    private static func line(_ values: [String: Any]) throws -> String {
        String(decoding: try JSONSerialization.data(withJSONObject: values), as: UTF8.self)
    }
}
