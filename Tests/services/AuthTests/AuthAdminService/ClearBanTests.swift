import RollcallAPI
import RollcallRPC
import Testing

@testable import Auth

@Suite struct ClearBanTests {
    @Test func aBanOfTheListIsForgottenAlsoAfterARestart() async throws {
        try await withBans { world in
            _ = try await world.newUser("anna")
            await world.failToSignIn("anna@example.com", times: 3)
            await world.failToSignIn("ben@example.com", times: 3)
            for ban in try await world.bans() {
                _ = try await world.asOperator.clearBan(ClearBanRequest(key: .banID(ban.banID)))
                let again = await failure {
                    try await world.asOperator.clearBan(ClearBanRequest(key: .banID(ban.banID)))
                }
                #expect(again?.code == .notFound && again?.reasons == [.banNotFound])
            }
            #expect(try await world.bans().isEmpty)
            try await world.stop()
            try await world.start { $0.limits.narrowForBans() }
            _ = try await world.signIn(as: "anna")
        }
    }

    @Test(arguments: ["anna@example.com", " ANNA@EXAMPLE.COM ", "anna"])
    func aPersonsBanIsFoundByWhatTheySignInWith(login: String) async throws {
        try await withBans { world in
            let anna = try await world.newUser("anna")
            try await world.auth.settle()
            await world.failToSignIn("anna@example.com", times: 3)
            #expect(await failure { try await world.signIn(as: "anna") } != nil)
            let request = ClearBanRequest(key: .login(login))
            #expect(try await world.asOperator.clearBan(request).limits == ["account"])
            let noted = try await world.auditEntries().first
            #expect(noted?.action == "ban.cleared" && noted?.after == "account")
            #expect(noted?.userID == anna.id)
            _ = try await world.signIn(as: "anna")
            #expect(try await world.asOperator.clearBan(request).limits == [])
            _ = try await world.asOperator.clearBan(ClearBanRequest(key: .login("nobody@x.org")))
            #expect(try await world.auditEntries().first?.userID == "")
        }
    }

    @Test func theBansOfTheirDevicesGoWithIt() async throws {
        try await withBans { world in
            try await world.stop()
            try await world.start { $0.limits[.device] = LimitPolicy(1, per: 900) }
            let token = try await world.newUser("anna").deviceToken
            func error(_ password: String) async -> Reason? {
                let request = SignInRequest(
                    email: "anna@example.com", password: password, deviceToken: token)
                return await failure { try await world.client.signIn(request) }?.reasons.first
            }
            #expect(await error("wrong horse") == .wrongCredentials)
            #expect(await error("correct horse") == .tooManyAttempts)
            _ = try await world.asOperator.clearBan(
                ClearBanRequest(key: .login("anna@example.com")))
            #expect(await error("correct horse") == nil)
        }
    }

    @Test func theBansOfTheirSessionsGoWithIt() async throws {
        try await withBans { world in
            try await world.stop()
            try await world.start { $0.limits[.session] = LimitPolicy(1, per: 900) }
            let tokens = try await world.newUser("anna").tokens
            func error(_ password: String) async -> Reason? {
                await failure {
                    try await world.auth.account.changePassword(
                        ChangePasswordRequest(
                            proof: .password(password), newPassword: "battery staple"),
                        options: .bearer(tokens))
                }?.reasons.first
            }
            #expect(await error("wrong horse") == .wrongCredentials)
            #expect(await error("correct horse") == .tooManyAttempts)
            #expect(try await world.bans().map(\.limit) == ["session"])
            _ = try await world.asOperator.clearBan(
                ClearBanRequest(key: .login("anna@example.com")))
            #expect(await error("correct horse") == nil)
        }
    }

    @Test(arguments: ["203.0.113.7", "::ffff:203.0.113.7"])
    func anAddressesBanIsFoundByTheAddress(address: String) async throws {
        try await withBans { world in
            try await world.stop()
            try await world.start { $0.limits[.address] = LimitPolicy(3, per: 900) }
            let context = CallContext(
                method: "test", peer: PeerIdentity(address: "203.0.113.7:50123"))
            func error(_ number: Int) async -> Reason? {
                let request = SignInRequest(email: "user\(number)@example.com", password: "wrong")
                return await failure {
                    try await world.auth.runtime.handler.signIn(request, context: context)
                }?.reasons.first
            }
            for number in 0..<3 { #expect(await error(number) == .wrongCredentials) }
            #expect(await error(3) == .tooManyAttempts)
            #expect(try await world.bans().map(\.limit) == ["address"])
            _ = try await world.asOperator.clearBan(ClearBanRequest(key: .address(address)))
            #expect(await error(4) == .wrongCredentials)
            #expect(try await world.auditEntries().first?.after == "203.0.113.0/24 address")
        }
    }

    @Test(
        arguments: [
            (nil, Reason.fieldMissing), (.banID(""), .fieldMalformed),
            (.banID("account"), .fieldMalformed),
            (.banID("nothing/00112233445566778899aabbccddeeff"), .fieldMalformed),
            (.banID("account/00112233445566778899AABBCCDDEEFF"), .fieldMalformed),
            (.address(""), .fieldMalformed), (.address("localhost"), .fieldMalformed),
            (.address("1.2.3"), .fieldMalformed),
        ] as [(ClearBanRequest.Key?, Reason)])
    func whatIsNoNameOfABanIsRefused(_ key: ClearBanRequest.Key?, _ reason: Reason) async throws {
        try await withBans { world in
            let error = await failure {
                try await world.asOperator.clearBan(ClearBanRequest(key: key))
            }
            #expect(error?.code == .invalidArgument && error?.reasons == [reason])
            #expect(error?.message.contains("is none") == false)
        }
    }

    @Test func anIdIsTheTextOfItsKey() throws {
        let key = LimitKey(name: .signUpAddress, high: 1, low: .max)
        #expect(key.text == "sign-up.address/0000000000000001ffffffffffffffff")
        #expect(LimitKey(text: key.text) == key)
    }
}
