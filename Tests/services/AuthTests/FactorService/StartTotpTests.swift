import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Storage
import Testing

@testable import Auth

@Suite struct StartTotpTests {
    @Test func aSecretChangesNothingBeforeItsFirstCode() async throws {
        try await withAuth { world in
            let tokens = try await world.verifiedAnna()
            let started = try await world.startTotp(tokens)
            #expect(started.secret.utf8.count == 32)
            #expect(started.expiresAtMs == world.clock.now() + 900_000)
            #expect(started.uri.hasPrefix("otpauth://totp/"))
            #expect(started.uri.contains(":anna%40example.com?secret=\(started.secret)&issuer="))
            #expect(try await world.signIn(from: 1).session != nil)
            #expect(try await world.mails(.totpAdded).isEmpty)
        }
    }

    @Test func theSecretIsSealedAtRest() async throws {
        try await withAuth { world in
            let tokens = try await world.verifiedAnna()
            let secret = try await world.startTotp(tokens).secret
            let bytes = try AuthenticatorApp(secret).totp.secret.bytes
            #expect(try await !world.auth.store.holds(secret))
            let sealed = try #require(
                try await world.auth.store.first(Query<[UInt8]>("SELECT sealedSecret FROM totp")))
            #expect(sealed.count == 48 && !sealed.starts(with: bytes))
            #expect(!(0...28).contains { sealed[$0..<$0 + 20].elementsEqual(bytes) })
        }
    }

    /// A copied row opens nothing for another account.
    @Test func aSecretIsOfOneAccount() async throws {
        let secrets = try FactorSecrets(secret: Secret(Array(0..<32)))
        let ids = UUIDv7Generator { 1_800_000_000_000 }
        let (anna, ben) = (try ids.next(), try ids.next())
        let totp = try TOTP(random: .system)
        let sealed = try secrets.sealed(totp, of: anna, random: .system)
        #expect(try secrets.opened(sealed, of: anna) == totp)
        #expect(throws: (any Error).self) { try secrets.opened(sealed, of: ben) }
        let code = try RecoveryCode(random: .system)
        #expect(try secrets.digest(of: code, of: anna) != secrets.digest(of: code, of: ben))
    }

    @Test func aFreshSessionIsNoProof() async throws {
        try await withAuth { world in
            let tokens = try await world.verifiedAnna()
            for (proof, reason) in [
                (nil, Reason.reauthenticationRequired),
                (.password("wrong horse"), .wrongCredentials),
            ] as [(Reauthentication?, Reason)] {
                let error = await failure { try await world.startTotp(tokens, proof: proof) }
                #expect(error?.code == .permissionDenied && error?.reasons == [reason])
            }
            #expect(try await world.auth.count("totp") == 0)
        }
    }

    @Test func anAccountHasOneFactor() async throws {
        try await withAuth { world in
            let (anna, _) = try await world.protectedAnna()
            let error = await failure { try await world.startTotp(anna.tokens) }
            #expect(error?.code == .failedPrecondition && error?.reasons == [.factorExists])
            #expect(try await world.auth.count("totp", where: "confirmedAtMs IS NOT NULL") == 1)
        }
    }
}
