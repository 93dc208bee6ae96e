import RollcallAPI
import Testing

extension Mutation {
    static let mailedProofs = [
        sendVerification, verifyAddress, followVerification, requestPasswordReset, resetPassword,
    ]

    private static let sendVerification = Mutation("AccountService/SendVerification") { resident in
        _ = try await resident.mail(.verification)
        return Attempt {
            try await resident.account.sendVerification(
                SendVerificationRequest(), options: resident.options())
        } check: { answer in
            if answer != nil { _ = try await resident.mail(.verification, 2) }
            // Some code is good: the new one or, if nothing was committed, the one of before.
            var tried: Set<String> = []
            let isVerified = try await holds {
                for mail in try resident.mails(.verification) where !tried.contains(mail.code) {
                    tried.insert(mail.code)
                    if try await resident.verifies(mail.code) { return true }
                }
                return false
            }
            #expect(isVerified, "no code is good")
            let count = try resident.mails(.verification).count
            #expect(count <= 2, "a mail was sent that nobody asked for")
        }
    }

    private static let verifyAddress = Mutation("AccountService/VerifyAddress") { resident in
        let code = try await resident.mail(.verification).code
        return Attempt {
            try await resident.account.verifyAddress(
                VerifyAddressRequest(code: code), options: resident.options())
        } check: { answer in
            let isVerified = try await resident.accountInfo().primaryAddress?.isVerified == true
            try await expectOnce(isAcknowledged: answer != nil, isUsed: isVerified) {
                try await resident.verifies(code)
            }
        }
    }

    private static let followVerification = Mutation("AccountService/FollowLink") { resident in
        let token = try await resident.mail(.verification).linkToken
        return Attempt {
            try await resident.account.followLink(FollowLinkRequest(linkToken: token))
        } check: { answer in
            let isVerified = try await resident.accountInfo().primaryAddress?.isVerified == true
            try await expectOnce(isAcknowledged: answer != nil, isUsed: isVerified) {
                try await resident.follows(token)
            }
        }
    }

    private static let requestPasswordReset = Mutation("AccountService/RequestPasswordReset") {
        resident in
        Attempt {
            try await resident.account.requestPasswordReset(
                RequestPasswordResetRequest(email: resident.email)
            ).flow
        } check: { flow in
            try await resident.expectSessions()
            guard let flow else { return }
            let code = try await resident.mail(.passwordReset).code
            try await expectOnce(isAcknowledged: false, isUsed: false) {
                try await resident.resets(flow, code, to: newPassword)
            }
        }
    }

    private static let resetPassword = Mutation("AccountService/ResetPassword") { resident in
        let flow = try await resident.account.requestPasswordReset(
            RequestPasswordResetRequest(email: resident.email)
        ).flow
        let code = try await resident.mail(.passwordReset).code
        return Attempt {
            try await resident.account.resetPassword(
                .init(flow: flow, code: code, newPassword: newPassword))
        } check: { answer in
            let isChanged = try await resident.hasOnePassword(or: newPassword)
            let goOn = try await resident.goOnAlike()
            #expect(goOn == !isChanged, "the password and the sessions do not belong together")
            try await expectOnce(isAcknowledged: answer != nil, isUsed: isChanged) {
                try await resident.resets(flow, code, to: "a third horse")
            }
        }
    }
}

extension ResetPasswordRequest {
    init(flow: String, code: String, newPassword: String) {
        self.init(
            proof: .mailedCode(MailedCode(flow: flow, code: code)), newPassword: newPassword)
    }
}
