import Foundation
import TestSupport
import Testing

@testable import RollcallApp

/// What a form of an app says of a text, the services say too, over the real door.
@Suite(.serialized) struct FormRulesTests {
    private static let parts = [
        "a", "Z", "9", "_", ".", "..", "@", "b.example", "@c.example", "-", " ", "\t", "\n", "\r\n",
        "\u{2028}", "\u{0}", "\u{7}", "\u{1b}", "\u{200B}", "\u{200E}", "\u{202E}", "\u{2066}",
        "\u{2068}", "\u{2069}", "\u{FEFF}", "\u{A0}", "\u{3000}", "e\u{301}", "\u{e9}", "ä", "ﬁ",
        "\u{212A}", "猫", "👩‍👩‍👧", "\u{1D15E}", "\u{FB1D}", "mailto:", "\"", "\\", "https://", "/", "?",
        "#", "%41", "%", "[::1]", ":443", "xn--", "İ", "ß", "\u{10FFFF}", "\u{FFFD}",
    ]

    private static func text(_ random: inout TestNumbers, longest: Int) -> String {
        // Long ones are near a limit, and in the form that NFC shortens.
        let unit = ["x", "e\u{301}", "猫", "\u{301}"].randomElement(using: &random) ?? ""
        let padding =
            random.chance(1, in: 3)
            ? String(repeating: unit, count: longest + Int.random(in: -4...4, using: &random)) : ""
        let rest = (0..<Int.random(in: 0...8, using: &random)).map { _ in
            parts[Int.random(in: parts.indices, using: &random)]
        }
        return (rest.prefix(4) + [padding] + rest.dropFirst(4)).joined()
    }

    private func startedApp() async throws -> (Door, Rollcall) {
        let door = try await Door()
        try await eventually { (try? await curl(["\(door.address)/healthz"]).status) == 200 }
        let address = try #require(URL(string: door.address))
        return (door, Rollcall(address, store: InMemorySessionStore()))
    }

    /// What is wrong by the services with a request that is refused.
    private func refusal(
        _ call: () async throws(RollcallError) -> Void
    ) async throws -> RollcallError? {
        do throws(RollcallError) {
            try await call()
            return nil
        } catch {
            try #require(error.code == .invalidArgument, "\(error)")
            return error
        }
    }

    @Test func aSignUpFormJudgesAsAuthAndProfileDo() async throws {
        let (door, app) = try await startedApp()
        var (random, seen) = (TestNumbers(seed: 36), Set<Problem>())
        for _ in 0..<600 {
            var form = SignUpForm(requiresDisplayName: false)
            form.email = Self.text(&random, longest: 254)
            form.displayName = Self.text(&random, longest: 30)
            form.password = Self.text(&random, longest: 256)
            if random.chance(1, in: 5) { form.password = form.displayName }
            if random.chance(1, in: 5) { form.password = form.email.uppercased() }
            // Without a key it is refused in any case, with all rules.
            let request = SignUpRequest(
                email: form.email, password: form.password, displayName: form.displayName)
            let error = try #require(
                await refusal { () async throws(RollcallError) in
                    _ = try await app.auth.signUp(request)
                })
            let texts = [form.email, form.password, form.displayName]
            seen.formUnion(SignUpForm.Field.allCases.flatMap(form.problems))
            // A request with a NUL in it is not read any further.
            guard !texts.contains(where: { $0.utf8.contains(0) }) else {
                #expect(error.reasons == [.fieldMalformed] && !form.canSubmit)
                continue
            }
            for (field, name) in [
                (SignUpForm.Field.email, "email"), (.password, "password"),
                (.displayName, "display_name"),
            ] {
                let broken = form.problems(of: field)
                var told = error.violations(of: name).map { Problem.reason($0.reason) }
                // What only a service can tell.
                let own: Set<Problem> = [
                    .reason(.passwordCommon), .reason(.displayNameTaken),
                    .reason(.displayNameReserved),
                ]
                told.removeAll(where: own.contains)
                if field == .email, broken.isEmpty, !form.email.allSatisfy(\.isASCII) { continue }
                // After some of these Auth no longer asks Profile. The next test does.
                if field == .displayName, told.isEmpty { continue }
                #expect(told == broken, "\(name) of \(texts)")
            }
        }
        let reasons: [Reason] = [
            .fieldMalformed, .emailMissing, .emailTooLong, .emailMalformed, .passwordMissing,
            .passwordTooShort, .passwordTooLong, .passwordSameAsIdentity, .displayNameTooShort,
            .displayNameTooLong, .displayNameBadCharacter, .displayNameLeadingPeriod,
            .displayNameTrailingPeriod, .displayNameDoubledPeriod,
        ]
        #expect(reasons.filter { !seen.contains(.reason($0)) } == [])
        #expect(door.stop() == 0)
    }

    @Test func aDisplayNameIsJudgedAsProfileDoes() async throws {
        let (door, app) = try await startedApp()
        var random = TestNumbers(seed: 37)
        for _ in 0..<600 {
            let name = Self.text(&random, longest: 30)
            guard !name.utf8.contains(0) else { continue }
            let answer = try await app.profile.checkDisplayName(
                CheckDisplayNameRequest(displayName: name))
            let broken = FieldRules.displayName(name)
            let told = answer.reasons.filter { $0 != .displayNameReserved }
            #expect(told.map { Problem.reason($0) } == broken, "\(name.debugDescription)")
        }
        #expect(door.stop() == 0)
    }

    @Test func aProfileFormJudgesAsProfileDoes() async throws {
        let (door, app) = try await startedApp()
        try await app.signUp(
            email: "ann@example.org", password: "correct horse", displayName: "ann")
        var (random, refused) = (TestNumbers(seed: 38), 0)
        for _ in 0..<600 {
            var form = ProfileForm()
            if random.chance(1, in: 3) { form.bio = Self.text(&random, longest: 1000) }
            if random.chance(1, in: 3) { form.pronouns = Self.text(&random, longest: 40) }
            if random.chance(1, in: 3) { form.location = Self.text(&random, longest: 100) }
            form.links = (0..<Int.random(in: 0...6, using: &random)).map { _ in
                let beginning = random.chance(9, in: 10) ? "https://example.org/" : "https://"
                let isWhole = random.chance(9, in: 10)
                return beginning + (isWhole ? "" : Self.text(&random, longest: 2028))
            }
            let change = form.change
            let request = UpdateProfileRequest(
                updateMask: ["bio", "pronouns", "location", "links"], bio: form.bio,
                pronouns: form.pronouns, location: form.location, links: change.links ?? [])
            let error = try await refusal { () async throws(RollcallError) in
                _ = try await app.profile.updateProfile(request)
            }
            if error != nil { refused += 1 }
            let texts = [form.bio, form.pronouns, form.location] + form.links
            guard !texts.contains(where: { $0.utf8.contains(0) }) else {
                #expect(error?.reasons.contains(.fieldMalformed) == true && !form.canSubmit)
                continue
            }
            for (field, name) in [
                (ProfileForm.Field.bio, "bio"), (.pronouns, "pronouns"), (.location, "location"),
                (.links, "links"),
            ] {
                let broken = form.problems(of: field)
                let told = (error?.violations(of: name) ?? []).map { Problem.reason($0.reason) }
                #expect(Array(told.prefix(1)) == broken, "\(name): \(request)")
            }
        }
        #expect((100...500).contains(refused), "\(refused)")
        #expect(door.stop() == 0)
    }
}
