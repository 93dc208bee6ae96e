import Foundation
import RollcallAPI
import RollcallRPC
import Testing

@testable import Auth

/// Every RPC of Auth that changes something notes what it did, or there is a reason why not.
@Suite struct AuditedCallsTests {
    /// What each RPC notes.
    private static let audited: [String: AuditAction] = [
        "AuthService/SignUp": .accountCreated,
        "AuthService/SignUpAnonymously": .accountCreated,
        "AuthService/UpgradeAccount": .accountUpgraded,
        "AuthService/SignIn": .sessionOpened,
        "AuthService/SignInWithCode": .sessionOpened,
        "AuthService/ContinueSignIn": .sessionOpened,
        "AuthService/RevokeSession": .sessionsRevoked,
        "AuthService/RevokeOtherSessions": .sessionsRevoked,
        "AuthService/RevokeAllSessions": .sessionsRevoked,
        "AccountService/ChangePassword": .passwordChanged,
        "AccountService/VerifyAddress": .addressVerified,
        "AccountService/MakeAddressPrimary": .addressMadePrimary,
        "AccountService/RemoveAddress": .addressRemoved,
        "AccountService/ResetPassword": .passwordReset,
        "AccountService/ConfirmAddressChange": .addressMadePrimary,
        "AccountService/FollowLink": .addressVerified,
        "AccountDataService/DeleteAccount": .accountDeleted,
        "AccountDataService/ExportAccount": .accountExported,
        "AuthAdminService/DisableUser": .accountDisabled,
        "AuthAdminService/DeleteUser": .accountDeleted,
        "AuthAdminService/EnableUser": .accountEnabled,
        "AuthAdminService/RemoveFactors": .factorRemoved,
        "AuthAdminService/ForcePasswordReset": .passwordRequired,
        "AuthAdminService/RevokeUserSessions": .sessionsRevoked,
        "AuthAdminService/SetUserRole": .roleChanged,
        "AuthAdminService/SetUserAddress": .addressMadePrimary,
        "AuthAdminService/FindUsers": .accountDisabled,
        "AuthAdminService/ClearBan": .banCleared,
        "AuthAdminService/AddService": .serviceAdded,
        "AuthAdminService/RemoveService": .serviceRemoved,
        "AuthAdminService/RotateSigningKey": .keyReplaced,
        "AuthAdminService/CheckConsistency": .accountDeleted,
        "AuthAdminService/BeginEpoch": .epochBegun,
        "IdentityService/SignInWithIdentity": .sessionOpened,
        "IdentityService/LinkIdentity": .identityLinked,
        "IdentityService/UnlinkIdentity": .identityUnlinked,
        "FactorService/ConfirmTotp": .factorAdded,
        "FactorService/RemoveTotp": .factorRemoved,
        "FactorService/MakeRecoveryCodes": .recoveryCodesReplaced,
        "PasskeyService/FinishPasskeyRegistration": .passkeyAdded,
        "PasskeyService/RemovePasskey": .passkeyRemoved,
        "PasskeyService/SignInWithPasskey": .sessionOpened,
        "ImportService/ImportUsers": .usersImported,
        "ImportService/ExportUsers": .usersExported,
    ]

    private static let unaudited: [String: String] = [
        "AuthService/Refresh": "each app refreshes all day; a copied token is noted",
        "AuthService/SignOut": "an owner's session ends, and nothing else",
        "AuthService/SendSignInCode": "anybody may ask, and it is limited",
        "AccountService/SetLocale": "no matter of security, and unlimited",
        "AccountService/SendVerification": "a mail is sent, and it is limited",
        "AccountService/SendReauthentication": "a mail is sent, and it is limited",
        "AccountService/AddAddress": "noted when the address is proved",
        "AccountService/StartAddressChange": "noted when the address is proved",
        "AccountService/RequestPasswordReset": "anybody may ask, and it is limited",
        "AuthAdminService/RetryDelivery": "changes when a message is sent",
        "AuthAdminService/RetryMail": "changes when a mail is sent",
        "AuthAdminService/DropMail": "the log of the service has it",
        "AuthAdminService/SendTestMail": "of no account",
        "FactorService/StartTotp": "noted when it is confirmed",
        "PasskeyService/StartPasskeyRegistration": "noted when it is finished",
        "PasskeyService/StartPasskeySignIn": "noted when the session is opened",
    ]

    /// The RPCs of Auth's services that have side effects, as the contract says.
    private static func changingRPCs() throws -> [String] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../../proto/rollcall/v1")
        let files = [
            "auth", "account", "account_data", "auth_admin", "identity", "factor", "passkey",
            "user_import", "audit", "revocation", "account_change",
        ]
        return try files.flatMap { file in
            let text = try String(
                contentsOf: folder.appending(path: "\(file).proto"), encoding: .utf8)
            let service = try #require(text.firstMatch(of: /(?m)^service (\w+) \{/)).output.1
            return text.matches(of: /(?ms)^  rpc (\w+)\(.*?^  \}/)
                .filter { !$0.output.0.contains("NO_SIDE_EFFECTS") }
                .map { "\(service)/\($0.output.1)" }
        }
    }

    @Test func everyRPCThatChangesSomethingIsNotedOrSaysWhyNot() throws {
        let rpcs = try Self.changingRPCs()
        #expect(rpcs.count > 40)
        for rpc in rpcs {
            let isAudited = Self.audited[rpc] != nil
            #expect(isAudited != (Self.unaudited[rpc] != nil), "\(rpc)")
        }
    }

    @Test func theOwnersCallsAreNoted() async throws {
        try await withAuth { world in
            func check(_ rpc: String, _ body: () async throws -> Void) async throws {
                let action = try #require(Self.audited[rpc]).rawValue
                let noted = try await world.noted(body)
                #expect(noted.contains(action), "\(rpc): \(noted)")
            }
            let bearer = { (tokens: Tokens?) in try CallOptions.bearer(tokens) }
            var tokens: Tokens?
            try await check("AuthService/SignUp") {
                tokens = try await world.client.signUp(.anna()).tokens
            }
            try await check("AccountService/VerifyAddress") {
                let code = try await world.newest(.verifyAddress).code
                #expect(await world.verify(code, tokens) == nil)
            }
            try await check("AuthService/SignIn") { tokens = try await world.signIn().tokens }
            try await check("AuthService/RevokeOtherSessions") {
                _ = try await world.client.revokeOtherSessions(.init(), options: bearer(tokens))
            }
            try await world.add("a@example.org", tokens)
            try await check("AccountService/MakeAddressPrimary") {
                try await world.makePrimary("a@example.org", tokens)
            }
            try await check("AccountService/FollowLink") {
                _ = try await world.client.signUp(
                    .anna(email: "b@example.com", name: "ben"))
                let link = try await world.newest(.verifyAddress).linkToken
                #expect(await world.follow(link) == nil)
            }
            try await check("AccountService/RemoveAddress") {
                try await world.remove("anna@example.com", tokens)
            }
            try await check("AccountService/ResetPassword") {
                let flow = try await world.requestReset("a@example.org")
                let code = try await world.newest(.resetPassword).code
                #expect(await world.reset(flow, code) == nil)
            }
            tokens = try await world.client.signIn(
                SignInRequest(email: "a@example.org", password: "battery staple")
            ).tokens
            try await check("AccountService/ChangePassword") {
                _ = try await world.auth.account.changePassword(
                    ChangePasswordRequest(
                        proof: Reauthentication(proof: .password("battery staple")),
                        newPassword: "correct horse two"),
                    options: bearer(tokens))
            }
            try await check("AccountDataService/ExportAccount") {
                let call = try await world.auth.accountData.exportAccount(
                    .init(), options: bearer(tokens))
                for try await _ in call {}
            }
            try await check("AuthService/RevokeAllSessions") {
                _ = try await world.client.revokeAllSessions(.init(), options: bearer(tokens))
            }
        }
    }

    @Test func administratorsCallsAreNoted() async throws {
        try await withAuth { world in
            func check(_ rpc: String, _ body: () async throws -> Void) async throws {
                let action = try #require(Self.audited[rpc]).rawValue
                let noted = try await world.noted(body)
                #expect(noted.contains(action), "\(rpc): \(noted)")
                #expect(try await world.auditEntries().first?.actor == "operator", "\(rpc)")
            }
            let (anna, admin) = (try await world.newUser("anna"), world.asOperator)
            let user = UserKey.id(anna.id)
            try await check("AuthAdminService/DisableUser") {
                _ = try await admin.disableUser(.init(user: user))
            }
            try await check("AuthAdminService/SetUserAddress") {
                _ = try await admin.setUserAddress(
                    .init(user: user, email: "a@example.org", reason: "lost"))
            }
            try await check("AuthAdminService/EnableUser") {
                _ = try await admin.enableUser(.init(user: user))
            }
            try await check("AuthAdminService/FindUsers") {
                try await world.find(.init(emailPrefix: "a@", act: .disable))
            }
            _ = try await admin.enableUser(.init(user: user))
            try await check("AuthAdminService/RevokeUserSessions") {
                _ = try await admin.revokeUserSessions(.init(user: user))
            }
            try await check("AuthAdminService/ForcePasswordReset") {
                _ = try await admin.forcePasswordReset(.init(user: user))
            }
            try await check("AuthAdminService/SetUserRole") {
                _ = try await admin.setUserRole(.init(user: user, role: .admin))
            }
            try await check("AuthAdminService/ClearBan") {
                _ = try await admin.clearBan(.init(key: .login("anna")))
            }
            try await check("AuthAdminService/AddService") {
                _ = try await admin.addService(.init(name: "games"))
            }
            try await check("AuthAdminService/RemoveService") {
                _ = try await admin.removeService(.init(name: "games"))
            }
            try await check("ImportService/ImportUsers") {
                try await world.importUsers([.elsewhere("carl")])
            }
            try await check("ImportService/ExportUsers") { _ = try await world.exportUsers() }
            try await check("AuthAdminService/DeleteUser") {
                _ = try await admin.deleteUser(.init(user: user))
            }
            try await check("AuthAdminService/RotateSigningKey") {
                _ = try await admin.rotateSigningKey(.init())
            }
            try await check("AuthAdminService/BeginEpoch") {
                _ = try await admin.beginEpoch(.init())
            }
            #expect(try await world.audit.verifyAudit(.init()).firstBroken == nil)
        }
    }

    /// 48 characters, as the contract says.
    @Test func actionsHaveTheFormOfTheContract() {
        for action in AuditAction.allCases {
            #expect(action.rawValue.wholeMatch(of: /[a-z.-]{1,48}/) != nil)
        }
    }
}
