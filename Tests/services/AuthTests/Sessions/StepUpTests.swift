import RollcallAPI
import RollcallRPC
import Testing

@testable import Auth

/// The calls that ask an account with a second factor for a code of it, too.
@Suite struct StepUpTests {
    enum Guarded: CaseIterable {
        case changePassword, deleteAccount, exportAccount
        case startAddressChange, addAddress, makeAddressPrimary, removeAddress
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
            case .exportAccount:
                let parts = try await data.exportAccount(
                    ExportAccountRequest(proof: proof), options: options)
                while try await parts.next() != nil {}
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
            }
        }
    }

    private func anna(_ world: AuthServer) async throws -> (tokens: Tokens?, AuthenticatorApp) {
        let tokens = try await world.verifiedAnna()
        try await world.add("a@example.org", tokens)
        try await world.auth.settle()
        let app = try await world.enrol(tokens)
        world.clock.advance(.seconds(30))
        return (tokens, app)
    }

    @Test(arguments: Guarded.allCases)
    func thePasswordAloneIsNotEnough(call: Guarded) async throws {
        try await withAuth { world in
            let (tokens, app) = try await anna(world)
            let before = try await world.account(tokens)
            let wrong = try app.wrongCode(at: world.clock)
            for (proof, reason, field) in [
                (.password("correct horse"), Reason.factorRequired, "proof.factor_code"),
                (.password("correct horse", wrong), .factorWrong, "proof.factor_code"),
                (.password("correct horse", "x"), .factorWrong, "proof.factor_code"),
                // Nothing says that there is a factor.
                (.password("wrong horse"), .wrongCredentials, "proof.password"),
                (.password("wrong horse", wrong), .wrongCredentials, "proof.password"),
            ] as [(Reauthentication, Reason, String)] {
                let error = await error(call, proof, tokens, world)
                #expect(error?.code == .permissionDenied && error?.reasons == [reason])
                #expect(error?.detail(ErrorInfo.self)?.violations.map(\.field) == [field])
            }
            #expect(try await world.account(tokens) == before)
            let code = try app.code(at: world.clock)
            #expect(await error(call, .password("correct horse", code), tokens, world) == nil)
        }
    }

    /// Also of the calls that a fresh session is proof enough for.
    @Test(arguments: Guarded.allCases)
    func aFreshSessionNeedsTheCode(call: Guarded) async throws {
        try await withAuth { world in
            let (tokens, app) = try await anna(world)
            let acceptsFresh = [.exportAccount, .makeAddressPrimary, .removeAddress].contains(call)
            let without = await error(call, nil, tokens, world)
            #expect(
                without?.reasons == [acceptsFresh ? .factorRequired : .reauthenticationRequired])
            let code = Reauthentication(factorCode: try app.code(at: world.clock))
            let with = await error(call, code, tokens, world)
            #expect(with?.reasons == (acceptsFresh ? nil : [.reauthenticationRequired]))
        }
    }

    @Test func aRecoveryCodeIsGoodOnce() async throws {
        try await withAuth { world in
            let (tokens, app) = try await anna(world)
            let proof = Reauthentication.password("correct horse", app.recoveryCodes[0])
            #expect(await error(.exportAccount, proof, tokens, world) == nil)
            #expect(await error(.addAddress, proof, tokens, world)?.reasons == [.factorWrong])
            #expect(try await world.codesLeft(tokens) == 9)
        }
    }

    /// The mailed code is there to be given again, together with the other.
    @Test func aMailedCodeIsNotUsedUpByACallWithoutTheFactor() async throws {
        try await withAuth { world in
            let (tokens, app) = try await anna(world)
            _ = try await world.auth.account.sendReauthentication(
                SendReauthenticationRequest(), options: .bearer(tokens))
            let mailed = try await world.newest(.reauthenticate).code ?? ""
            let alone = Reauthentication.mailedCode(mailed)
            #expect(await error(.addAddress, alone, tokens, world)?.reasons == [.factorRequired])
            let both = Reauthentication(
                proof: .mailedCode(mailed), factorCode: try app.code(at: world.clock))
            #expect(await error(.addAddress, both, tokens, world) == nil)
            let again = await error(.addAddress, both, tokens, world)
            #expect(again?.reasons == [.codeExpired])
        }
    }

    @Test func guessesCountForTheSession() async throws {
        try await withAuth { world in
            let (tokens, app) = try await anna(world)
            try await world.stop()
            try await world.start { $0.limits[.factorSession] = LimitPolicy(3, per: 600) }
            world.clock.advance(.seconds(1))
            let wrong = try app.wrongCode(at: world.clock)
            for number in 0..<4 {
                // A correct password does not refund what wrong codes have used up.
                let error = await error(
                    .addAddress, .password("correct horse", wrong), tokens, world)
                #expect(error?.reasons == [number < 3 ? .factorWrong : .tooManyAttempts])
            }
        }
    }

    @Test func ofManyCallsAtOnceWithOneCodeOneSucceeds() async throws {
        try await withAuth { world in
            let (tokens, app) = try await anna(world)
            let proof = Reauthentication.password(
                "correct horse", try app.code(at: world.clock))
            let errors = await withTaskGroup { group in
                for _ in 0..<8 {
                    group.addTask { await error(.addAddress, proof, tokens, world) }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(errors.count { $0 == nil } == 1)
            #expect(errors.allSatisfy { $0 == nil || $0?.reasons == [.factorWrong] })
        }
    }
}
