import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Testing

@testable import Auth

/// Accounts without a password, without an address, and with several.
@Suite struct AccountKindsTests {
    /// An account that lacks something, with a session that was opened before.
    enum Kind: CaseIterable {
        case withoutPassword, withoutAddress, withNeither
    }

    private func anna(_ kind: Kind, _ world: AuthServer) async throws -> SignUpResponse {
        let user = try await world.newUser("anna")
        try await world.auth.settle()
        if kind != .withoutAddress { try await world.removePassword(of: user.id) }
        if kind != .withoutPassword { try await world.removeAddresses(of: user.id) }
        return user
    }

    @Test(arguments: Kind.allCases)
    func everyReadShowsWhatThereIs(kind: Kind) async throws {
        try await withAuth { world in
            let user = try await anna(kind, world)
            let email = kind == .withoutPassword ? "anna@example.com" : ""
            let account = try await world.account(user.tokens)
            #expect(account.addresses.map(\.email) == [email].filter { !$0.isEmpty })
            #expect(account.addresses.allSatisfy { $0.verifiedAtMs == 0 && $0.isPrimary })
            #expect((account.passwordChangedAtMs == 0) == (kind != .withoutAddress))
            let options = try CallOptions.bearer(user.tokens)
            let session = try await world.client.getSession(GetSessionRequest(), options: options)
            #expect(session.session?.email == email)
            #expect(try await world.sessions(user.tokens).map(\.email) == [email])
            let refreshed = try await world.client.refresh(
                RefreshRequest(refreshToken: user.tokens?.refreshToken ?? ""))
            #expect(await world.end(of: refreshed.tokens) == nil)
            let admin = world.asOperator
            #expect(try await world.user(user.id)?.email == email)
            #expect(try await admin.listUsers(ListUsersRequest()).users.map(\.email) == [email])
            let sessions = try await admin.listUserSessions(
                ListUserSessionsRequest(user: .id(user.id)))
            #expect(sessions.sessions.map(\.email) == [email])
            let byName = try await admin.getUser(GetUserRequest(user: .name("anna")))
            #expect(byName.user?.userID == user.id)
            let files = try await world.auth.store.export(of: world.stored(user.id).id)
            let exported = try #require(files?.first?.message as? ExportedAccount)
            #expect(exported.addresses == account.addresses)
            #expect(
                exported.credentials.map(\.kind) == (kind == .withoutAddress ? ["password"] : []))
            try await world.expectWholeAccounts(count: 1)
        }
    }

    @Test(arguments: Kind.allCases)
    func noMailIsSentWithoutAnAddress(kind: Kind) async throws {
        try await withAuth { world in
            let user = try await anna(kind, world)
            let options = try CallOptions.bearer(user.tokens)
            let before = try await world.mails().count
            let answer = try await world.auth.account.sendVerification(
                SendVerificationRequest(), options: options)
            #expect((answer.expiresAtMs == 0) == (kind != .withoutPassword))
            _ = try await world.requestReset()
            let sent = try await world.mails().dropFirst(before).map(\.kind)
            #expect(sent == (kind == .withoutPassword ? [.verifyAddress, .resetPassword] : []))
        }
    }

    @Test(arguments: Kind.allCases)
    func administratorsChangeEveryKindOfAccount(kind: Kind) async throws {
        try await withAuth { world in
            let user = try await anna(kind, world)
            let (admin, key) = (world.asOperator, UserKey.id(user.id))
            let disabled = try await admin.disableUser(DisableUserRequest(user: key))
            #expect(disabled.user?.isDisabled == true)
            _ = try await admin.enableUser(EnableUserRequest(user: key))
            let role = SetUserRoleRequest(user: key, role: .admin)
            #expect(try await admin.setUserRole(role).user?.role == .admin)
            _ = try await admin.revokeUserSessions(RevokeUserSessionsRequest(user: key))
            _ = try await admin.clearBan(ClearBanRequest(key: .login("anna")))
            let check = try await admin.checkConsistency(CheckConsistencyRequest())
            while let found = try await check.next() {
                if case .finding(let finding) = found.part { Issue.record("\(finding)") }
            }
            let deleted = try await admin.deleteUser(DeleteUserRequest(user: key))
            #expect(!deleted.receipt.isEmpty)
            for table in ["account", "address", "credential"] {
                #expect(try await world.auth.count(table) == 0)
            }
        }
    }

    /// Otherwise the owner could never come back.
    @Test func aPasswordIsNotForcedToBeReplacedWhereNoMailArrives() async throws {
        try await withAuth { world in
            let user = try await anna(.withoutAddress, world)
            let request = ForcePasswordResetRequest(user: .id(user.id))
            let error = await failure { try await world.asOperator.forcePasswordReset(request) }
            #expect(error?.code == .failedPrecondition && error?.reasons == [.emailMissing])
            #expect(await world.end(of: user.tokens) == nil)
        }
    }

    @Test func theFirstPasswordIsSetByAReset() async throws {
        try await withAuth { world in
            let user = try await anna(.withoutPassword, world)
            #expect(await world.signInError()?.reasons == [.wrongCredentials])
            let flow = try await world.requestReset()
            #expect(await world.reset(flow, try await world.newest(.resetPassword).code) == nil)
            #expect(await world.signInError("battery staple") == nil)
            let account = try await world.stored(user.id)
            #expect(account.password?.setAt == world.clock.now())
        }
    }

    /// In bytes; `SignInTimingTests` says it of the time.
    @Test func aSignInWithoutAPasswordIsAnsweredAndCostsLikeAWrongOne() async throws {
        try await withAuth { world in
            _ = try await anna(.withoutPassword, world)
            _ = try await world.newUser("ben")
            let hasher = try PasswordHasher.cheap()
            try await world.stop()
            try await world.start(hasher: hasher)
            var errors: Set<String> = []
            for (number, name) in ["anna", "ben", "nobody"].enumerated() {
                let error = await world.signInError("wrong", email: "\(name)@example.com")
                errors.insert("\(error.debugDescription) \(error?.details ?? [])")
                #expect(hasher.hashCount == number + 1)
            }
            #expect(errors.count == 1)
            #expect(try await world.auth.count("meter", where: "limitName = 'account'") == 3)
        }
    }

    @Test func aPasswordThatDoesNotExistProvesNothingInASession() async throws {
        try await withAuth { world in
            let user = try await anna(.withoutPassword, world)
            for password in ["", "correct horse"] {
                let error = await failure {
                    try await world.auth.accountData.deleteAccount(
                        DeleteAccountRequest(proof: .password(password)),
                        options: .bearer(user.tokens))
                }
                #expect(error?.reasons == [.wrongCredentials])
            }
        }
    }

    @Test func anyAddressSignsInAndFindsTheAccount() async throws {
        try await withAuth { world in
            _ = try await world.verifiedAnna()
            let id = try await world.signIn().session?.userID ?? ""
            try await world.addAddress("Anna@example.org", to: id)
            #expect(await world.signInError(email: "anna@example.org") == nil)
            #expect(await world.signInError(email: "anna@example.com") == nil)
            let key = UserKey.email("ANNA@example.org")
            let user = try await world.asOperator.getUser(GetUserRequest(user: key)).user
            #expect(user?.userID == id && user?.email == "anna@example.com")
            let role = SetUserRoleRequest(user: key, role: .admin)
            #expect(try await world.asOperator.setUserRole(role).user?.role == .admin)
            let taken = await failure {
                try await world.client.signUp(.anna(email: "anna@EXAMPLE.org", name: "ben"))
            }
            #expect(taken?.reasons == [.emailTaken])
        }
    }

    @Test func aResetIsMailedToTheAddressThatItWasAskedFor() async throws {
        try await withAuth { world in
            _ = try await world.verifiedAnna()
            let id = try await world.signIn().session?.userID ?? ""
            try await world.addAddress("Anna@example.org", to: id)
            let flow = try await world.requestReset("anna@example.org")
            let mail = try await world.newest(.resetPassword)
            #expect(mail.recipient == "Anna@example.org")
            #expect(await world.reset(flow, mail.code) == nil)
            #expect(await world.signInError("battery staple") == nil)
            // What happened is told at the primary address.
            #expect(try await world.newest(.passwordChanged).recipient == "anna@example.com")
        }
    }

    @Test func aResetThatWasMailedToARemovedAddressOpensNothing() async throws {
        try await withAuth { world in
            _ = try await world.verifiedAnna()
            let account = try await world.stored(world.signIn().session?.userID ?? "")
            try await world.addAddress("thief@example.org", to: "\(account.id)")
            let flow = try await world.requestReset("thief@example.org")
            let mail = try await world.newest(.resetPassword)
            let (email, now) = (try EmailAddress("thief@example.org"), world.clock.now())
            let isRemoved = try await world.auth.store.write {
                try $0.remove(email, of: account.id, now: now)
            }
            #expect(isRemoved)
            #expect(await world.reset(flow, mail.code)?.reasons == [.codeExpired])
            #expect(await world.reset(link: mail.linkToken)?.reasons == [.linkInvalid])
        }
    }

    @Test func allLoginsOfAnAccountHaveOneLimit() async throws {
        try await withBans { world in
            _ = try await world.verifiedAnna()
            try await world.auth.settle()
            let id = try await world.signIn().session?.userID ?? ""
            try await world.addAddress("anna@example.org", to: id)
            await world.failToSignIn("anna@example.com", times: 2)
            await world.failToSignIn("anna@example.org", times: 1)
            #expect(await world.signInError()?.reasons == [.wrongCredentials])
            _ = try await world.asOperator.clearBan(
                ClearBanRequest(key: .login("anna@example.org")))
            #expect(await world.signInError() == nil)
        }
    }

    @Test func aNewPasswordIsNoneOfTheAddresses() async throws {
        try await withAuth { world in
            let tokens = try await world.verifiedAnna()
            let id = try await world.signIn().session?.userID ?? ""
            try await world.addAddress("anna@example.org", to: id)
            let error = await failure {
                try await world.auth.account.changePassword(
                    ChangePasswordRequest(
                        proof: .password("correct horse"), newPassword: "anna@example.org"),
                    options: .bearer(tokens))
            }
            #expect(error?.reasons == [.passwordSameAsIdentity])
        }
    }

    @Test func theUseOfAPasswordIsRecordedOnceADay() async throws {
        try await withAuth { world in
            let user = try await world.newUser("anna")
            let first = world.clock.now()
            #expect(try await world.stored(user.id).password?.lastUsedAt == nil)
            for (pause, expected) in [
                (Duration.zero, first), (.days(1) - .milliseconds(1), first),
                (.milliseconds(1), first + 86_400_000),
            ] {
                world.clock.advance(pause)
                _ = try await world.signIn()
                #expect(try await world.stored(user.id).password?.lastUsedAt == expected)
            }
        }
    }

    @Test func anAccountWithoutAnAddressGetsItsFirstOne() async throws {
        try await withAuth { world in
            let user = try await anna(.withoutAddress, world)
            let options = try CallOptions.bearer(user.tokens)
            let start = StartAddressChangeRequest(
                proof: .password("correct horse"), newEmail: "anna@example.org")
            let answer = try await world.auth.account.startAddressChange(start, options: options)
            #expect(!answer.needsOldCode)
            let code = try await world.newest(.changeAddressNew).code ?? ""
            let confirmed = try await world.auth.account.confirmAddressChange(
                ConfirmAddressChangeRequest(newCode: code), options: options)
            #expect(confirmed.account?.addresses.first?.email == "anna@example.org")
            #expect((confirmed.account?.addresses.first?.verifiedAtMs ?? 0) > 0)
            #expect(try await world.mails(.addressChanged).isEmpty)
        }
    }

    /// A thief may have added them before the change.
    @Test func anUndoneChangeLeavesTheRestoredAddressAloneAndNoPassword() async throws {
        try await withAuth { world in
            let thief = try await world.verifiedAnna()
            let id = try await world.signIn().session?.userID ?? ""
            try await world.addAddress("thief@example.net", to: id)
            let options = try CallOptions.bearer(thief)
            _ = try await world.auth.account.startAddressChange(
                StartAddressChangeRequest(
                    proof: .password("correct horse"), newEmail: "thief@example.org"),
                options: options)
            _ = try await world.auth.account.confirmAddressChange(
                ConfirmAddressChangeRequest(
                    oldCode: world.newest(.changeAddressOld).code ?? "",
                    newCode: world.newest(.changeAddressNew).code ?? ""), options: options)
            #expect(
                try await world.auth.store.addresses(of: world.stored(id).id).map(\.text)
                    == ["thief@example.org", "thief@example.net"])
            #expect(await world.follow(try await world.newest(.addressChanged).linkToken) == nil)
            let account = try await world.stored(id)
            #expect(account.password == nil)
            #expect(
                try await world.auth.store.addresses(of: account.id).map(\.text)
                    == ["anna@example.com"])
            #expect(account.verifiedPrimary?.text == "anna@example.com")
        }
    }
}
