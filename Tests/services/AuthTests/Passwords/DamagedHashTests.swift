import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Storage
import Testing

@testable import Auth

@Suite struct DamagedHashTests {
    private static let rest = "$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"

    /// Four gigabytes, two thousand million passes, no lane; and what was never a hash.
    @Test(arguments: [
        "$argon2id$v=19$m=4194304,t=2,p=1" + rest, "$argon2id$v=19$m=262145,t=2,p=1" + rest,
        "$argon2id$v=19$m=19456,t=2147483648,p=1" + rest, "$argon2id$v=19$m=19456,t=2,p=0" + rest,
        "$argon2id$v=19$m=19456,t=2,p=1", "$argon2id$",
    ])
    func aStoredHashOutOfBoundsIsAWrongPasswordAndCostsNothing(text: String) async throws {
        try await withAuth { world in
            let form = SignUpRequest.anna()
            _ = try await world.client.signUp(form)
            try await world.auth.store.run(
                Command<String>("UPDATE credential SET secret = $1"), text)
            let request = SignInRequest(email: form.email, password: form.password)
            let time = await ContinuousClock().measure {
                let error = await failure { try await world.client.signIn(request) }
                #expect(error?.reasons == [.wrongCredentials])
            }
            #expect(time < .seconds(1))
        }
    }

    @Test(arguments: ["'$argon2id$'", "CAST(x'246172676f6e32696424ff0041' AS TEXT)"])
    func itsOwnerMendsItByAReset(damaged: String) async throws {
        try await withAuth { world in
            let tokens = try await world.client.signUp(.anna()).tokens
            try await world.auth.store.run(
                SQL(stringLiteral: "UPDATE credential SET secret = \(damaged)"))
            let account = try await world.auth.account.getAccount(
                GetAccountRequest(), options: .bearer(tokens))
            #expect(account.account?.primaryAddress?.email == "anna@example.com")
            let flow = try await world.requestReset()
            #expect(await world.reset(flow, try await world.newest(.resetPassword).code) == nil)
            #expect(await world.signInError("battery staple") == nil)
        }
    }
}
