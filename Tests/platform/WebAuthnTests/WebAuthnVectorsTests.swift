import RollcallCrypto
import Testing

@testable import WebAuthn

@Suite struct WebAuthnVectorsTests {
    private let party = PublishedVector.relyingParty

    @Test(arguments: [
        PublishedVector.noneES256, .selfES256, .longID, .packedES256, .packedRS256, .tpmES256,
        .appleES256, .u2fES256,
    ])
    func aPublishedCredentialRegistersAndSignsIn(vector: PublishedVector) throws {
        let key = try party.check(vector.registration, challenge: vector.challenge).key
        let stored = try CredentialKey(key.bytes)
        let answer = try party.check(
            vector.assertion, challenge: vector.assertionChallenge, key: stored)
        #expect(answer.signCount == 0)
        let id = try party.check(vector.registration, challenge: vector.challenge).id
        #expect(id == vector.credentialID)
    }

    @Test func anAnswerSaysWhatTheAuthenticatorClaims() throws {
        let vector = PublishedVector.noneES256
        let registered = try party.check(vector.registration, challenge: vector.challenge)
        #expect(!registered.data.isUserVerified && registered.data.isBackedUp)
        #expect(registered.data.signCount == 0)
        #expect(registered.key.bytes.count == 77)
    }

    @Test(arguments: [PublishedVector.crossOrigin, .topOrigin])
    func anAnswerFromAFrameOfAnotherPageIsRefused(vector: PublishedVector) throws {
        #expect(throws: WebAuthnError.wrongOrigin) {
            try party.check(vector.registration, challenge: vector.challenge)
        }
    }

    @Test(arguments: [PublishedVector.packedES384, .packedEdDSA])
    func aKeyOfAnotherAlgorithmIsRefused(vector: PublishedVector) throws {
        #expect(throws: WebAuthnError.unsupportedKey) {
            try party.check(vector.registration, challenge: vector.challenge)
        }
    }

    @Test func eachThingThatIsCheckedIsRefusedByItself() throws {
        let vector = PublishedVector.noneES256
        let (registration, challenge) = (vector.registration, vector.challenge)
        let other = RelyingParty(id: "example.org", origins: ["https://example.com"])
        #expect(throws: WebAuthnError.wrongOrigin) {
            try other.check(registration, challenge: challenge)
        }
        let another = RelyingParty(id: "example.com", origins: ["https://example.org"])
        #expect(throws: WebAuthnError.wrongRelyingParty) {
            try another.check(registration, challenge: challenge)
        }
        #expect(throws: WebAuthnError.wrongChallenge) {
            try party.check(registration, challenge: vector.assertionChallenge)
        }
        #expect(throws: WebAuthnError.wrongType) {
            try party.check(
                registration.replacing(json: vector.assertion.clientDataJSON),
                challenge: vector.assertionChallenge)
        }
        let key = try party.check(registration, challenge: challenge).key
        #expect(throws: WebAuthnError.wrongType) {
            try party.check(
                Assertion(
                    clientDataJSON: registration.clientDataJSON,
                    authenticatorData: vector.assertion.authenticatorData,
                    signature: vector.assertion.signature),
                challenge: challenge, key: key)
        }
        let stranger = try party.check(
            PublishedVector.longID.registration, challenge: PublishedVector.longID.challenge)
        #expect(throws: WebAuthnError.wrongSignature) {
            try party.check(
                vector.assertion, challenge: vector.assertionChallenge, key: stranger.key)
        }
    }

    /// Without an attestation nothing of a registration is signed: what the authenticator claims of
    /// itself may differ, but not the credential.
    @Test(arguments: [PublishedVector.noneES256, .packedRS256])
    func aRegistrationWithABitThatDiffersIsRefusedOrMeansTheSame(vector: PublishedVector) throws {
        let good = try party.check(vector.registration, challenge: vector.challenge)
        var refused = 0
        func tryOut(_ registration: Registration) throws {
            do {
                let (_, key, answer) = try party.check(
                    registration, challenge: vector.challenge)
                // A number of the RSA key may change into another that is one.
                #expect(key.bytes.count == good.key.bytes.count)
                #expect(answer.signCount == 0 || answer.signCount.nonzeroBitCount == 1)
            } catch { refused += 1 }
        }
        for json in flips(of: vector.registration.clientDataJSON) {
            try tryOut(vector.registration.replacing(json: json))
        }
        for object in flips(of: vector.registration.attestationObject) {
            try tryOut(vector.registration.replacing(object: object))
        }
        #expect(refused > 1000)
    }

    @Test(arguments: [PublishedVector.noneES256, .packedRS256])
    func anAssertionWithABitThatDiffersIsRefused(vector: PublishedVector) throws {
        let key = try party.check(vector.registration, challenge: vector.challenge).key
        let good = vector.assertion
        let assertions =
            flips(of: good.clientDataJSON).map { good.replacing(json: $0) }
            + flips(of: good.authenticatorData).map { good.replacing(data: $0) }
            + flips(of: good.signature).map { good.replacing(signature: $0) }
        for assertion in assertions {
            #expect(throws: WebAuthnError.self) {
                try party.check(assertion, challenge: vector.assertionChallenge, key: key)
            }
        }
    }

    @Test(arguments: [PublishedVector.noneES256, .packedRS256])
    func aTruncatedOrExtendedAnswerIsRefused(vector: PublishedVector) throws {
        let key = try party.check(vector.registration, challenge: vector.challenge).key
        let registrations =
            ends(of: vector.registration.clientDataJSON).map {
                vector.registration.replacing(json: $0)
            }
            + ends(of: vector.registration.attestationObject).map {
                vector.registration.replacing(object: $0)
            }
        for registration in registrations {
            #expect(throws: WebAuthnError.self) {
                try party.check(registration, challenge: vector.challenge)
            }
        }
        let good = vector.assertion
        let assertions =
            ends(of: good.clientDataJSON).map { good.replacing(json: $0) }
            + ends(of: good.authenticatorData).map { good.replacing(data: $0) }
            + ends(of: good.signature).map { good.replacing(signature: $0) }
        for assertion in assertions {
            #expect(throws: WebAuthnError.self) {
                try party.check(assertion, challenge: vector.assertionChallenge, key: key)
            }
        }
    }

    @Test func anAnswerLongerThanTheLimitIsRefused() throws {
        let vector = PublishedVector.noneES256
        let long = [UInt8](repeating: 0x20, count: RelyingParty.answerByteLimit)
        #expect(throws: WebAuthnError.malformed) {
            try party.check(
                vector.registration.replacing(json: vector.registration.clientDataJSON + long),
                challenge: vector.challenge)
        }
    }

    private func flips(of bytes: [UInt8]) -> [[UInt8]] {
        (0..<bytes.count * 8).map { bit in
            var flipped = bytes
            flipped[bit / 8] ^= 1 << (bit % 8)
            return flipped
        }
    }

    private func ends(of bytes: [UInt8]) -> [[UInt8]] {
        bytes.indices.map { Array(bytes.prefix($0)) } + [bytes + [0]]
    }
}

extension Registration {
    fileprivate func replacing(
        json: [UInt8]? = nil, object: [UInt8]? = nil
    ) -> Registration {
        Registration(
            clientDataJSON: json ?? clientDataJSON,
            attestationObject: object ?? attestationObject)
    }
}

extension Assertion {
    fileprivate func replacing(
        json: [UInt8]? = nil, data: [UInt8]? = nil, signature: [UInt8]? = nil
    ) -> Assertion {
        Assertion(
            clientDataJSON: json ?? clientDataJSON, authenticatorData: data ?? authenticatorData,
            signature: signature ?? self.signature)
    }
}
