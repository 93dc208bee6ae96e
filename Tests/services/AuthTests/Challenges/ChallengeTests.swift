import RollcallCrypto
import TestPostgreSQL
import Testing

@testable import Auth

@Suite(.onEachEngine) struct ChallengeTests {
    private let ids = UUIDv7Generator { 1_800_000_000_000 }

    private func challenge(expiresAt: Int64 = 1000) throws -> Challenge {
        let digest = SHA256Digest(of: [1])
        return try Challenge(
            id: ids.next(), purpose: .verifyAddress, address: "a@b.c",
            bond: .init(
                accountID: ids.next(), codeHash: digest, linkHash: SHA256Digest(of: [2]),
                stateHash: digest),
            createdAt: 0, expiresAt: expiresAt)
    }

    @Test func itLivesToItsLastMillisecondAndNotOneLonger() throws {
        var challenge = try challenge(expiresAt: 1000)
        let tries = [-1, 999, 1000, 1001].map { challenge.takeTry(at: $0) }
        #expect(tries == [true, true, false, false])
        #expect(challenge.triesUsed == 2)
    }

    @Test func fiveTriesAreAllThereAre() throws {
        var challenge = try challenge()
        let tries = (0..<10).map { _ in challenge.takeTry(at: 0) }
        #expect(tries == Array(repeating: true, count: 5) + Array(repeating: false, count: 5))
        #expect(challenge.triesUsed == 5)
    }

    @Test func nothingMeetsAChallengeWithoutAnAccount() throws {
        var challenge = try challenge()
        let digest = SHA256Digest(of: [1])
        #expect(challenge.isMet(byCode: digest) && !challenge.isMet(byLink: digest))
        challenge.bond = nil
        for bytes in [[], [1], [2]] as [[UInt8]] {
            #expect(!challenge.isMet(byCode: SHA256Digest(of: bytes)))
            #expect(!challenge.isMet(byLink: SHA256Digest(of: bytes)))
        }
    }

    @Test func everyPurposeHasACodeOrALinkAndDiesOnADayOfItsOwn() {
        for purpose in ChallengePurpose.allCases {
            #expect(purpose.hasCode || purpose.hasLink)
            #expect(purpose.lifetime > .zero && purpose.lifetime <= .days(7))
        }
        #expect(!ChallengePurpose.undoAddress.hasCode)
        #expect(!ChallengePurpose.changeAddressOld.hasLink)
        #expect(!ChallengePurpose.changeAddressNew.hasLink)
    }
}
