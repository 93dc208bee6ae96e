import RollcallAPI
import RollcallRPC
import Testing

@testable import Auth

@Suite struct ListSigningKeysTests {
    @Test func theKeysOfServicesAreListedAndOneOfThemSigns() async throws {
        try await withAuth { world in
            world.clock.advance(.seconds(1))
            _ = try await world.asOperator.rotateSigningKey(RotateSigningKeyRequest())
            let listed = try await world.asOperator.listSigningKeys(ListSigningKeysRequest()).keys
            let published = try await world.client.getSigningKeys(GetSigningKeysRequest()).keys
            #expect(listed.count == 2)
            #expect(Set(listed.map(\.keyID)) == Set(published.map(\.keyID)))
            #expect(listed.map(\.isSigning) == [false, true])
            #expect(listed.map(\.retiredAtMs) == [world.clock.now(), 0])
        }
    }

    @Test func aUserSeesNone() async throws {
        try await withAuth { world in
            let tokens = try await world.newUser("anna").tokens
            let error = await failure {
                try await world.admin.listSigningKeys(
                    ListSigningKeysRequest(), options: .bearer(tokens))
            }
            #expect(error?.code == .permissionDenied)
        }
    }
}
