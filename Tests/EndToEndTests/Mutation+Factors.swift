import RollcallAPI
import Testing

/// The second factor. Whatever happens to Auth, an account has both its factor and its recovery
/// codes or neither, and no code is good twice.
extension Mutation {
    static let factors = [
        startTotp, confirmTotp, continueSignInByFactor, removeTotp, makeRecoveryCodes,
        removeFactors,
    ]

    private static let startTotp = Mutation("FactorService/StartTotp") { resident in
        Attempt {
            try await resident.startTotp()
        } check: { answer in
            let hasFactor = try await resident.accountInfo().hasFactor
            #expect(!hasFactor, "a factor that nobody has confirmed")
            // The key that was shown is the one that counts.
            if let answer { _ = try await resident.confirm(AuthenticatorApp(answer.secret)) }
        }
    }

    private static let confirmTotp = Mutation("FactorService/ConfirmTotp") { resident in
        let app = try AuthenticatorApp(try await resident.startTotp().secret)
        return Attempt {
            try await resident.confirm(app)
        } check: { codes in
            let left = try await resident.codesLeft()
            #expect(left == nil || left == 10, "a factor without its recovery codes")
            #expect(left == 10 || codes == nil, "a factor is gone that was confirmed")
            guard left != nil else { return }
            let pending = try await resident.pendingByFactor()
            let code =
                try codes.map { .recoveryCode($0[0]) }
                ?? ContinueSignInRequest.Step
                .totpCode(app.code(1))
            let signsIn = try await resident.goesOn(pending, by: code)
            #expect(signsIn, "an account without a way in")
        }
    }

    private static let continueSignInByFactor = Mutation("AuthService/ContinueSignIn") {
        resident in
        let code = try await resident.enrol()[0]
        let pending = try await resident.pendingByFactor()
        return Attempt {
            _ = try await resident.auth.continueSignIn(
                ContinueSignInRequest(token: pending, step: .recoveryCode(code)))
        } check: { answer in
            let isUsed = try await resident.codesLeft() == 9
            try await expectOnce(isAcknowledged: answer != nil, isUsed: isUsed) {
                try await resident.goesOn(
                    resident.pendingByFactor(), by: .recoveryCode(code))
            }
            try await resident.expectSessions()
        }
    }

    private static let removeTotp = Mutation("FactorService/RemoveTotp") { resident in
        let code = try await resident.enrol()[0]
        return Attempt {
            try await resident.factor.removeTotp(
                RemoveTotpRequest(proof: resident.proof(code)), options: resident.options())
        } check: { answer in
            let left = try await resident.codesLeft()
            #expect(left == nil || answer == nil, "a factor is back that was removed")
            // The proof may be used up, and nothing else be done.
            #expect(left == nil || left == 10 || left == 9, "half a factor is left")
        }
    }

    private static let makeRecoveryCodes = Mutation("FactorService/MakeRecoveryCodes") {
        resident in
        let codes = try await resident.enrol()
        return Attempt {
            try await resident.factor.makeRecoveryCodes(
                MakeRecoveryCodesRequest(proof: resident.proof(codes[0])),
                options: resident.options()
            ).recoveryCodes
        } check: { fresh in
            let pending = try await resident.pendingByFactor()
            let isOld = try await resident.goesOn(pending, by: .recoveryCode(codes[1]))
            #expect(!isOld || fresh == nil, "a code is good that was replaced")
            guard let fresh else { return }
            let isNew = try await resident.goesOn(pending, by: .recoveryCode(fresh[0]))
            #expect(isNew, "a code is gone that was shown")
        }
    }

    private static let removeFactors = Mutation("AuthAdminService/RemoveFactors") { resident in
        _ = try await resident.enrol()
        return Attempt {
            try await resident.admin.removeFactors(RemoveFactorsRequest(user: .id(resident.id)))
        } check: { answer in
            let left = try await resident.codesLeft()
            #expect(left == nil || answer == nil, "a factor is back that was removed")
            #expect(left == nil || left == 10, "half a factor is left")
            try await resident.expectSessions()
        }
    }
}

extension Resident {
    func proof(_ factorCode: String = "") -> Reauthentication {
        Reauthentication(proof: .password(password), factorCode: factorCode)
    }

    func startTotp() async throws -> StartTotpResponse {
        try await factor.startTotp(StartTotpRequest(proof: proof()), options: options())
    }

    func confirm(_ app: AuthenticatorApp) async throws -> [String] {
        try await factor.confirmTotp(
            ConfirmTotpRequest(code: app.code()), options: options()
        ).recoveryCodes
    }

    /// - Returns: the recovery codes.
    func enrol() async throws -> [String] {
        try await confirm(AuthenticatorApp(startTotp().secret))
    }

    /// Nil without a factor.
    func codesLeft() async throws -> UInt32? {
        let factors = try await factor.getFactors(GetFactorsRequest(), options: options())
        return factors.totpConfirmedAtMs > 0 ? factors.recoveryCodesLeft : nil
    }

    /// The token of a sign-in that waits for the factor.
    func pendingByFactor() async throws -> String {
        let pending = try #require(try await auth.signIn(credentials).pending)
        #expect(pending.steps == [.totp, .recoveryCode])
        return pending.token
    }

    func goesOn(_ pending: String, by step: ContinueSignInRequest.Step) async throws -> Bool {
        try await isTaken {
            _ = try await auth.continueSignIn(ContinueSignInRequest(token: pending, step: step))
        }
    }
}
