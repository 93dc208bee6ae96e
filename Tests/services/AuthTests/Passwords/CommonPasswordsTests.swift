import Foundation
import RollcallAPI
import RollcallBasics
import RollcallCrypto
import TestPostgreSQL
import TestSupport
import Testing

@testable import Auth

@Suite struct CommonPasswordsTests {
    private let rules = PasswordRules(
        identities: ["anna@example.com", "anna"], common: .builtIn)

    @Test func whatEverybodyHasIsRefusedInAnyCase() {
        for password in ["password", "12345678", "PASSWORD", "PassWord1", "qwertyuiop", "trustno1"]
        {
            #expect(rules.broken(by: password) == [.passwordCommon], "\(password)")
        }
        #expect(rules.broken(by: "correct horse") == [])
    }

    @Test func whatIsInNoListIsTaken() {
        var random = TestNumbers(seed: 1)
        let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789")
        let refused = (0..<20_000).count { _ in
            let password = (0..<12).compactMap { _ in letters.randomElement(using: &random) }
            return Password(String(password)).map(CommonPasswords.builtIn.contain) ?? true
        }
        #expect(refused <= 1)
    }

    @Test func itIsSaidBesideTheOtherBrokenRules() async throws {
        try await withAuth { world in
            let error = await failure {
                try await world.client.signUp(.anna(email: "anna", password: "Password1"))
            }
            let violations = error?.detail(ErrorInfo.self)?.violations ?? []
            #expect(violations.map(\.reason) == [.emailMalformed, .passwordCommon])
            #expect(violations.map(\.field) == ["email", "password"])
            let alone = await failure {
                try await world.client.signUp(.anna(password: "password123"))
            }
            #expect(alone?.code == .invalidArgument)
            #expect(alone?.reasons == [.passwordCommon])
        }
    }

    @Test func theScriptMakesWhatTheServiceReads() async throws {
        try await withDirectory { directory in
            let words = "Zürichsee\nHunter2Hunter2\nshort\nZu\u{308}rich-West\n"
            // `sesame-sesame` and `rare-password`, the way Have I Been Pwned writes them.
            let digests = """
                9CF8AC1B0BE3E9B9A2AC1A8F25A0CE3E33B1E0F1:3
                \(Self.digest(of: "sesame-sesame")):250\r
                \(Self.digest(of: "rare-password")):2
                """
            try Data(words.utf8).write(to: directory.appending(path: "words"))
            try Data(digests.utf8).write(to: directory.appending(path: "digests"))
            let made = try await ["one", "two"].asyncMap { name in
                let file = directory.appending(path: name)
                try await Self.run([
                    "--out", file.path, "--least-count", "3",
                    directory.appending(path: "words").path,
                    "sha1:" + directory.appending(path: "digests").path,
                ])
                return file
            }
            #expect(try Data(contentsOf: made[0]) == Data(contentsOf: made[1]))
            let common = try CommonPasswords(path: made[0].path)
            let rules = PasswordRules(identities: [], common: common)
            for password in [
                "Zürichsee", "zürichsee", "ZÜRICHSEE", "Zu\u{308}richsee", "Zürich-West",
                "hunter2hunter2", "HUNTER2hunter2", "sesame-sesame",
            ] {
                #expect(rules.broken(by: password) == [.passwordCommon], "\(password)")
            }
            for password in ["password", "rare-password", "12345678"] {
                #expect(rules.broken(by: password) == [], "\(password)")
            }
        }
    }

    @Test func aFileThatIsNoFilterIsRefused() async throws {
        try await withDirectory { directory in
            let file = directory.appending(path: "filter")
            try Data("word".utf8).write(to: directory.appending(path: "words"))
            try await Self.run(["--out", file.path, directory.appending(path: "words").path])
            let whole = try Data(contentsOf: file)
            var version = whole
            version[8] = 2
            var zeros = whole
            zeros.replaceSubrange(32..., with: Data(count: whole.count - 32))
            var probes = whole
            probes[12] = 0
            for damaged in [
                Data(), whole.prefix(7), whole.prefix(31), whole.prefix(32), whole.dropLast(),
                whole + [0], version, zeros, probes, Data("password\n12345678\n".utf8),
            ] {
                try damaged.write(to: file)
                #expect(throws: Unusable.self) {
                    try CommonPasswords(path: file.path)
                }
            }
            #expect(throws: Unusable.self) {
                try CommonPasswords(path: directory.appending(path: "nothing").path)
            }
            try whole.write(to: file)
            _ = try CommonPasswords(path: file.path)
        }
    }

    private static func digest(of password: String) -> String {
        SHA1Digest.bytes(of: Array(password.utf8)).map { String(format: "%02X", $0) }.joined()
    }

    private static func run(_ arguments: [String]) async throws {
        let script = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../../deploy/build-password-filter.py")
        try await blocking {
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = ["python3", script.path] + arguments
            process.standardOutput = FileHandle.nullDevice
            try process.run()
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
        }
    }
}

extension Sequence {
    fileprivate func asyncMap<T>(_ body: (Element) async throws -> T) async rethrows -> [T] {
        var values: [T] = []
        for element in self { try await values.append(body(element)) }
        return values
    }
}
