import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Testing

@testable import Auth

@Suite struct LinkTests {
    @Test func aVerificationDoesNotResetAPassword() async throws {
        try await withAuth { world in
            let tokens = try await world.client.signUp(.anna()).tokens
            let flow = try await world.requestReset()
            let verification = try await world.newest(.verifyAddress)
            let reset = try await world.newest(.resetPassword)
            #expect(await world.reset(flow, verification.code)?.reasons == [.codeWrong])
            #expect(await world.reset(link: verification.linkToken)?.reasons == [.linkInvalid])
            #expect(await world.verify(reset.code, tokens)?.reasons == [.codeWrong])
            #expect(await world.follow(reset.linkToken)?.code == .failedPrecondition)
            #expect(await world.reset(link: reset.linkToken) == nil)
        }
    }

    @Test func aTokenOfOneKindIsNoneOfAnother() async throws {
        try await withAuth { world in
            let tokens = try await world.client.signUp(.anna()).tokens
            let flow = try await world.requestReset()
            let link = try await world.newest(.resetPassword).linkToken
            for other in [flow, tokens?.refreshToken, tokens?.accessToken, "", "rcl1_"] {
                #expect(await world.follow(other)?.reasons == [.linkInvalid])
                #expect(await world.reset(link: other)?.reasons == [.linkInvalid])
            }
            for other in [link, tokens?.refreshToken, tokens?.accessToken, "", "rcf1_"] {
                let error = await world.reset(other ?? "", "12345678")
                #expect(error?.reasons == [.codeExpired])
            }
            for other in [flow, link] {
                let error = await failure {
                    try await world.client.refresh(RefreshRequest(refreshToken: other ?? ""))
                }
                #expect(error?.reasons == [.refreshTokenInvalid])
            }
        }
    }

    @Test func everyTruncationAndBitFlipIsRefused() throws {
        for kind in [OpaqueToken.Kind.link, .flow] {
            let token = try OpaqueToken(kind: kind, id: Array(0..<16))
            let bytes = Array(token.text.utf8)
            for length in 0..<bytes.count {
                let text = String(decoding: bytes[..<length], as: UTF8.self)
                #expect(OpaqueToken(text, kind: kind) == nil)
            }
            for index in bytes.indices {
                for bit in 0..<8 {
                    var flipped = bytes
                    flipped[index] ^= 1 << bit
                    let text = String(decoding: flipped, as: UTF8.self)
                    #expect(OpaqueToken(text, kind: kind) == nil)
                }
            }
        }
    }
}
