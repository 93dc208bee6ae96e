import Foundation
import RollcallTesting
import TestSupport
import Testing

@testable import RollcallApp

/// The fake does what the services do: the same is done with both, and compared.
@Suite(.serialized) struct FakeTests {
    func compare(_ script: (any Stage, Transcript) async throws -> Void) async throws {
        let (fake, real) = (Transcript(), Transcript())
        try await script(FakeStage(), fake)
        try await script(RealStage(), real)
        #expect(!real.lines.isEmpty)
        for (fake, real) in zip(fake.lines, real.lines) { #expect(fake == real) }
        #expect(fake.lines.count == real.lines.count)
    }

    @Test func aSignUpBreaksTheSameRules() async throws {
        let long = String(repeating: "a", count: 255)
        let forms: [(String, String, String)] = [
            ("", "", ""), ("nobody", "short", ".a"), ("root@localhost", "correct horse", ""),
            ("a@192.0.2.1", "correct horse", ""), ("a b@example.org", "correct horse", "a b"),
            ("\(long)@example.org", long + "bc", long), ("@example.org", "12345678", "a..b"),
            ("\(long.prefix(70))@example.org", "1234567", "ab"),
            ("zoë@example.org", "password", "zoë"), ("a@example", "correct horse", "a."),
            ("one@example.org", "one@example.org", "admin"),
            ("two@example.org", "TWO.two", "two.two"),
            ("two@example.org", "TWO.twos", "two.twos"),
            ("three@example.org", "correct horse", "x"),
            ("mailto:four@example.org", "correct horse", " four "),
            ("five@example.org", "😀😀😀😀", ""),
            (" \"six x\"@Example.org ", "pässword with ö", ""),
            ("seven@example.org", "12345678", "root"),
            ("eight@example.org", "correct horse", "ſpecial"), ("a@-b.org", "correct horse", "___"),
        ]
        try await compare { stage, transcript in
            for (email, password, name) in forms {
                let device = try stage.device()
                await transcript.note("\(email) \(password) \(name)") { () throws(RollcallError) in
                    try await device.signUp(email: email, password: password, displayName: name)
                }
                await transcript.state(device)
            }
        }
    }

    @Test func anAddressOrANameIsTaken() async throws {
        try await compare { stage, transcript in
            try await stage.signUp("ann")
            let forms = [
                ("ANN@Example.org", "bob"), ("bob@example.org", "Ann"), ("ann@example.org", "aNN"),
                ("ann@example.org", "a..n"), ("bob@example.org", "bob"),
            ]
            for (email, name) in forms {
                for password in ["correct horse", "short"] {
                    let device = try stage.device()
                    await transcript.note("\(email) \(name) \(password)") {
                        () throws(RollcallError) in
                        try await device.signUp(
                            email: email, password: password, displayName: name)
                    }
                }
            }
        }
    }

    @Test func aSignInIsRightOrWrong() async throws {
        try await compare { stage, transcript in
            let first = try await stage.signUp("ann")
            let device = try stage.device()
            for (name, password) in [
                ("ann", "wrong horse"), ("ann", ""), ("", "correct horse"),
                ("bob", "correct horse"),
                ("ann@example.org", "Correct horse"), ("@", "correct horse"),
                ("ANN@Example.org", "correct horse"), (" Ann ", "correct horse"),
            ] {
                await transcript.note("\(name) \(password)") { () throws(RollcallError) in
                    guard
                        case .signedIn(let user) = try await device.signIn(name, password: password)
                    else { throw .malformed("a second step") }
                    return user
                }
                await transcript.state(device)
            }
            try await device.signOut()
            await transcript.state(device)
            await transcript.note("signed out") { () throws(RollcallError) in
                try await device.accountInfo()
            }
            await transcript.state(first)
        }
    }

    @Test func aPasswordIsResetByACodeOrALink() async throws {
        try await compare { stage, transcript in
            let owner = try await stage.signUp("ann")
            let device = try stage.device()
            func reset(
                _ label: String, _ proof: ResetPasswordRequest.Proof, _ password: String
            ) async {
                await transcript.note(label) { () throws(RollcallError) in
                    try await device.resetPassword(proof, to: password)
                }
            }
            for email in ["nobody", "", "bob@example.org"] {
                await transcript.note("request for \(email)") { () throws(RollcallError) in
                    try await device.requestPasswordReset(email: email).isEmpty
                }
            }
            let unknown = try await device.requestPasswordReset(email: "bob@example.org")
            await reset(
                "unknown", .mailedCode(MailedCode(flow: unknown, code: "12345678")), "new horses")
            await reset(
                "no flow", .mailedCode(MailedCode(flow: "?", code: "12345678")), "new horses")
            await reset("no link", .linkToken("rcl1_"), "new horses")
            let flow = try await device.requestPasswordReset(email: "ANN@example.org")
            let mail = try await stage.mail(to: "ann@example.org", 2)
            func proof(_ code: String) -> ResetPasswordRequest.Proof {
                .mailedCode(MailedCode(flow: flow, code: code))
            }
            await reset("short", proof(mail.code), "short")
            await reset("no code", proof("1234"), "new horses")
            await reset("wrong", proof(mail.wrongCode), "new horses")
            await reset("same as address", proof(mail.code), "ann@example.org")
            let spaced = " \(mail.code.prefix(4))-\(mail.code.suffix(4))"
            await reset("right", proof(spaced), "new horses")
            await reset("again", proof(mail.code), "newer horses")
            try await stage.settle { owner.state.user == nil }
            await transcript.note("old") { () throws(RollcallError) in
                _ = try await device.signIn("ann", password: "correct horse")
            }
            _ = try await device.signIn("ann", password: "new horses")
            await transcript.state(device)

            _ = try await device.requestPasswordReset(email: "ann@example.org")
            let link = try await stage.mail(to: "ann@example.org", 3).link
            await reset("link", .linkToken(link), "newest horses")
            await reset("link again", .linkToken(link), "newest horses")
            let late = try await device.requestPasswordReset(email: "ann@example.org")
            let code = try await stage.mail(to: "ann@example.org", 4).code
            try await stage.forward(901)
            await reset("late", .mailedCode(MailedCode(flow: late, code: code)), "new horses")
            let last = try await device.requestPasswordReset(email: "ann@example.org")
            let open = try await stage.mail(to: "ann@example.org", 5)
            for code in Array(repeating: open.wrongCode, count: 5) + [open.code] {
                await reset("guess", .mailedCode(MailedCode(flow: last, code: code)), "new horses")
            }
        }
    }

    @Test func aPasswordIsChanged() async throws {
        try await compare { stage, transcript in
            let device = try await stage.signUp("ann")
            let other = try stage.device()
            _ = try await other.signIn("ann", password: "correct horse")
            for (old, new) in [
                ("wrong horse", "new horses"), ("correct horse", "short"), ("correct horse", "ann"),
                ("correct horse", "correct horse"), ("new horses", "new horses"),
                ("correct horse", "ANN@example.org"), ("correct horse", "new horses"),
            ] {
                await transcript.note("\(old) \(new)") { () throws(RollcallError) in
                    try await device.changePassword(from: old, to: new)
                }
            }
            try await stage.settle { other.state.user == nil }
            await transcript.state(device)
            await transcript.note("not verified") { () throws(RollcallError) in
                try await device.sendReauthentication() == nil
            }
            let first = try await stage.mail(to: "ann@example.org", 1).code
            await transcript.note("a code of before") { () throws(RollcallError) in
                try await device.verifyAddress(code: first).addresses.count
            }
            _ = try await device.sendVerification()
            let second = try await stage.mail(to: "ann@example.org", 2).code
            _ = try await device.verifyAddress(code: second)
            _ = try await device.sendReauthentication()
            let mail = try await stage.mail(to: "ann@example.org", 3)
            for (code, new) in [
                (mail.wrongCode, "other horses"), ("1", "other horses"),
                (mail.code, "other horses"),
                (mail.code, "more horses"),
            ] {
                await transcript.note("by code") { () throws(RollcallError) in
                    try await device.changePassword(.mailedCode(code), to: new)
                }
            }
        }
    }

    @Test func addressesAreVerifiedAddedAndRemoved() async throws {
        try await compare { stage, transcript in
            let device = try await stage.signUp("ann")
            func info(
                _ label: String, _ body: () async throws(RollcallError) -> AccountInfo
            ) async {
                await transcript.note(label) { () throws(RollcallError) in
                    try await body().addresses.map {
                        "\($0.email) \($0.isPrimary) \($0.verifiedAtMs > 0)"
                    }
                }
            }
            let first = try await stage.mail(to: "ann@example.org", 1)
            for code in [first.wrongCode, "no code", "", first.code, first.code] {
                await info("verify") { () throws(RollcallError) in
                    try await device.verifyAddress(code: code)
                }
            }
            await transcript.note("verified") { () throws(RollcallError) in
                try await device.sendVerification() == nil
            }
            await transcript.state(device)
            let proof = Reauthentication.password("correct horse")
            for email in ["nobody", "ANN@example.org", "ann@example.com"] {
                for proof in [nil, .password("wrong horse"), proof] as [Reauthentication?] {
                    await transcript.note("add \(email)") { () throws(RollcallError) in
                        try await device.addAddress(email, proof: proof) == nil
                    }
                }
            }
            let second = try await stage.mail(to: "ann@example.com", 1)
            for (code, email) in [
                (second.code, ""), (second.code, "ann@example.net"),
                (second.wrongCode, "ann@example.com"),
            ] {
                await info("verify \(email)") { () throws(RollcallError) in
                    try await device.verifyAddress(code: code, email: email)
                }
            }
            await transcript.note("add once more") { () throws(RollcallError) in
                try await device.addAddress("ann@example.com", proof: proof) == nil
            }
            let third = try await stage.mail(to: "ann@example.com", 2)
            await info("verify") { () throws(RollcallError) in
                try await device.verifyAddress(code: third.code, email: "Ann@example.com")
            }
            for email in ["ann@example.org", "bob@example.org", "?"] {
                await info("remove \(email)") { () throws(RollcallError) in
                    try await device.removeAddress(email, proof: nil)
                }
                await info("primary \(email)") { () throws(RollcallError) in
                    try await device.makeAddressPrimary(email, proof: nil)
                }
            }
            await info("primary") { () throws(RollcallError) in
                try await device.makeAddressPrimary("ann@example.com", proof: nil)
            }
            await transcript.state(device)
            try await stage.forward(301)
            for proof in [nil, .password("wrong horse"), .password("correct horse"), nil]
                as [Reauthentication?]
            {
                await info("remove") { () throws(RollcallError) in
                    try await device.removeAddress("ann@example.org", proof: proof)
                }
            }
        }
    }

    @Test func sessionsAreListedAndEnded() async throws {
        try await compare { stage, transcript in
            let device = try await stage.signUp("ann")
            let others = [try stage.device(), try stage.device(), try stage.device()]
            for other in others { _ = try await other.signIn("ann", password: "correct horse") }
            func list() async {
                await transcript.note("sessions") { () throws(RollcallError) in
                    let sessions = try await device.sessions()
                    return
                        "\(sessions.count) \(sessions.count(where: \.isCurrent)) \(sessions[0].email)"
                }
            }
            await list()
            for id in ["?", UUID().uuidString] {
                await transcript.note("end") { () throws(RollcallError) in
                    try await device.endSession(id)
                }
            }
            let current = try await others[0].sessions().first(where: \.isCurrent)?.sessionID ?? ""
            try await device.endSession(current)
            try await stage.settle { others[0].state.user == nil }
            await list()
            try await device.endOtherSessions()
            try await stage.settle { others.allSatisfy { $0.state.user == nil } }
            await list()
            await transcript.state(device)
            try await stage.forward(31 * 86_400)
            await transcript.note("a month later") { () throws(RollcallError) in
                _ = try? await device.sessions()
            }
            try await stage.settle { device.state.user == nil }
        }
    }

    @Test func anAccountIsExportedAndDeleted() async throws {
        try await compare { stage, transcript in
            let device = try await stage.signUp("ann")
            await transcript.note("export") { () throws(RollcallError) in
                try await device.exportAccount().count > 1024
            }
            await transcript.note("wrong") { () throws(RollcallError) in
                _ = try await device.deleteAccount(.password("wrong horse"))
            }
            await transcript.state(device)
            await transcript.note("right") { () throws(RollcallError) in
                try await device.deleteAccount(.password("correct horse")).receipt.count
            }
            await transcript.note("ended") { () throws(RollcallError) in
                "\(device.state)"
            }
            await transcript.note("sign in") { () throws(RollcallError) in
                _ = try await device.signIn("ann@example.org", password: "correct horse")
            }
            let other = try stage.device()
            await transcript.note("the same again") { () throws(RollcallError) in
                try await other.signUp(
                    email: "ann@example.org", password: "correct horse", displayName: "other")
            }
        }
    }
}
