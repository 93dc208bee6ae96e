import RollcallAPI
import RollcallRPC
import Testing

/// Accounts without an address, and sign-ins by mailed codes.
extension Mutation {
    static let otherWays = [signUpAnonymously, upgradeAccount, sendSignInCode, signInWithCode]

    private static let signUpAnonymously = Mutation("AuthService/SignUpAnonymously") { resident in
        let form = SignUpAnonymouslyRequest(
            idempotencyKey: "anonymous-key-of-\(resident.name)", displayName: "\(resident.name)_c")
        return Attempt {
            try await resident.auth.signUpAnonymously(form).session?.userID
        } check: { userID in
            // The same once more is the same account; a name that was held is free before long.
            let again = try await eventually { try await resident.auth.signUpAnonymously(form) }
            if let userID { #expect(again.session?.userID == userID) }
        }
    }

    private static let upgradeAccount = Mutation("AuthService/UpgradeAccount") { resident in
        let form = SignUpAnonymouslyRequest(
            idempotencyKey: "anonymous-key-of-\(resident.name)")
        let user = try await eventually { try await resident.auth.signUpAnonymously(form) }
        let options = try Resident.options(try #require(user.tokens))
        let request = UpgradeAccountRequest(
            email: resident.newEmail, password: resident.password)
        return Attempt {
            try await resident.auth.upgradeAccount(request, options: options)
        } check: { answer in
            let info = try await resident.account.getAccount(
                GetAccountRequest(), options: options
            ).account
            let isAnonymous = try #require(info).isAnonymous
            #expect(!isAnonymous || answer == nil, "what was acknowledged has not happened")
            #expect(info?.userID == user.session?.userID)
            let signsIn = try await resident.signsIn(at: resident.newEmail)
            #expect(signsIn == !isAnonymous, "an account has half of a way in")
            let isDone: Bool
            do {
                _ = try await resident.auth.upgradeAccount(request, options: options)
                isDone = true
            } catch let error as RPCError where error.reasons.contains(.hasCredential) {
                isDone = false
            }
            #expect(isDone == isAnonymous)
        }
    }

    private static let sendSignInCode = Mutation("AuthService/SendSignInCode") { resident in
        try await resident.verify()
        return Attempt {
            try await resident.auth.sendSignInCode(
                SendSignInCodeRequest(email: resident.email)
            ).flow
        } check: { flow in
            try await resident.expectSessions()
            guard let flow else { return }
            let code = try await resident.mail(.signInCode).code
            try await expectOnce(isAcknowledged: false, isUsed: false) {
                try await resident.signsIn(flow, code)
            }
        }
    }

    private static let signInWithCode = Mutation("AuthService/SignInWithCode") { resident in
        try await resident.verify()
        let flow = try await resident.auth.sendSignInCode(
            SendSignInCodeRequest(email: resident.email)
        ).flow
        let code = try await resident.mail(.signInCode).code
        return Attempt {
            try await resident.auth.signInWithCode(SignInWithCodeRequest(flow: flow, code: code))
                .tokens
        } check: { tokens in
            if let tokens = tokens ?? nil {
                let isThere = try await resident.goesOn(tokens)
                #expect(isThere, "a session is gone that was opened")
            }
            let sessions = try await resident.auth.listSessions(
                ListSessionsRequest(), options: resident.options()
            ).sessions
            try await expectOnce(isAcknowledged: tokens != nil, isUsed: sessions.count == 3) {
                try await resident.signsIn(flow, code)
            }
            try await resident.expectSessions()
        }
    }
}

extension Resident {
    fileprivate func signsIn(_ flow: String, _ code: String) async throws -> Bool {
        try await isTaken {
            _ = try await auth.signInWithCode(SignInWithCodeRequest(flow: flow, code: code))
        }
    }
}
