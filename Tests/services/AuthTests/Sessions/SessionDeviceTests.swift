import RollcallAPI
import RollcallRPC
import Testing

@testable import Auth

@Suite struct SessionDeviceTests {
    private static let misleading: [UInt32] =
        [0x01, 0x08, 0x1B, 0x1F, 0x7F, 0x80, 0x9B, 0x9F, 0x061C, 0x200E, 0x200F]
        + Array(0x202A...0x202E) + Array(0x2066...0x2069)

    private func label(_ text: String) -> String {
        SessionDevice(SignInRequest(deviceLabel: text)).label
    }

    @Test(arguments: misleading)
    func whatChangesHowTextIsShownIsLeftOut(code: UInt32) throws {
        let text = "a\(try #require(Unicode.Scalar(code)))b"
        let request = SignInRequest(deviceLabel: text, platform: text, appVersion: text)
        #expect(SessionDevice(request).label == "ab")
        #expect(SessionDevice(request).platform == "ab")
        #expect(SessionDevice(request).appVersion == "ab")
    }

    @Test(arguments: ["\t", "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}"])
    func aTabOrLineEndIsASpace(text: String) {
        #expect(label("Anna\(text)Pad\(text)") == "Anna Pad")
    }

    @Test(arguments: [
        "", "Anna's phone", "Telefon f\u{FC}r M\u{FC}ller", "\u{5D8}\u{5DC}\u{5E4}\u{5D5}\u{5DF}",
        "iOS 19.1 (22B5)",
        "\u{1F469}\u{200D}\u{1F4BB}", "\u{645}\u{6CC}\u{200C}\u{62E}\u{648}",
    ])
    func textOfEveryScriptIsKept(text: String) {
        #expect(label(text) == text)
    }

    @Test func whatIsTooLongIsCutBetweenTwoLetters() {
        #expect(label(String(repeating: "x", count: 65)) == String(repeating: "x", count: 64))
        // 64 code points in NFC.
        #expect(
            label(String(repeating: "e\u{301}", count: 65)) == String(repeating: "é", count: 64))
        let family = "\u{1F469}\u{200D}\u{1F469}\u{200D}\u{1F467}"
        #expect(label(String(repeating: family, count: 20)) == String(repeating: family, count: 12))
        #expect(label(String(repeating: "x\u{200E}", count: 1_000_000)).count == 64)
        #expect(label("x" + String(repeating: "\u{301}", count: 1_000_000)) == "")
        let long = String(repeating: "x", count: 33)
        let device = SessionDevice(SignInRequest(platform: long, appVersion: long))
        #expect(device.platform.count == 32 && device.appVersion.count == 32)
    }

    @Test func noDescriptionKeepsAUserOut() async throws {
        try await withAuth { world in
            let label = "\u{200F}Anna's\tPhone\u{200E}" + String(repeating: "!", count: 100)
            var form = SignUpRequest.anna()
            (form.deviceLabel, form.platform) = (label, String(repeating: "p", count: 33))
            (form.appVersion, form.locale) = ("1\n2", "de_AT-" + String(repeating: "x", count: 36))
            let signedUp = try await world.client.signUp(form)
            let signedIn = try await world.client.signIn(
                SignInRequest(
                    email: "anna@example.com", password: "correct horse", deviceLabel: label,
                    platform: form.platform, appVersion: form.appVersion))
            for session in [signedUp.session, signedIn.session] {
                #expect(session?.deviceLabel.hasPrefix("Anna's Phone!!") == true)
                #expect(session?.deviceLabel.count == 64)
                #expect(session?.platform.count == 32)
                #expect(session?.appVersion == "1 2")
            }
            #expect(try await world.account(signedUp.tokens).locale == "de-AT")
        }
    }
}
