import Foundation
import OpenIDConnect
import RollcallAPI
import RollcallCrypto
import RollcallRPC
import TestIdentityProvider
import TestServers
import TestSupport
import Testing

@testable import Auth

@Suite struct SignInWithIdentityTests {
    @Test func anUnknownIdentityGetsAnAccountAndThenSignsInToIt() async throws {
        try await IdentityWorld.running { world in
            let first = try await world.signIn(name: "anna")
            #expect(first.isNewAccount)
            #expect(first.suggestedName == "Anna")
            let session = try #require(first.session)
            #expect(session.email == "anna@example.com" && session.isEmailVerified)
            #expect(session.deviceLabel == "Anna's phone")
            let again = try await world.signIn(by: world.proof(), device: first.deviceToken)
            #expect(!again.isNewAccount && again.suggestedName.isEmpty)
            #expect(again.session?.userID == session.userID)
            #expect(again.deviceToken == first.deviceToken)
            try await world.server.auth.settle()
            try await world.server.expectWholeAccounts(count: 1)
            let own = try await world.server.client.getSession(
                GetSessionRequest(), options: .bearer(again.tokens))
            #expect(own.session?.userID == session.userID)
            // Nobody has to verify what the provider has verified.
            #expect(try await world.server.mails(.verifyAddress).isEmpty)
        }
    }

    @Test(arguments: [
        ["email_verified": "false"], ["email_verified": #""false""#], ["email_verified": ""],
        ["email": ""], ["email": #""no address""#], ["email": #""anna@localhost""#],
    ])
    func withoutAVerifiedAddressTheAccountHasNone(claims: [String: String]) async throws {
        try await IdentityWorld.running { world in
            let answer = try await world.signIn(claims)
            #expect(answer.session?.email == "")
            #expect(try await world.server.account(answer.tokens).addresses.isEmpty)
            #expect(try await world.signIn(claims).session?.userID == answer.session?.userID)
            try await world.server.auth.settle()
            try await world.server.expectWholeAccounts(count: 1)
        }
    }

    @Test func aDisplayNameThatIsRefusedComesAgainWithTheSameProof() async throws {
        try await IdentityWorld.running { world in
            _ = try await world.server.newUser("ben")
            let proof = try await world.proof()
            for name in ["ben", "x"] {
                let error = await failure { try await world.signIn(by: proof, name: name) }
                #expect([.alreadyExists, .invalidArgument].contains(error?.code))
            }
            let answer = try await world.signIn(by: proof, name: "anna")
            #expect(answer.isNewAccount)
            try await world.server.auth.settle()
            try await world.server.expectWholeAccounts(count: 2)
        }
    }

    @Test func aDisplayNameIsNeededWhereTheDeploymentNeedsOne() async throws {
        try await IdentityWorld.running({ $0.requiresDisplayName = true }) { world in
            let proof = try await world.proof()
            let error = await failure { try await world.signIn(by: proof) }
            #expect(error?.reasons == [.displayNameMissing])
            #expect(try await world.signIn(by: proof, name: "anna").isNewAccount)
        }
    }

    /// L3: the same token twice.
    @Test func anAttemptIsGoodOnceL3() async throws {
        try await IdentityWorld.running { world in
            for claims in [[:], ["sub": #""other""#, "email": ""]] {
                let proof = try await world.proof(claims)
                _ = try await world.signIn(by: proof)
                let error = await failure { try await world.signIn(by: proof) }
                #expect(error?.code == .notFound && error?.reasons == [.attemptExpired])
            }
            // Also of an identity that has an account.
            let proof = try await world.proof()
            let outcomes = try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<10 {
                    group.addTask {
                        await failure { try await world.signIn(by: proof) } == nil
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(outcomes.count(where: \.self) == 1)
        }
    }

    @Test func anAttemptExpires() async throws {
        try await IdentityWorld.running { world in
            let proof = try await world.proof(["exp": "\(world.seconds + 10_000)"])
            world.server.clock.advance(600_000)
            let error = await failure { try await world.signIn(by: proof) }
            #expect(error?.reasons == [.attemptExpired])
            let unknown = await failure {
                try await world.signIn(by: IdentityProof(attempt: "x", proof: .idToken("a.b.c")))
            }
            #expect(unknown?.reasons == [.attemptExpired])
        }
    }

    /// L3: what each check refuses is in IdentityTokenTests.
    @Test(arguments: [
        ("nonce", #""of another attempt""#), ("aud", #""other""#), ("iss", #""https://evil""#),
        ("exp", "1"),
    ])
    func aTokenOfSomethingElseIsRefusedL3(claim: String, value: String) async throws {
        try await IdentityWorld.running { world in
            let error = await failure { try await world.signIn([claim: value]) }
            #expect(error?.code == .unauthenticated)
            #expect(error?.reasons == [.identityTokenInvalid])
            let named = error?.message.contains("`\(claim)`")
            #expect(named == true)
            let accounts = try await world.server.auth.count("account")
            let attempts = try await world.server.auth.count("usedAttempt")
            #expect(accounts == 0 && attempts == 0)
        }
    }

    @Test func tokensThatProveNothingCountAsGuesses() async throws {
        try await IdentityWorld.running({ $0.limits[.address] = LimitPolicy(1, per: 600) }) {
            world in
            // Callers without an address share the bucket of so many.
            for _ in 0..<Limits.callersWithoutAddress {
                let error = await failure { try await world.signIn(["aud": #""other""#]) }
                #expect(error?.reasons == [.identityTokenInvalid])
            }
            let error = await failure { try await world.signIn() }
            #expect(error?.reasons == [.tooManyAttempts])
        }
    }

    @Test func aProviderThatIsAwayIsNotTheTokensFault() async throws {
        try await IdentityWorld.running { world in
            world.provider.setAway(true)
            let error = await failure { try await world.signIn() }
            #expect(error?.code == .unavailable && error?.reasons == [.providerUnavailable])
            world.provider.setAway(false)
            world.server.clock.advance(2_000)
            _ = try await world.signIn()
        }
    }

    /// L1: somebody has signed up with an address that is not theirs, and its owner comes.
    @Test func anAccountThatNeverProvedTheAddressIsDisarmedL1() async throws {
        try await IdentityWorld.running { world in
            let attacker = try await world.server.newUser("anna")
            let mail = try await world.server.newest(.verifyAddress)
            let flow = try await world.server.requestReset()
            let reset = try await world.server.newest(.resetPassword)
            let answer = try await world.signIn()
            #expect(answer.session?.userID == attacker.id && !answer.isNewAccount)
            #expect(answer.session?.isEmailVerified == true)
            // Sessions, refresh tokens, the password, and what was mailed.
            #expect(await world.server.end(of: attacker.tokens) != nil)
            let refresh = await failure {
                try await world.server.client.refresh(
                    RefreshRequest(refreshToken: attacker.tokens?.refreshToken ?? ""))
            }
            #expect(refresh?.reasons == [.sessionEnded])
            #expect(await world.server.signInError()?.reasons == [.wrongCredentials])
            #expect(await world.server.verify(mail.code, answer.tokens) != nil)
            #expect(await world.server.follow(mail.linkToken)?.reasons == [.linkInvalid])
            #expect(await world.server.reset(flow, reset.code) != nil)
            #expect(await world.server.reset(link: reset.linkToken)?.reasons == [.linkInvalid])
            #expect(try await world.server.auth.count("device") == 1)
            #expect(try await world.server.mails(.passwordChanged).count == 1)
            // Nor by signing up once more.
            let again = await failure { try await world.server.client.signUp(.anna()) }
            #expect(again?.reasons.contains(.emailTaken) == true)
        }
    }

    /// L1: what only an administrator or a ban may decide, no address that nobody has proved does.
    @Test func anAdministratorAndABannedAccountKeepTheirAddressL1() async throws {
        try await IdentityWorld.running { world in
            let admin = try await world.server.newAdmin("anna")
            let answer = try await world.signIn()
            #expect(answer.isNewAccount && answer.session?.email == "")
            #expect(answer.session?.userID != admin.id)
            #expect(await world.server.signInError() == nil)
            let banned = try await world.server.newUser("ben")
            _ = try await world.server.asOperator.disableUser(
                DisableUserRequest(user: .id(banned.id)))
            let other = try await world.signIn(
                ["sub": #""ben""#, "email": #""ben@example.com""#])
            #expect(other.isNewAccount && other.session?.email == "")
        }
    }

    /// L1: a second factor is no way in, and goes with the rest.
    @Test func aSecondFactorKeepsNoAddressFromItsOwnerL1() async throws {
        try await IdentityWorld.running { world in
            let attacker = try await world.server.client.signUp(.anna())
            _ = try await world.server.enrol(attacker.tokens)
            let owner = try await world.signIn()
            #expect(owner.session?.userID == attacker.id && owner.pending == nil)
            #expect(await world.server.end(of: attacker.tokens) != nil)
        }
    }

    /// L1: the owner of the address has a password mailed instead.
    @Test func aResetOfAnAddressThatNobodyProvedLeavesNothingOfTheOtherL1() async throws {
        try await IdentityWorld.running { world in
            let attacker = try await world.server.client.signUp(.anna())
            let claims = ["sub": #""attacker""#, "email": ""]
            _ = try await world.link(claims, to: attacker.tokens)
            _ = try await world.server.enrol(attacker.tokens)
            let flow = try await world.server.requestReset()
            let code = try await world.server.newest(.resetPassword).code
            #expect(await world.server.reset(flow, code) == nil)
            let owner = try await world.server.client.signIn(
                SignInRequest(email: "anna@example.com", password: "battery staple"))
            #expect(owner.session?.userID == attacker.id && owner.pending == nil)
            #expect(try await world.identities(owner.tokens).isEmpty)
            #expect(try await world.signIn(claims).isNewAccount)
        }
    }

    /// L1: the owner of the address follows a link, though somebody else has signed up.
    @Test func aLinkAloneProvesNoAddressOfAnAccountWithMoreThanAPasswordL1() async throws {
        try await IdentityWorld.running { world in
            for name in ["identity", "factor"] {
                let other = try await world.server.newUser(name)
                if name == "factor" {
                    _ = try await world.server.enrol(other.tokens)
                } else {
                    _ = try await world.link(
                        ["sub": #""attacker""#, "email": ""], to: other.tokens)
                }
                _ = try await world.server.auth.account.sendVerification(
                    SendVerificationRequest(), options: .bearer(other.tokens))
                let mail = try await world.server.newest(.verifyAddress)
                #expect(await world.server.follow(mail.linkToken)?.reasons == [.linkInvalid])
                let addresses = try await world.server.account(other.tokens).addresses
                #expect(addresses.map(\.isVerified) == [false])
                // Whoever has signed up, and reads the mail.
                #expect(await world.server.verify(mail.code, other.tokens) == nil)
            }
        }
    }

    /// L2: somebody has an account by another identity, and the address of somebody else.
    @Test func anAccountWithOtherWaysInOnlyLosesTheAddressL2() async throws {
        try await IdentityWorld.running { world in
            let attacker = try await world.server.newUser("anna")
            _ = try await world.link(
                ["sub": #""attacker""#, "email": ""], to: attacker.tokens)
            let answer = try await world.signIn()
            #expect(answer.isNewAccount && answer.session?.userID != attacker.id)
            #expect(answer.session?.email == "anna@example.com")
            #expect(await world.server.end(of: attacker.tokens) != nil)
            #expect(await world.server.signInError()?.reasons == [.wrongCredentials])
            // Each is alone in its account.
            let theirs = try await world.signIn(["sub": #""attacker""#, "email": ""])
            #expect(theirs.session?.userID == attacker.id && theirs.session?.email == "")
            #expect(try await world.identities(theirs.tokens).count == 1)
            #expect(try await world.identities(answer.tokens).count == 1)
        }
    }

    /// L5: the address at the provider changes, or goes to somebody else.
    @Test func anIdentityIsItsSubjectNotItsAddressL5() async throws {
        try await IdentityWorld.running { world in
            let first = try await world.signIn()
            let renamed = try await world.signIn(["email": #""other@example.com""#])
            #expect(renamed.session?.userID == first.session?.userID)
            #expect(renamed.session?.email == "anna@example.com")
            // Another person with the address needs a proof of the account.
            let recycled = try await world.signIn(["sub": #""new""#])
            #expect(recycled.session == nil)
            #expect(recycled.pending?.linksProvider == "mock")
        }
    }

    @Test func aProvedAddressLinksNothingInSilence() async throws {
        try await IdentityWorld.running { world in
            let tokens = try await world.server.verifiedAnna()
            let answer = try await world.signIn()
            #expect(answer.session == nil && answer.tokens == nil && !answer.isNewAccount)
            let pending = try #require(answer.pending)
            #expect(pending.steps == [.password, .mailedCode])
            #expect(pending.linksProvider == "mock")
            #expect(try await world.identities(tokens).isEmpty)
            #expect(try await world.server.auth.count("session") == 1)

            let wrong = await failure { try await world.goOn(pending, .password("wrong")) }
            #expect(wrong?.code == .unauthenticated && wrong?.reasons == [.wrongCredentials])
            #expect(try await world.identities(tokens).isEmpty)
            let session = try await world.goOn(pending, .password("correct horse")).session
            #expect(session?.deviceLabel == "Anna's phone")
            #expect(try await world.identities(tokens).map(\.email) == ["anna@example.com"])
            let again = await failure {
                try await world.goOn(pending, .password("correct horse"))
            }
            #expect(again?.reasons == [.codeExpired])
            #expect(try await world.signIn().session?.userID == session?.userID)
        }
    }

    @Test func thePasswordLinksAlsoWhereNoMoreMailIsSent() async throws {
        try await IdentityWorld.running({ $0.limits[.noticeAccount] = LimitPolicy(1, per: 86_400) })
        { world in
            let tokens = try await world.server.verifiedAnna()
            #expect(try await world.signIn().pending?.steps == [.password, .mailedCode])
            let pending = try #require(try await world.signIn().pending)
            #expect(pending.steps == [.password])
            #expect(try await world.server.mails(.signIn).count == 1)
            let code = try #require(try await world.server.newest(.signIn).code)
            let error = await failure { try await world.goOn(pending, .mailedCode(code)) }
            #expect(error?.reasons == [.codeWrong])
            _ = try await world.goOn(pending, .password("correct horse"))
            #expect(try await world.identities(tokens).count == 1)
        }
    }

    @Test func aMailedCodeLinksToo() async throws {
        try await IdentityWorld.running { world in
            let tokens = try await world.server.verifiedAnna()
            let pending = try await world.signIn().pending
            let code = try #require(try await world.server.newest(.signIn).code)
            let other = String(code.map { $0 == "9" ? "0" : "9" })
            let wrong = await failure { try await world.goOn(pending, .mailedCode(other)) }
            #expect(wrong?.reasons == [.codeWrong])
            _ = try await world.goOn(pending, .mailedCode(code))
            #expect(try await world.identities(tokens).count == 1)
        }
    }

    @Test func whatWaitsForAProofEndsWhenACredentialChanges() async throws {
        try await IdentityWorld.running { world in
            let tokens = try await world.server.verifiedAnna()
            let pending = try await world.signIn().pending
            _ = try await world.link(["sub": #""other""#], to: tokens)
            let error = await failure {
                try await world.goOn(pending, .password("correct horse"))
            }
            #expect(error?.reasons == [.codeExpired])
        }
    }

    /// The identity of somebody who gets an account while another one waits to be linked to it.
    @Test func anIdentityNeverHasTwoAccounts() async throws {
        try await IdentityWorld.running { world in
            _ = try await world.server.verifiedAnna()
            let pending = try await world.signIn().pending
            // Meanwhile the provider says that the address is not verified any more.
            let other = try await world.signIn(["email_verified": "false"])
            #expect(other.isNewAccount)
            let error = await failure {
                try await world.goOn(pending, .password("correct horse"))
            }
            #expect(error?.reasons == [.identityTaken])
            #expect(try await world.signIn().session?.userID == other.session?.userID)
        }
    }

    @Test func manyFirstSignInsAtOnceMakeOneAccount() async throws {
        try await IdentityWorld.running { world in
            let users = try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<10 {
                    group.addTask { try await world.signIn().session?.userID ?? "" }
                }
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }
            #expect(users.count == 1)
            try await world.server.auth.settle()
            try await world.server.expectWholeAccounts(count: 1)
        }
    }

    @Test func aDisabledAccountAnswersAsAWrongCredential() async throws {
        try await IdentityWorld.running { world in
            let user = try #require(try await world.signIn().session?.userID)
            _ = try await world.server.asOperator.disableUser(DisableUserRequest(user: .id(user)))
            let error = await failure { try await world.signIn() }
            #expect(error?.code == .unauthenticated && error?.reasons == [.wrongCredentials])
        }
    }

    @Test func anUnknownDeviceNeedsTheSecondStepThatIsConfigured() async throws {
        try await IdentityWorld.running({ $0.confirmsUnknownDevices = true }) { world in
            let first = try await world.signIn()
            let known = try await world.signIn(by: world.proof(), device: first.deviceToken)
            #expect(known.session != nil)
            let proof = try await world.proof()
            let pending = try #require(try await world.signIn(by: proof).pending)
            #expect(pending.steps == [.mailedCode] && pending.linksProvider.isEmpty)
            let error = await failure { try await world.signIn(by: proof) }
            #expect(error?.reasons == [.attemptExpired])
            let code = try #require(try await world.server.newest(.signIn).code)
            #expect(
                try await world.goOn(pending, .mailedCode(code)).session?.userID
                    == first.session?.userID)
        }
    }

    @Test func anAccountWithASecondFactorAsksForItAtAnIdentityToo() async throws {
        try await IdentityWorld.running { world in
            let (anna, app) = try await world.server.protectedAnna()
            let first = try #require(try await world.signIn().pending)
            #expect(first.linksProvider == "mock")
            // The password links nothing yet.
            let second = try await world.goOn(first, .password("correct horse"))
            #expect(second.session == nil && second.pending?.steps == [.totp, .recoveryCode])
            #expect(try await world.identities(anna.tokens).isEmpty)
            let again = await failure { try await world.goOn(first, .password("correct horse")) }
            #expect(again?.reasons == [.codeExpired])
            let code = try app.code(at: world.server.clock)
            let session = try await world.goOn(second.pending, .totpCode(code)).session
            #expect(session?.userID == anna.id)
            #expect(try await world.identities(anna.tokens).count == 1)
            world.server.clock.advance(.seconds(60))
            let known = try #require(try await world.signIn().pending)
            #expect(known.steps == [.totp, .recoveryCode] && known.linksProvider.isEmpty)
            // The proof that has begun a sign-in begins another one, but opens one session.
            let next = try app.code(at: world.server.clock)
            #expect(try await world.goOn(known, .totpCode(next)).session?.userID == anna.id)
            let linked = try await world.identities(anna.tokens)
            #expect(linked.map(\.lastUsedAtMs) == [world.server.clock.now()])
        }
    }

    @Test func oneProofOpensOneSessionWhateverTheFactor() async throws {
        try await IdentityWorld.running { world in
            let (anna, app) = try await world.server.protectedAnna()
            _ = try await world.client.linkIdentity(
                LinkIdentityRequest(
                    proof: .password("correct horse", app.recoveryCodes[0]),
                    identity: try await world.proof()), options: .bearer(anna.tokens))
            let proof = try await world.proof()
            let first = try await world.signIn(by: proof).pending
            world.server.clock.advance(.seconds(599))
            let last = try await world.signIn(by: proof).pending
            _ = try await world.goOn(first, .recoveryCode(app.recoveryCodes[1]))
            world.server.clock.advance(.seconds(599))
            try await world.server.auth.store.sweep(
                ObsoleteRows.attempts, before: world.server.clock.now())
            let error = await failure {
                try await world.goOn(last, .recoveryCode(app.recoveryCodes[2]))
            }
            #expect(error?.reasons == [.codeExpired])
        }
    }

    /// Another implementation as the provider, from the button to the session.
    @Test func anIdentityOfAnotherImplementationSignsIn() async throws {
        let mock = try MockProvider()
        try await withAuth { server in
            try await server.stop()
            // The provider has the time of this machine.
            server.clock.set(by: Int64(Date().timeIntervalSince1970 * 1000) - server.clock.now())
            let secrets = #"{"mock":{"client_secret":"secret"}}"#
            let configuration = try ProviderConfiguration(
                name: "mock", issuer: mock.issuer, clientIDs: ["client"],
                credentials: ProviderCredentials.all(inFile: secrets)["mock"])
            let pages = try LinkBase("https://door.example")
            try await server.start {
                $0.identityProviders = [
                    OpenIDConnect.IdentityProvider(configuration, clock: server.clock.now)
                ]
                $0.pages = pages
            }
            let client = IdentityServiceClient(server.auth.connection)
            var users: [String] = []
            for (user, email) in [("anna", "anna@example.com"), ("ben", ""), ("anna", "")] {
                let attempt = try await client.startIdentity(
                    StartIdentityRequest(provider: "mock", way: .page))
                let back = try mock.authorize(attempt.authorizationURL, as: user)
                #expect(back.hasPrefix("https://door.example/mock/callback?"))
                #expect(back.contains("state=\(attempt.state)"))
                let items = URLComponents(string: back)?.queryItems ?? []
                let code = items.first { $0.name == "code" }?.value ?? ""
                let answer = try await client.signInWithIdentity(
                    SignInWithIdentityRequest(
                        proof: IdentityProof(attempt: attempt.attempt, proof: .code(code))))
                if users.count < 2 { #expect(answer.session?.email == email) }
                users.append(answer.session?.userID ?? "")
            }
            #expect(users[0] == users[2] && users[0] != users[1])
        }
    }

    @Test func aCodeIsExchangedOnceAndMayComeAgain() async throws {
        try await IdentityWorld.running { world in
            let attempt = try await world.begin(.page)
            let token = try world.key.sign(
                claims: world.provider.claims(nonce: attempt.nonce, now: world.seconds))
            world.provider.set(
                "/token", IdentityProviderServer.Answer(#"{"id_token":"\#(token)"}"#))
            let proof = IdentityProof(attempt: attempt.attempt, proof: .code("abc"))
            let error = await failure { try await world.signIn(by: proof, name: "x") }
            #expect(error?.code == .invalidArgument)
            #expect(try await world.signIn(by: proof, name: "anna").isNewAccount)
            let requests = world.provider.requests(to: "/token")
            #expect(requests.count == 1)
            #expect(
                requests[0].body.contains(
                    "redirect_uri=https%3A%2F%2Fdoor.example%2Fmock%2Fcallback"))
        }
    }

    @Test func aProofMustComeInTheWayOfItsAttempt() async throws {
        try await IdentityWorld.running { world in
            let page = try await world.begin(.page)
            let token = try world.key.sign(
                claims: world.provider.claims(nonce: page.nonce, now: world.seconds))
            for proof in [IdentityProof.Proof.idToken(token), nil] {
                let error = await failure {
                    try await world.signIn(by: IdentityProof(attempt: page.attempt, proof: proof))
                }
                #expect(error?.reasons == [.fieldMissing])
            }
        }
    }
}
