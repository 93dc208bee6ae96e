import Foundation
import RollcallTesting
import Testing

@testable import RollcallApp

/// A deployment, real or not, as tests of both see it.
protocol Stage {
    /// A device on which nobody is signed in.
    func device() throws -> any AccountService
    /// The mail with the code of this number to an address, from 1.
    func mail(to address: String, _ number: Int) async throws -> StageMail
    func forward(_ seconds: Int) async throws
}

struct StageMail {
    let code: String
    /// What follows the `#`.
    let link: String

    /// Another one.
    var wrongCode: String { code == "12345678" ? "12345679" : "12345678" }
}

extension Stage {
    /// A device with a new account; its address is `name@example.org`.
    @discardableResult
    func signUp(_ name: String) async throws -> any AccountService {
        let device = try device()
        try await device.signUp(
            email: "\(name)@example.org", password: "correct horse", displayName: name)
        return device
    }

    /// Waits for what comes by itself.
    func settle(_ isTrue: () async throws -> Bool) async throws {
        #expect(try await holds { try await isTrue() })
    }
}

final class FakeStage: Stage {
    private let first = RollcallFake()

    func device() -> any AccountService { first.anotherDevice() }

    func mail(to address: String, _ number: Int) throws -> StageMail {
        let mails = first.mails(to: address)
        try #require(mails.count == number)
        return StageMail(code: mails[number - 1].code, link: mails[number - 1].linkToken)
    }

    func forward(_ seconds: Int) { first.forward(by: .seconds(seconds)) }
}

final class RealStage: Stage {
    let command: TestingCommand

    init() throws { command = try TestingCommand() }

    func device() throws -> any AccountService {
        Rollcall(
            try #require(URL(string: command.places.door)), store: InMemorySessionStore())
    }

    func mail(to address: String, _ number: Int) async throws -> StageMail {
        var codes: [TestingCommand.Mail] = []
        let isThere = try await holds {
            codes = try await command.mails(to: address).filter { !$0.code.isEmpty }
            return codes.count >= number
        }
        try #require(isThere && codes.count == number)
        let link = codes[number - 1].link.split(separator: "#").last ?? ""
        return StageMail(code: codes[number - 1].code, link: String(link))
    }

    func forward(_ seconds: Int) async throws { try await command.forward(seconds) }
}

/// What came of what was done.
final class Transcript {
    private(set) var lines: [String] = []

    func note<Output>(
        _ label: String, _ body: () async throws(RollcallError) -> Output
    ) async {
        do throws(RollcallError) {
            let output = try await body()
            lines.append("\(label): \((output as? User).map(Self.text) ?? "\(output)")")
        } catch {
            let violations = error.violations.map { violation in
                let position = violation.position.map { "@\($0)" } ?? ""
                return "\(violation.reason.rawValue) \(violation.field)\(position)"
            }
            lines.append("\(label): \(error.code) \(error.origin) \(violations)")
        }
    }

    func state(_ device: any AccountService) async {
        // A device that was just made reads its store.
        for await state in device.states where state != .restoring {
            lines.append("state: \(state.user.map(Self.text) ?? "\(state)")")
            break
        }
    }

    private static func text(_ user: User) -> String {
        "\(user.email) \(user.isEmailVerified)"
    }
}
