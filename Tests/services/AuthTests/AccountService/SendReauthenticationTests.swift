import RollcallAPI
import RollcallRPC
import Testing

@testable import Auth

@Suite struct SendReauthenticationTests {
    private func send(_ world: AuthServer, _ tokens: Tokens?) async throws -> Int64 {
        try await world.auth.account.sendReauthentication(
            SendReauthenticationRequest(), options: .bearer(tokens)
        ).expiresAtMs
    }

    private func export(
        _ code: String?, _ tokens: Tokens?, _ world: AuthServer
    ) async -> RPCError? {
        await failure {
            let parts = try await world.auth.accountData.exportAccount(
                ExportAccountRequest(proof: .mailedCode(code ?? "")), options: .bearer(tokens))
            while try await parts.next() != nil {}
        }
    }

    @Test func theCodeIsMailedToThePrimaryAddressAndProvesWhoCallsOnce() async throws {
        try await withAuth { world in
            let tokens = try await world.verifiedAnna()
            try await world.add("a@example.org", tokens)
            try await world.auth.settle()
            #expect(try await send(world, tokens) == world.clock.now() + 900_000)
            let mail = try await world.newest(.reauthenticate)
            #expect(mail.recipient == "anna@example.com")
            #expect(await export(mail.code, tokens, world) == nil)
            // Replayed, in this session and in another.
            for tokens in [tokens, try await world.signIn().tokens] {
                let error = await export(mail.code, tokens, world)
                #expect(error?.code == .notFound && error?.reasons == [.codeExpired])
                let fields = error?.detail(ErrorInfo.self)?.violations.map(\.field)
                #expect(fields == ["proof.mailed_code"])
            }
        }
    }

    @Test func nothingIsSentWithoutAVerifiedAddress() async throws {
        try await withAuth { world in
            let user = try await world.newUser("anna")
            #expect(try await send(world, user.tokens) == 0)
            try await world.removeAddresses(of: user.id)
            #expect(try await send(world, user.tokens) == 0)
            #expect(try await world.mails(.reauthenticate).isEmpty)
        }
    }

    @Test func theMailsCountInTheAccountsLimit() async throws {
        try await withAuth { world in
            let tokens = try await world.verifiedAnna()
            try await world.stop()
            try await world.start { $0.limits[.mailAccount] = LimitPolicy(2, per: 3600) }
            for _ in 0..<2 { _ = try await send(world, tokens) }
            let other = try await world.signIn().tokens
            let error = await failure { try await send(world, other) }
            #expect(error?.reasons == [.tooManyAttempts])
        }
    }

    @Test func aCodeIsDeadAfterFiveTriesAndFifteenMinutes() async throws {
        try await withAuth { world in
            let tokens = try await world.verifiedAnna()
            _ = try await send(world, tokens)
            let code = try #require(try await world.newest(.reauthenticate).code)
            for text in ["", "1234567", "abcdefgh"] {
                #expect(await export(text, tokens, world)?.reasons == [.codeWrong])
            }
            for _ in 0..<Challenge.tries {
                let error = await export(code.otherCode, tokens, world)
                #expect(error?.code == .invalidArgument && error?.reasons == [.codeWrong])
            }
            #expect(await export(code, tokens, world)?.reasons == [.codeExpired])
            _ = try await send(world, tokens)
            let late = try await world.newest(.reauthenticate).code
            world.clock.advance(.seconds(900))
            let newest = try await world.signIn().tokens
            #expect(await export(late, newest, world)?.reasons == [.codeExpired])
        }
    }

    @Test func guessesCountForTheSessionAndNotForOthers() async throws {
        try await withAuth { world in
            let thief = try await world.verifiedAnna()
            let owner = try await world.signIn().tokens
            try await world.stop()
            try await world.start { $0.limits[.session] = LimitPolicy(3, per: 900) }
            _ = try await send(world, owner)
            let code = try #require(try await world.newest(.reauthenticate).code)
            for _ in 0..<3 {
                #expect(await export(code.otherCode, thief, world)?.reasons == [.codeWrong])
            }
            #expect(await export(code, thief, world)?.reasons == [.tooManyAttempts])
            #expect(await export(code, owner, world) == nil)
        }
    }

    @Test func theCodeIsOfOneAccountAndOnePurpose() async throws {
        try await withAuth { world in
            let anna = try await world.verifiedAnna()
            _ = try await send(world, anna)
            let code = try await world.newest(.reauthenticate).code
            let ben = try await world.newUser("ben").tokens
            #expect(await export(code, ben, world)?.reasons == [.codeExpired])
            #expect(await world.verify(code, anna)?.reasons == [.codeExpired])
            _ = try await world.startAdding("a@example.org", anna)
            let other = try await world.newest(.changeAddressNew).code
            #expect(await export(other, anna, world)?.reasons == [.codeWrong])
        }
    }

    @Test func aNewPasswordOrAnotherPrimaryAddressEndsTheCode() async throws {
        try await withAuth { world in
            let tokens = try await world.verifiedAnna()
            try await world.add("a@example.org", tokens)
            _ = try await send(world, tokens)
            let first = try await world.newest(.reauthenticate).code
            try await world.makePrimary("a@example.org", tokens)
            #expect(await export(first, tokens, world)?.reasons == [.codeExpired])
            _ = try await send(world, tokens)
            let mail = try await world.newest(.reauthenticate)
            #expect(mail.recipient == "a@example.org")
            _ = try await world.auth.account.changePassword(
                ChangePasswordRequest(
                    proof: .password("correct horse"), newPassword: "battery staple"),
                options: .bearer(tokens))
            #expect(await export(mail.code, tokens, world)?.reasons == [.codeExpired])
        }
    }

    @Test func ofManyUsesOfOneCodeAtOnceOneSucceeds() async throws {
        try await withAuth { world in
            let tokens = try await world.verifiedAnna()
            _ = try await send(world, tokens)
            let code = try await world.newest(.reauthenticate).code
            let errors = await withTaskGroup { group in
                for _ in 0..<30 {
                    group.addTask {
                        await failure {
                            try await world.makePrimary(
                                "anna@example.com", tokens, proof: .mailedCode(code ?? ""))
                        }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(errors.count { $0 == nil } == 1)
            #expect(errors.allSatisfy { $0 == nil || $0?.reasons == [.codeExpired] })
        }
    }
}
