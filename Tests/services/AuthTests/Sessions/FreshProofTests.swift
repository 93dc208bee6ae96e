import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Testing

@testable import Auth

/// What the calls ask for that need a fresh proof of who the caller is.
@Suite struct FreshProofTests {
    enum Guarded: CaseIterable {
        case changePassword, deleteAccount
        case startAddressChange, addAddress, makeAddressPrimary, removeAddress, exportAccount

        /// Not what gives the caller another way into the account, nor what ends it.
        var acceptsFresh: Bool {
            [.makeAddressPrimary, .removeAddress, .exportAccount].contains(self)
        }
    }

    private func error(
        _ call: Guarded, _ proof: Reauthentication?, _ tokens: Tokens?, _ world: AuthServer
    ) async -> RPCError? {
        await failure {
            let (account, data) = (world.auth.account, world.auth.accountData)
            let options = try CallOptions.bearer(tokens)
            switch call {
            case .changePassword:
                _ = try await account.changePassword(
                    ChangePasswordRequest(proof: proof, newPassword: "battery staple"),
                    options: options)
            case .deleteAccount:
                _ = try await data.deleteAccount(
                    DeleteAccountRequest(proof: proof), options: options)
            case .startAddressChange:
                _ = try await account.startAddressChange(
                    StartAddressChangeRequest(proof: proof, newEmail: "new@example.org"),
                    options: options)
            case .addAddress:
                _ = try await world.startAdding("added@example.org", tokens, proof: proof)
            case .makeAddressPrimary:
                try await world.makePrimary("a@example.org", tokens, proof: proof)
            case .removeAddress:
                try await world.remove("a@example.org", tokens, proof: proof)
            case .exportAccount:
                let parts = try await data.exportAccount(
                    ExportAccountRequest(proof: proof), options: options)
                while try await parts.next() != nil {}
            }
        }
    }

    private func anna(_ world: AuthServer) async throws -> Tokens? {
        let tokens = try await world.verifiedAnna()
        try await world.add("a@example.org", tokens)
        try await world.auth.settle()
        return tokens
    }

    /// A thief has found a device, or has copied its tokens.
    @Test(arguments: Guarded.allCases)
    func anOldSessionNeedsAProof(call: Guarded) async throws {
        try await withAuth { world in
            let tokens = try await anna(world)
            world.clock.advance(.seconds(300))
            let refresh = RefreshRequest(refreshToken: tokens?.refreshToken ?? "")
            let refreshed = try await world.client.refresh(refresh).tokens
            let kept = try await world.addresses(tokens)
            for proof in [nil, Reauthentication()] {
                let error = await error(call, proof, refreshed, world)
                #expect(error?.code == .permissionDenied)
                #expect(error?.reasons == [.reauthenticationRequired])
                #expect(error?.detail(ErrorInfo.self)?.violations.map(\.field) == ["proof"])
            }
            for password in ["wrong", ""] {
                let error = await error(call, .password(password), refreshed, world)
                #expect(error?.code == .permissionDenied && error?.reasons == [.wrongCredentials])
            }
            #expect(try await world.addresses(tokens) == kept)
            #expect(await error(call, .password("correct horse"), refreshed, world) == nil)
        }
    }

    @Test(arguments: Guarded.allCases)
    func aFreshSessionIsProofForTheCallsThatSaySo(call: Guarded) async throws {
        try await withAuth { world in
            let tokens = try await anna(world)
            world.clock.advance(.seconds(300) - .milliseconds(1))
            let error = await error(call, nil, tokens, world)
            #expect(error?.reasons == (call.acceptsFresh ? nil : [.reauthenticationRequired]))
        }
    }

    @Test(arguments: Guarded.allCases)
    func aMailedCodeIsProofForAll(call: Guarded) async throws {
        try await withAuth { world in
            let tokens = try await anna(world)
            world.clock.advance(.seconds(300))
            _ = try await world.auth.account.sendReauthentication(
                SendReauthenticationRequest(), options: .bearer(tokens))
            let code = try await world.newest(.reauthenticate).code ?? ""
            #expect(await error(call, .mailedCode(code), tokens, world) == nil)
        }
    }

    /// Not to the call that failed for another reason, and to no other session.
    @Test func aProofMakesItsSessionFreshAgain() async throws {
        try await withAuth { world in
            let tokens = try await anna(world)
            let other = try await world.signIn().tokens
            world.clock.advance(.seconds(300))
            #expect(await error(.addAddress, .password("wrong"), tokens, world) != nil)
            #expect(await error(.makeAddressPrimary, nil, tokens, world) != nil)
            #expect(await error(.addAddress, .password("correct horse"), tokens, world) == nil)
            world.clock.advance(.seconds(299))
            #expect(await error(.removeAddress, nil, tokens, world) == nil)
            let refused = await error(.exportAccount, nil, other, world)
            #expect(refused?.reasons == [.reauthenticationRequired])
            world.clock.advance(.seconds(1))
            #expect(await error(.exportAccount, nil, tokens, world) != nil)
        }
    }

    /// Otherwise whoever finds an open session would choose a password, or delete the account, by a
    /// mail to an address of their own.
    @Test func aFreshSessionAloneLeadsToNoOtherWayIn() async throws {
        try await withAuth { world in
            let owner = try await anna(world)
            let nameless = try await world.newUser("ben").tokens
            for tokens in [owner, nameless] {
                for call in [Guarded.addAddress, .startAddressChange] {
                    let error = await error(call, nil, tokens, world)
                    #expect(error?.reasons == [.reauthenticationRequired])
                }
            }
            #expect(try await world.recipients(of: .changeAddressNew) == ["a@example.org"])
        }
    }

    @Test func aSessionFromTheFutureIsNotFresh() async throws {
        try await withAuth { world in
            let tokens = try await anna(world)
            world.clock.advance(.seconds(-1))
            let error = await error(.exportAccount, nil, tokens, world)
            #expect(error?.reasons == [.reauthenticationRequired])
        }
    }

    @Test func theDeploymentChoosesHowLongASessionIsFresh() async throws {
        try await withAuth { world in
            let tokens = try await anna(world)
            try await world.stop()
            try await world.start { $0.freshProofTime = .seconds(10) }
            world.clock.advance(.seconds(9))
            #expect(await error(.makeAddressPrimary, nil, tokens, world) == nil)
            world.clock.advance(.seconds(1))
            #expect(await error(.makeAddressPrimary, nil, tokens, world) != nil)
        }
    }

    /// Nothing else could be given.
    @Test(arguments: Guarded.allCases)
    func withoutAPasswordAndAVerifiedAddressAFreshSessionIsEnoughForAll(
        call: Guarded
    ) async throws {
        try await withAuth { world in
            let user = try await world.newUser("anna")
            try await world.auth.settle()
            try await world.removePassword(of: user.id)
            let missing: [Reason] =
                call == .makeAddressPrimary || call == .removeAddress ? [.addressNotFound] : []
            #expect(await error(call, nil, user.tokens, world)?.reasons ?? [] == missing)
            guard call != .deleteAccount else { return }
            try await world.removePassword(of: user.id)
            world.clock.advance(.seconds(300))
            let old = await error(call, nil, user.tokens, world)
            #expect(old?.reasons == [.reauthenticationRequired])
        }
    }

    /// It answers like a wrong one, and costs its hash.
    @Test func aPasswordForAnAccountWithoutOneIsWrong() async throws {
        try await withAuth { world in
            let user = try await world.newUser("anna")
            try await world.removePassword(of: user.id)
            let hasher = try PasswordHasher.cheap()
            try await world.stop()
            try await world.start(hasher: hasher)
            let error = await error(.exportAccount, .password("correct horse"), user.tokens, world)
            #expect(error?.code == .permissionDenied && error?.reasons == [.wrongCredentials])
            #expect(hasher.hashCount == 1)
        }
    }

    /// Otherwise a fresh session could change the primary address without end.
    @Test func callsOfAFreshSessionAreLimited() async throws {
        try await withAuth { world in
            let tokens = try await anna(world)
            try await world.stop()
            try await world.start { $0.limits[.confirmAccount] = LimitPolicy(2, per: 60) }
            world.clock.advance(.seconds(1))
            for email in ["a@example.org", "anna@example.com"] {
                try await world.makePrimary(email, tokens)
            }
            let error = await failure { try await world.makePrimary("a@example.org", tokens) }
            #expect(error?.reasons == [.tooManyAttempts])
        }
    }

    @Test func theFirstPasswordOfAnAccountIsSetInASession() async throws {
        try await withAuth { world in
            let user = try await world.newUser("anna")
            try await world.removePassword(of: user.id)
            let other = try await world.stored(user.id)
            #expect(other.password == nil)
            #expect(await error(.changePassword, nil, user.tokens, world) == nil)
            #expect(await world.signInError("battery staple") == nil)
            #expect(
                try await world.account(user.tokens).passwordChangedAtMs == world.clock.now())
        }
    }

    /// Only a hash can tell, as the caller has not given the current one.
    @Test func withAMailedCodeTheNewPasswordIsAnotherToo() async throws {
        try await withAuth { world in
            let tokens = try await world.verifiedAnna()
            _ = try await world.auth.account.sendReauthentication(
                SendReauthenticationRequest(), options: .bearer(tokens))
            let code = try await world.newest(.reauthenticate).code ?? ""
            let error = await failure {
                try await world.auth.account.changePassword(
                    ChangePasswordRequest(
                        proof: .mailedCode(code), newPassword: "correct horse"),
                    options: .bearer(tokens))
            }
            #expect(error?.code == .invalidArgument && error?.reasons == [.passwordUnchanged])
        }
    }
}
