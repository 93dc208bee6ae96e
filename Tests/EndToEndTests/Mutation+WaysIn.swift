import RollcallAPI
import RollcallCrypto
import RollcallRPC
import TestIdentityProvider
import Testing

extension Mutation {
    /// Identities and passkeys.
    static let waysIn = [
        signInWithIdentity, linkIdentity, unlinkIdentity, startPasskey, finishPasskey,
        removePasskey, signInWithPasskey,
    ]

    // MARK: Identities

    private static let signInWithIdentity = Mutation("IdentityService/SignInWithIdentity") {
        resident in
        let proof = try await resident.identityProof("\(resident.name)-elsewhere")
        return Attempt {
            try await resident.identities.signInWithIdentity(
                SignInWithIdentityRequest(proof: proof)
            ).session?.userID
        } check: { userID in
            // Another attempt with the identity finds the account, or makes it: never a second one.
            let ids = try await eventually {
                let proof = try await resident.identityProof("\(resident.name)-elsewhere")
                let answer = try await resident.identities.signInWithIdentity(
                    SignInWithIdentityRequest(proof: proof))
                return try #require(answer.session?.userID)
            }
            if let found = userID ?? nil { #expect(found == ids, "an identity has two accounts") }
        }
    }

    private static let linkIdentity = Mutation("IdentityService/LinkIdentity") { resident in
        let request = LinkIdentityRequest(
            proof: .password(resident.password),
            identity: try await resident.identityProof(resident.name))
        return Attempt {
            try await resident.identities.linkIdentity(request, options: resident.options())
        } check: { answer in
            let count = try await resident.identityCount()
            try await expectOnce(isAcknowledged: answer != nil, isUsed: count == 1) {
                try await resident.isDone {
                    _ = try await resident.identities.linkIdentity(
                        request, options: resident.options())
                }
            }
        }
    }

    private static let unlinkIdentity = Mutation("IdentityService/UnlinkIdentity") { resident in
        _ = try await resident.identities.linkIdentity(
            LinkIdentityRequest(
                proof: .password(resident.password),
                identity: try await resident.identityProof(resident.name)),
            options: resident.options())
        return Attempt {
            try await resident.identities.unlinkIdentity(
                UnlinkIdentityRequest(
                    proof: .password(resident.password), provider: Resident.provider),
                options: resident.options())
        } check: { answer in
            let count = try await resident.identityCount()
            #expect(count == 0 || answer == nil, "an identity is back")
            let signsIn = try await resident.signsIn()
            #expect(signsIn)
        }
    }

    // MARK: Passkeys

    private static let startPasskey = Mutation("PasskeyService/StartPasskeyRegistration") {
        resident in
        Attempt {
            try await resident.passkeys.startPasskeyRegistration(
                StartPasskeyRegistrationRequest(proof: .password(resident.password)),
                options: resident.options())
        } check: { _ in
            let count = try await resident.passkeyCount()
            #expect(count == 0)
        }
    }

    private static let finishPasskey = Mutation("PasskeyService/FinishPasskeyRegistration") {
        resident in
        var passkey = try Resident.newPasskey()
        let request = try await resident.registration(of: &passkey)
        return Attempt {
            try await resident.passkeys.finishPasskeyRegistration(
                request, options: resident.options())
        } check: { [passkey] answer in
            let count = try await resident.passkeyCount()
            try await expectOnce(isAcknowledged: answer != nil, isUsed: count == 1) {
                try await resident.isDone {
                    _ = try await resident.passkeys.finishPasskeyRegistration(
                        request, options: resident.options())
                }
            }
            var passkey = passkey
            let assertion = try await resident.assertion(of: &passkey)
            let signsIn = try await resident.signsIn(assertion)
            #expect(signsIn)
        }
    }

    private static let removePasskey = Mutation("PasskeyService/RemovePasskey") { resident in
        let passkey = try await resident.registered()
        return Attempt {
            try await resident.passkeys.removePasskey(
                RemovePasskeyRequest(
                    proof: .password(resident.password),
                    passkeyID: Base64.url.encode(passkey.credentialID)),
                options: resident.options())
        } check: { answer in
            let count = try await resident.passkeyCount()
            #expect(count == 0 || answer == nil, "a passkey is back")
        }
    }

    private static let signInWithPasskey = Mutation("PasskeyService/SignInWithPasskey") {
        resident in
        var passkey = try await resident.registered()
        let assertion = try await resident.assertion(of: &passkey)
        return Attempt {
            try await resident.passkeys.signInWithPasskey(
                SignInWithPasskeyRequest(assertion: assertion)
            ).tokens
        } check: { tokens in
            try await resident.expectOpened(tokens ?? nil) {
                try await resident.signsIn(assertion)
            }
        }
    }
}
