import RollcallAPI
import RollcallRPC
import Testing

@testable import Auth

@Suite struct SessionDeviceTests {
    private static let misleading: [UInt32] =
        [0x01, 0x08, 0x09, 0x0A, 0x0D, 0x1B, 0x1F, 0x7F, 0x80, 0x85, 0x9B, 0x9F, 0x061C, 0x200E]
        + [0x200F, 0x2028, 0x2029] + Array(0x202A...0x202E) + Array(0x2066...0x2069)

    private func broken(_ device: SessionDevice) -> [Violation] {
        var rules = BrokenRules()
        rules.check(device)
        return rules.violations
    }

    @Test(arguments: misleading)
    func whatChangesHowTextIsShownIsRefused(code: UInt32) throws {
        let text = "a\(try #require(Unicode.Scalar(code)))b"
        let devices = [
            ("device_label", SessionDevice(label: text)),
            ("platform", SessionDevice(platform: text)),
            ("app_version", SessionDevice(appVersion: text)),
        ]
        for (field, device) in devices {
            let violations = broken(device)
            #expect(violations.map(\.reason) == [.fieldMalformed])
            #expect(violations.map(\.field) == [field])
        }
    }

    @Test(arguments: [
        "", "Anna's phone", "Telefon f\u{FC}r M\u{FC}ller", "\u{5D8}\u{5DC}\u{5E4}\u{5D5}\u{5DF}",
        "iOS 19.1 (22B5)",
        "\u{1F469}\u{200D}\u{1F4BB}", "\u{645}\u{6CC}\u{200C}\u{62E}\u{648}",
    ])
    func textOfEveryScriptIsAccepted(text: String) {
        #expect(broken(SessionDevice(label: text, platform: text, appVersion: text)).isEmpty)
    }

    @Test func signInAndSignUpNameEachField() async throws {
        try await withAuth { world in
            _ = try await world.client.signUp(.anna())
            let (label, platform, version) = ("\u{202E}enohp", "\u{1B}[2J", "1\n2")
            var form = SignUpRequest.anna(email: "bob@example.org", name: "bob")
            (form.deviceLabel, form.platform, form.appVersion) = (label, platform, version)
            let signUp = form
            let signIn = SignInRequest(
                email: "anna@example.com", password: "correct horse", deviceLabel: label,
                platform: platform, appVersion: version)
            let errors = [
                await failure { try await world.client.signUp(signUp) },
                await failure { try await world.client.signIn(signIn) },
            ]
            for error in errors {
                let violations = error?.detail(ErrorInfo.self)?.violations ?? []
                #expect(error?.code == .invalidArgument)
                #expect(violations.map(\.field) == ["device_label", "platform", "app_version"])
                #expect(violations.allSatisfy { $0.reason == .fieldMalformed })
            }
            #expect(try await world.auth.count("session") == 1)
        }
    }
}
