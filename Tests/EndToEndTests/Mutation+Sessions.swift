import RollcallAPI
import Testing

extension Mutation {
    static let sessions = [
        signUp, signIn, continueSignIn, refresh, signOut, revokeSession, revokeOtherSessions,
        revokeAllSessions,
    ]

    private static let signUp = Mutation("AuthService/SignUp") { resident in
        let form = Resident.form("\(resident.name)_b")
        return Attempt {
            try await resident.auth.signUp(form).session?.userID
        } check: { userID in
            // The same once more is the same account; a name that was held is free before long.
            let again = try await eventually { try await resident.auth.signUp(form) }
            if let userID { #expect(again.session?.userID == userID) }
        }
    }

    private static let signIn = Mutation("AuthService/SignIn") { resident in
        Attempt {
            try await resident.auth.signIn(resident.credentials).tokens
        } check: { tokens in
            if let tokens = tokens ?? nil {
                let isThere = try await resident.goesOn(tokens)
                #expect(isThere, "a session is gone that was opened")
            }
            try await resident.expectSessions()
        }
    }

    private static let continueSignIn = Mutation("AuthService/ContinueSignIn") { resident in
        try await resident.verify()
        let pending = try await resident.auth.signIn(resident.credentials).pending
        let code = try await resident.mail(.signIn).code
        let request = ContinueSignInRequest(
            token: pending?.token ?? "", step: .mailedCode(code))
        return Attempt {
            try await resident.auth.continueSignIn(request).tokens
        } check: { tokens in
            if let tokens = tokens ?? nil {
                let isThere = try await resident.goesOn(tokens)
                #expect(isThere, "a session is gone that was opened")
            }
            let sessions = try await resident.auth.listSessions(
                ListSessionsRequest(), options: resident.options()
            ).sessions
            try await expectOnce(isAcknowledged: tokens != nil, isUsed: sessions.count == 3) {
                try await resident.isTaken {
                    _ = try await resident.auth.continueSignIn(request)
                }
            }
            try await resident.expectSessions()
        }
    }

    private static let refresh = Mutation("AuthService/Refresh") { resident in
        let request = RefreshRequest(refreshToken: resident.phone.tokens.refreshToken)
        return Attempt {
            try await resident.auth.refresh(request).tokens?.refreshToken
        } check: { token in
            // As a client asks whose answer was lost.
            let again = try await resident.auth.refresh(request).tokens
            if let token { #expect(again?.refreshToken == token) }
            let goesOn = try await resident.goesOn(again ?? Tokens())
            #expect(goesOn)
        }
    }

    private static let signOut = Mutation("AuthService/SignOut") { resident in
        Attempt {
            try await resident.auth.signOut(SignOutRequest(), options: resident.options())
        } check: { answer in
            let (phone, laptop) = try await resident.goOn()
            #expect(!phone || answer == nil, "a session is back that was signed out")
            #expect(laptop)
        }
    }

    private static let revokeSession = Mutation("AuthService/RevokeSession") { resident in
        Attempt {
            try await resident.auth.revokeSession(
                RevokeSessionRequest(sessionID: resident.laptop.session.sessionID),
                options: resident.options())
        } check: { answer in
            try await resident.expectPhoneAlone(isAcknowledged: answer != nil)
        }
    }

    private static let revokeOtherSessions = Mutation("AuthService/RevokeOtherSessions") {
        resident in
        Attempt {
            try await resident.auth.revokeOtherSessions(
                RevokeOtherSessionsRequest(), options: resident.options())
        } check: { answer in
            try await resident.expectPhoneAlone(isAcknowledged: answer != nil)
        }
    }

    private static let revokeAllSessions = Mutation("AuthService/RevokeAllSessions") { resident in
        Attempt {
            try await resident.auth.revokeAllSessions(
                RevokeAllSessionsRequest(), options: resident.options())
        } check: { answer in
            let goOn = try await resident.goOnAlike()
            #expect(!goOn || answer == nil, "sessions are back that were revoked")
        }
    }
}
