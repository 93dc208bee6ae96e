import RollcallAPI
import RollcallRPC
import Testing

@testable import Auth

@Suite struct RotateSigningKeyTests {
    private func list(_ world: AuthServer) async throws -> [SigningKeySummary] {
        try await world.asOperator.listSigningKeys(ListSigningKeysRequest()).keys
    }

    @Test func aNewKeySignsAndNobodyIsSignedOut() async throws {
        try await withAuth { world in
            let tokens = try await world.newUser("anna").tokens
            let before = try await list(world)
            #expect(before.map(\.isSigning) == [true])
            world.clock.advance(.seconds(1))
            let after = try await world.asOperator.rotateSigningKey(RotateSigningKeyRequest()).keys
            #expect(try await list(world) == after)
            #expect(after.map(\.isSigning) == [false, true])
            #expect(after.first?.keyID == before.first?.keyID)
            #expect(after.first?.retiredAtMs == world.clock.now())
            #expect(after.last?.signingStartsAtMs == world.clock.now())
            #expect(try await world.sessions(tokens).count == 1)
        }
    }

    @Test func whatAWithdrawnKeyHasSignedIsRefused() async throws {
        try await withAuth { world in
            let tokens = try await world.newUser("anna").tokens
            let request = RotateSigningKeyRequest(withdrawOthers: true)
            let keys = try await world.asOperator.rotateSigningKey(request).keys
            #expect(keys.count == 1)
            let error = await failure { try await world.sessions(tokens) }
            #expect(error?.reasons == [.accessTokenInvalid])
            #expect(await world.end(of: tokens) == nil)
        }
    }

    /// As many as every service keeps: a loop of rotations costs nobody's token its key.
    @Test func thereIsAnEndToRotations() async throws {
        try await withAuth { world in
            let tokens = try await world.newUser("anna").tokens
            for count in 2...KeySchedule.servedLimit {
                let keys = try await world.asOperator.rotateSigningKey(RotateSigningKeyRequest())
                    .keys
                #expect(keys.count == count)
            }
            let before = try await list(world)
            let error = await failure {
                try await world.asOperator.rotateSigningKey(RotateSigningKeyRequest())
            }
            #expect(error?.code == .resourceExhausted && error?.reasons == [.tooMany])
            #expect(try await list(world) == before)
            #expect(try await world.sessions(tokens).count == 1)
            let withdrawal = RotateSigningKeyRequest(withdrawOthers: true)
            let keys = try await world.asOperator.rotateSigningKey(withdrawal).keys
            #expect(keys.count == 1)
        }
    }
}
