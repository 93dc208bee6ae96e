import Foundation
import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Testing

@testable import Auth

@Suite struct VerifyAddressTests {
    private func send(_ world: AuthServer, _ tokens: Tokens?) async throws -> Int64 {
        try await world.auth.account.sendVerification(
            SendVerificationRequest(), options: .bearer(tokens)
        ).expiresAtMs
    }

    @Test func aSignUpIsFollowedByAMailWhoseCodeVerifies() async throws {
        try await withAuth { world in
            var form = SignUpRequest.anna(email: "Anna@Example.com")
            form.locale = "de"
            let signUp = try await world.client.signUp(form)
            #expect(signUp.session?.isEmailVerified == false)
            let mails = try await world.mails()
            #expect(mails.map(\.kind) == [.verifyAddress])
            #expect(mails.first?.recipient == "Anna@Example.com")
            #expect(mails.first?.locale == "de")
            #expect(await world.verify(mails.first?.code, signUp.tokens) == nil)
            #expect(try await world.account(signUp.tokens).primaryAddress?.isVerified == true)
            #expect(try await world.sessions(signUp.tokens).first?.isEmailVerified == true)
            #expect(try await world.signIn().session?.isEmailVerified == true)
        }
    }

    @Test func aCodeIsReadHoweverItIsSpaced() async throws {
        try await withAuth { world in
            let tokens = try await world.client.signUp(.anna()).tokens
            let code = try #require(try await world.newest(.verifyAddress).code)
            let spaced = code.map { "\($0) -" }.joined()
            #expect(await world.verify(spaced, tokens) == nil)
        }
    }

    @Test func theLinkDoesTheSameWithoutASession() async throws {
        try await withAuth { world in
            let tokens = try await world.client.signUp(.anna()).tokens
            let mail = try await world.newest(.verifyAddress)
            #expect(await world.follow(mail.linkToken) == nil)
            #expect(try await world.account(tokens).primaryAddress?.isVerified == true)
            #expect(await world.follow(mail.linkToken)?.reasons == [.linkInvalid])
            #expect(await world.verify(mail.code, tokens)?.reasons == [.codeExpired])
        }
    }

    /// The tries of a code are few, but there may be many codes.
    @Test func wrongCodesInASessionAreLimitedToo() async throws {
        try await withAuth { world in
            let tokens = try await world.client.signUp(.anna()).tokens
            try await world.stop()
            try await world.start { $0.limits[.session] = LimitPolicy(6, per: 900) }
            var errors: [[Reason]?] = []
            for _ in 0..<2 {
                _ = try await send(world, tokens)
                let code = try await world.newest(.verifyAddress).code
                for _ in 0..<4 {
                    errors.append(await world.verify(code?.otherCode, tokens)?.reasons)
                }
            }
            #expect(errors.prefix(6).allSatisfy { $0 == [.codeWrong] })
            #expect(errors.suffix(2).allSatisfy { $0 == [.tooManyAttempts] })
            // The session's own, and no other's.
            let other = try await world.signIn().tokens
            #expect(await world.verify(try await world.newest(.verifyAddress).code, other) == nil)
        }
    }

    @Test func aCodeIsOfOneAccount() async throws {
        try await withAuth { world in
            let anna = try await world.client.signUp(.anna()).tokens
            let code = try await world.newest(.verifyAddress).code
            let ben = try await world.client.signUp(.anna(email: "ben@example.com", name: "ben"))
            #expect(await world.verify(code, ben.tokens)?.reasons == [.codeWrong])
            #expect(await world.verify(code, anna) == nil)
            #expect(try await world.account(ben.tokens).primaryAddress?.isVerified == false)
        }
    }

    @Test func aCodeLivesToItsLastSecondAndNotOneLonger() async throws {
        try await withAuth { world in
            let tokens = try await world.client.signUp(.anna()).tokens
            _ = try await send(world, tokens)
            let mail = try await world.newest(.verifyAddress)
            world.clock.advance(.seconds(3599))
            let late = try await world.signIn().tokens
            #expect(await world.verify(mail.code?.otherCode, late)?.reasons == [.codeWrong])
            world.clock.advance(.seconds(1))
            #expect(await world.verify(mail.code, late)?.reasons == [.codeExpired])
            #expect(await world.follow(mail.linkToken)?.reasons == [.linkInvalid])
            world.clock.advance(.seconds(-1))
            #expect(await world.verify(mail.code, late) == nil)
        }
    }

    @Test func ofAHundredUsesOfOneCodeAtOnceOneSucceeds() async throws {
        try await withAuth { world in
            let tokens = try await world.client.signUp(.anna()).tokens
            let code = try await world.newest(.verifyAddress).code
            let errors = await withTaskGroup { group in
                for _ in 0..<100 { group.addTask { await world.verify(code, tokens) } }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(errors.count { $0 == nil } == 1)
            #expect(errors.allSatisfy { $0 == nil || $0?.reasons == [.codeExpired] })
        }
    }

    @Test func aHundredParallelGuessesCountAsAHundred() async throws {
        try await withAuth { world in
            let tokens = try await world.client.signUp(.anna()).tokens
            let code = try #require(try await world.newest(.verifyAddress).code)
            let errors = await withTaskGroup { group in
                for _ in 0..<100 {
                    group.addTask { await world.verify(code.otherCode, tokens) }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(errors.count { $0?.reasons == [.codeWrong] } == Challenge.tries)
            #expect(errors.count { $0?.reasons == [.codeExpired] } == 100 - Challenge.tries)
            #expect(await world.verify(code, tokens)?.reasons == [.codeExpired])
        }
    }

    @Test func aCodeIsDeadAfterFiveTries() async throws {
        try await withAuth { world in
            let tokens = try await world.client.signUp(.anna()).tokens
            let mail = try await world.newest(.verifyAddress)
            // What cannot be a code is no guess.
            for text in ["", "1234567", "abcdefgh", String(repeating: "1", count: 3500)] {
                #expect(await world.verify(text, tokens)?.reasons == [.codeWrong])
            }
            for _ in 0..<5 {
                let error = await world.verify(mail.code?.otherCode, tokens)
                #expect(error?.reasons == [.codeWrong])
            }
            #expect(await world.verify(mail.code, tokens)?.reasons == [.codeExpired])
            // Nobody can guess the link, so that strangers with a session cannot kill it.
            #expect(await world.follow(mail.linkToken) == nil)
        }
    }

    @Test func theCodeIsNotInTheDatabase() async throws {
        try await withAuth { world in
            _ = try await world.client.signUp(.anna())
            _ = try await world.requestReset()
            for mail in try await world.mails() {
                for secret in [mail.code, mail.linkToken] {
                    let secret = try #require(secret)
                    let found = try await world.auth.store.holds(secret)
                    #expect(!found)
                }
            }
            #expect(try await world.auth.store.holds("anna@example.com"))
        }
    }
}
