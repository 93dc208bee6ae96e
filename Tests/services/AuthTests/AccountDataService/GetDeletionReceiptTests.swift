import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Storage
import TestSupport
import Testing

@testable import Auth

@Suite struct GetDeletionReceiptTests {
    @Test func theReceiptSaysHowFarItHasComeAndIsNotKept() async throws {
        try await withAuth { world in
            let anna = try await Anna(world)
            try await world.auth.settle()
            world.presence.setFault { _ in throw RPCError(.unavailable, "away") }
            let answer = try await anna.delete(world)
            try await eventually {
                try await world.receipt(answer.receipt).profileErasedAtMs != 0
            }
            var state = try await world.receipt(answer.receipt)
            #expect(state.profileErasedAtMs == world.clock.now())
            #expect(state.presenceErasedAtMs == 0 && state.requestedAtMs == answer.requestedAtMs)
            world.presence.setFault(nil)
            try await world.auth.settle()
            state = try await world.receipt(answer.receipt)
            #expect(state.presenceErasedAtMs == 1000)
            let token = try #require(OpaqueToken(answer.receipt, kind: .deletionReceipt))
            let hash = try await world.auth.store.first(
                Query<SHA256Digest>("SELECT receiptHash FROM deletion"))
            #expect(hash == token.hash)
        }
    }

    // S7, S10
    @Test func whatIsNoReceiptIsRefusedAlike() async throws {
        try await withAuth { world in
            let anna = try await Anna(world)
            let real = try await anna.delete(world).receipt
            let other = try OpaqueToken(kind: .deletionReceipt, id: Array(repeating: 1, count: 16))
            let refresh = anna.tokens?.refreshToken ?? ""
            let renamed = "rcx1_" + refresh.dropFirst(5)
            let texts = [
                "", "x", String(real.dropLast()), real + "A", refresh, renamed, other.text,
            ]
            for text in texts {
                let error = await failure { try await world.receipt(text) }
                #expect(error?.code == .notFound && error?.reasons == [.fieldMalformed], "\(text)")
                #expect(error?.message == RPCError.receiptUnknown.message)
            }
        }
    }
}
