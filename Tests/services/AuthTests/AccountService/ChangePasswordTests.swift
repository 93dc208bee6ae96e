import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Storage
import Testing

@testable import Auth

@Suite struct ChangePasswordTests {
    private static let old = "correct horse"
    private static let new = "battery staple"

    private func change(
        _ world: AuthServer, from current: String = old, to new: String = new, _ tokens: Tokens?
    ) async -> RPCError? {
        await failure {
            try await world.auth.account.changePassword(
                ChangePasswordRequest(proof: .password(current), newPassword: new),
                options: .bearer(tokens))
        }
    }

    private func signIn(
        _ world: AuthServer, _ password: String, email: String = "anna@example.com"
    ) async -> RPCError? {
        await failure {
            try await world.client.signIn(SignInRequest(email: email, password: password))
        }
    }

    @Test func theNewPasswordSignsInAndTheOldOneDoesNot() async throws {
        try await withAuth { world in
            let tokens = try await world.client.signUp(.anna()).tokens
            world.clock.advance(.seconds(60))
            #expect(await change(world, tokens) == nil)
            #expect(await signIn(world, Self.new) == nil)
            #expect(await signIn(world, Self.old)?.reasons == [.wrongCredentials])
            let account = try await world.account(tokens)
            #expect(account.passwordChangedAtMs == world.clock.now())
            #expect(account.createdAtMs == world.clock.now() - 60_000)
        }
    }

    @Test func aPasswordChangeEndsOtherSessions() async throws {
        try await withAuth { world in
            let owner = try await world.client.signUp(.anna()).tokens
            let others = [try await world.signIn().tokens, try await world.signIn().tokens]
            let ben = try await world.client.signUp(.anna(email: "ben@example.com", name: "ben"))
            #expect(await change(world, owner) == nil)
            for tokens in others { #expect(await world.end(of: tokens) == .sessionEnded) }
            #expect(await world.end(of: owner) == nil)
            #expect(await world.end(of: ben.tokens) == nil)
            let ended = try await world.auth.count(
                "session", where: "endReason = 'passwordChanged'")
            #expect(ended == 2)
        }
    }

    @Test func aPasswordChangeEndsWhatWasOpenForTheOldOne() async throws {
        try await withAuth { world in
            let tokens = try await world.client.signUp(.anna()).tokens
            _ = try await world.auth.account.startAddressChange(
                StartAddressChangeRequest(
                    proof: .password(Self.old), newEmail: "thief@example.org"),
                options: .bearer(tokens))
            let code = try await world.newest(.changeAddressNew).code
            #expect(await change(world, tokens) == nil)
            let error = await failure {
                try await world.auth.account.confirmAddressChange(
                    ConfirmAddressChangeRequest(newCode: code ?? ""), options: .bearer(tokens))
            }
            #expect(error?.reasons == [.codeExpired])
        }
    }

    @Test func aWrongPasswordChangesNothing() async throws {
        try await withAuth { world in
            let owner = try await world.client.signUp(.anna()).tokens
            let other = try await world.signIn().tokens
            for current in ["", "wrong horse", String(repeating: "x", count: 7500)] {
                let error = await change(world, from: current, owner)
                // Not UNAUTHENTICATED: clients would exchange the token and try again.
                #expect(error?.code == .permissionDenied)
                #expect(error?.reasons == [.wrongCredentials])
            }
            #expect(await signIn(world, Self.old) == nil)
            #expect(await world.end(of: other) == nil)
        }
    }

    @Test func everyRuleThatTheNewOneBreaksIsNamed() async throws {
        try await withAuth { world in
            let tokens = try await world.client.signUp(.anna()).tokens
            for (password, reasons) in [
                ("", [Reason.passwordMissing]), ("short", [.passwordTooShort]),
                (String(repeating: "x", count: 257), [.passwordTooLong]),
                ("password", [.passwordCommon]), ("ANNA@example.com", [.passwordSameAsIdentity]),
                ("anna", [.passwordTooShort, .passwordSameAsIdentity]),
                (Self.old, [.passwordUnchanged]),
            ] {
                let error = await change(world, to: password, tokens)
                #expect(error?.code == .invalidArgument)
                #expect(error?.reasons == reasons)
                let fields = error?.detail(ErrorInfo.self)?.violations.map(\.field)
                #expect(Set(fields ?? []) == ["new_password"])
            }
            #expect(await signIn(world, Self.old) == nil)
        }
    }

    /// On setting and on checking alike, whichever keyboard composed the accents.
    @Test func aPasswordIsOneTextWhereverItIsGiven() async throws {
        try await withAuth { world in
            let (composed, decomposed) = ("pässwörter", "pa\u{308}sswo\u{308}rter")
            let tokens = try await world.client.signUp(.anna(password: composed)).tokens
            let same = await change(world, from: composed, to: decomposed, tokens)
            #expect(same?.reasons == [.passwordUnchanged])
            let (next, other) = ("e\u{301}te\u{301} en hiver", "été en hiver")
            #expect(await change(world, from: decomposed, to: next, tokens) == nil)
            #expect(await signIn(world, other) == nil)
        }
    }

    @Test func aSessionThatHasEndedChangesNothing() async throws {
        try await withAuth { world in
            let owner = try await world.client.signUp(.anna()).tokens
            let thief = try await world.signIn().tokens
            _ = try await world.client.revokeOtherSessions(
                RevokeOtherSessionsRequest(), options: .bearer(owner))
            #expect(await change(world, thief)?.reasons == [.sessionEnded])
            #expect(await signIn(world, Self.old) == nil)
        }
    }

    @Test func ofManyChangesAtOnceOneSucceeds() async throws {
        try await withAuth { world in
            let tokens = try await world.client.signUp(.anna()).tokens
            let errors = await withTaskGroup { group in
                for number in 0..<20 {
                    group.addTask {
                        await change(world, to: "\(Self.new) \(number)", tokens)
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(errors.count { $0 == nil } == 1)
            #expect(errors.allSatisfy { $0 == nil || $0?.reasons == [.wrongCredentials] })
        }
    }

    /// A sign-in that was verified against the old password opens no session afterwards.
    @Test func noSignInSurvivesTheChange() async throws {
        try await withAuth { world in
            let owner = try await world.client.signUp(.anna()).tokens
            let client = world.client
            let opened = await withTaskGroup(of: Tokens?.self) { group in
                for _ in 0..<20 {
                    group.addTask {
                        try? await client.signIn(
                            SignInRequest(email: "anna@example.com", password: Self.old)
                        ).tokens
                    }
                }
                let error = await change(world, owner)
                #expect(error == nil)
                return await group.reduce(into: []) { $0.append($1) }
            }
            for case let tokens? in opened {
                #expect(await world.end(of: tokens) == .sessionEnded)
            }
            #expect(try await world.sessions(owner).count == 1)
        }
    }

    @Test func theHashAtRestHasTodaysParameters() async throws {
        try await withAuth { world in
            let tokens = try await world.client.signUp(.anna()).tokens
            try await world.stop()
            try await world.start(hasher: .cheap(kibibytes: 16))
            #expect(await change(world, tokens) == nil)
            let hash = try await world.auth.store.first(
                Query<String>("SELECT secret FROM credential"))
            #expect(hash?.contains("m=16,") == true)
        }
    }

    @Test func whatWasAnsweredOutlivesACrash() async throws {
        try await withAuth { world in
            let owner = try await world.client.signUp(.anna()).tokens
            let other = try await world.signIn().tokens
            #expect(await change(world, owner) == nil)
            let copy = try world.copy()
            try await world.stop()
            try await world.start(path: copy)
            #expect(await signIn(world, Self.new) == nil)
            #expect(await signIn(world, Self.old)?.reasons == [.wrongCredentials])
            #expect(await world.end(of: other) == .sessionEnded)
        }
    }
}
