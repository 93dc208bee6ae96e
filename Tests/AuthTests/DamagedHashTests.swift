import GRDB
import RollcallAPI
import RollcallCrypto
import RollcallRPC
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
            try await world.auth.store.write { db in
                try db.execute(sql: "UPDATE account SET passwordHash = ?", arguments: [text])
            }
            let request = SignInRequest(email: form.email, password: form.password)
            let time = await ContinuousClock().measure {
                let error = await failure { try await world.client.signIn(request) }
                #expect(error?.reasons == [.wrongCredentials])
            }
            #expect(time < .seconds(1))
        }
    }
}
