import AccessTokens
import Foundation
import RollcallAPI
import RollcallCrypto
import Storage
import Tables
import TestPostgreSQL
import TestSupport
import Testing

@testable import Auth

/// What the key file protects, and what becomes of the database without it.
@Suite struct MasterKeyTests {
    private func withStore(_ body: (AuthStore, URL) async throws -> Void) async throws {
        try await withDirectory { directory in
            let path = directory.appending(path: "auth.sqlite").path
            let store = try await blocking { try AuthStore(.file(path)) { _ in } }
            defer { try? store.close() }
            try await body(store, directory)
        }
    }

    private func file(_ name: String = "secret.key", in directory: URL) -> SecretKeyFile {
        SecretKeyFile(path: directory.appending(path: name).path)
    }

    private func rotation(_ store: AuthStore, _ secret: Secret) async throws -> KeyRotation {
        try await KeyRotation(
            store: store, schedule: KeySchedule(lifetime: .days(30)), secret: secret,
            deployment: .standard, clock: { 1_800_000_000_000 }, random: .system,
            logger: RecordedLog().logger)
    }

    @Test func theMasterKeyIsMadeOnceAndIsNotTheKeyOfTheFile() async throws {
        try await withStore { store, directory in
            let file = file(in: directory)
            let masterKey = try await store.unlock(with: file)
            #expect(masterKey.bytes.count == 32)
            #expect(try file.read() != masterKey)
            #expect(try await store.unlock(with: file) == masterKey)
        }
    }

    /// A thief of a copy of the database alone can sign no token.
    @Test func neitherPrivateKeysNorTheMasterKeyStandInTheDatabase() async throws {
        try await withStore { store, directory in
            let file = file(in: directory)
            let masterKey = try await store.unlock(with: file)
            _ = try await rotation(store, masterKey)
            let seal = try SigningKeySeal(secret: masterKey)
            let pair = try #require(try await store.signingKeys(seal).first?.pair)
            try store.close()
            let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
            for name in names where name != "secret.key" {
                let bytes = try Data(contentsOf: directory.appending(path: name))
                for secret in [pair.secret, masterKey, try #require(try file.read())] {
                    #expect(bytes.range(of: Data(secret.bytes)) == nil, "\(name)")
                }
            }
        }
    }

    @Test func aMissingOrWrongKeyFileIsRefusedAndNoneIsMade() async throws {
        try await withStore { store, directory in
            let file = file(in: directory)
            let masterKey = try await store.unlock(with: file)
            let kept = try Data(contentsOf: URL(filePath: file.path))
            try FileManager.default.removeItem(atPath: file.path)
            let missing = await #expect(throws: SecretKeyFile.Unusable.self) {
                try await store.unlock(with: file)
            }
            #expect(missing?.description.contains("missing") == true)
            #expect(!FileManager.default.fileExists(atPath: file.path))
            _ = try self.file("other.key", in: directory).readOrMake()
            let wrong = await #expect(throws: SecretKeyFile.Unusable.self) {
                try await store.unlock(with: self.file("other.key", in: directory))
            }
            for error in [missing, wrong] {
                #expect(error?.description.contains("--secret-key") == true)
                #expect(error?.description.contains("replace-keys") == true)
            }
            try kept.write(to: URL(filePath: file.path))
            #expect(chmod(file.path, 0o600) == 0)
            #expect(try await store.unlock(with: file) == masterKey)
        }
    }

    @Test func aSealedKeyOfAnotherRowOrThatWasChangedIsDamage() async throws {
        try await withStore { store, directory in
            let masterKey = try await store.unlock(with: file(in: directory))
            let rotation = try await rotation(store, masterKey)
            _ = try await rotation.rotate(isWithdrawing: false)
            let seal = try SigningKeySeal(secret: masterKey)
            let found = try await store.first(
                Query<(id: String, sealedKey: [UInt8])>(
                    "SELECT thumbprint, sealedKey FROM signingKey WHERE sealedKey IS NOT NULL"
                ) { try ($0.next(), $0.next()) })
            let (id, bytes) = try #require(found)
            #expect(throws: Never.self) { try seal.opened(bytes, id: id) }
            #expect(throws: StorageError.self) { try seal.opened(bytes, id: id + "x") }
            for index in [0, 12, 44, 59] {
                var damaged = bytes
                damaged[index] ^= 1
                try await store.run(
                    Command<[UInt8], String>(
                        "UPDATE signingKey SET sealedKey = $1 WHERE thumbprint = $2"),
                    damaged, id)
                await #expect(throws: StorageError.self) {
                    try await store.signingKeys(seal)
                }
            }
            let other = try SigningKeySeal(secret: Secret(Array(repeating: 1, count: 32)))
            #expect(throws: StorageError.self) { try other.opened(bytes, id: id) }
        }
    }

    @Test func anotherKeyFileOpensTheSameMasterKey() async throws {
        try await withStore { store, directory in
            let (old, new) = (file(in: directory), file("new.key", in: directory))
            let masterKey = try await store.unlock(with: old)
            await #expect(throws: SecretKeyFile.Unusable.self) {
                try await store.rewrap(from: old, to: old)
            }
            try await store.rewrap(from: old, to: new)
            #expect(try await store.unlock(with: new) == masterKey)
            await #expect(throws: SecretKeyFile.Unusable.self) { try await store.unlock(with: old) }
            await #expect(throws: SecretKeyFile.Unusable.self) {
                try await store.rewrap(from: old, to: file("third.key", in: directory))
            }
            #expect(try await store.unlock(with: new) == masterKey)
        }
    }

    @Test func keysAreReplacedOnlyAfterALoss() async throws {
        try await withStore { store, directory in
            let file = file(in: directory)
            let masterKey = try await store.unlock(with: file)
            let before = try await rotation(store, masterKey).list().map(\.id)
            await #expect(throws: SecretKeyFile.Unusable.self) {
                try await store.replaceKeys(with: file, now: 1) {}
            }
            let wrong = self.file("wrong.key", in: directory)
            _ = try wrong.readOrMake()
            await #expect(throws: SecretKeyFile.Unusable.self) {
                try await store.replaceKeys(with: wrong, now: 1) {}
            }
            #expect(try await store.unlock(with: file) == masterKey)
            try FileManager.default.removeItem(atPath: file.path)
            try await store.replaceKeys(with: file, now: 1) {}
            let replaced = try await store.unlock(with: file)
            #expect(replaced != masterKey)
            let after = try await rotation(store, replaced).list().map(\.id)
            #expect(Set(before).isDisjoint(with: after) && after.count == 1)
        }
    }

    /// Whoever has the key file and a copy of the database may have tokens as well.
    @Test func newKeysEndAllSessionsAndAnotherKeyFileEndsNone() async throws {
        try await withAuth { world in
            let first = try #require(try await world.client.signUp(.anna()).tokens).refreshToken
            let directory = URL(filePath: world.path).deletingLastPathComponent()
            let (old, new) = (file(in: directory), file("new.key", in: directory))
            try await offline(world) { store in
                _ = try await store.unlock(with: old)
                try await store.rewrap(from: old, to: new)
            }
            let next = try await world.client.refresh(RefreshRequest(refreshToken: first))
            let kept = try #require(next.tokens).refreshToken
            let third = file("third.key", in: directory)
            try await offline(world) { store in
                try await store.replaceKeys(with: third, now: world.clock.now()) {}
            }
            let error = await failure {
                try await world.client.refresh(RefreshRequest(refreshToken: kept))
            }
            #expect(error?.reasons == [.sessionEnded])
            #expect(try await world.auth.count("session", where: "endReason = 'newEpoch'") == 1)
            // No start ends sessions once more.
            #expect(!world.log.text.contains("a new epoch has begun"))
            _ = try await world.signIn()
        }
    }

    /// Otherwise the account could never be signed in to again: nothing opens its secret.
    @Test func newKeysTakeSecondFactorsAwayAndAnotherKeyFileKeepsThem() async throws {
        try await withAuth { world in
            let (_, app) = try await world.protectedAnna()
            let directory = URL(filePath: world.path).deletingLastPathComponent()
            let (old, new) = (file(in: directory), file("new.key", in: directory))
            try await offline(world) { store in
                _ = try await store.unlock(with: old)
                try await store.rewrap(from: old, to: new)
            }
            let pending = try await world.halfSignIn()
            let code = ContinueSignInRequest.Step.totpCode(try app.code(at: world.clock))
            #expect(await world.refusal(pending.token, by: code) == nil)
            try await offline(world) { store in
                let third = file("third.key", in: directory)
                try await store.replaceKeys(with: third, now: world.clock.now()) {}
            }
            #expect(try await world.signIn(from: 1).session != nil)
            #expect(try await world.auth.count("recoveryCode") == 0)
        }
    }

    /// Nothing opens them any more. Otherwise an import with the same key would keep what is there,
    /// and its users could not sign in.
    @Test func newKeysTakeTheKeysOfImportedHashesAwayAndAnotherKeyFileKeepsThem() async throws {
        try await withAuth { world in
            try await world.importUsers([.elsewhere("anna", hash: ImportedUser.firebaseHash)])
            let directory = URL(filePath: world.path).deletingLastPathComponent()
            let (old, new) = (file(in: directory), file("new.key", in: directory))
            try await offline(world) { store in
                _ = try await store.unlock(with: old)
                try await store.rewrap(from: old, to: new)
            }
            #expect(try await world.auth.count("hashKey") == 1)
            try await offline(world) { store in
                let third = file("third.key", in: directory)
                try await store.replaceKeys(with: third, now: world.clock.now()) {}
            }
            #expect(try await world.auth.count("hashKey") == 0)
            let error = await failure {
                try await world.client.signIn(
                    SignInRequest(email: "anna@example.com", password: "user1password"))
            }
            #expect(error?.reasons == [.wrongCredentials])
        }
    }

    /// Opens the database of an Auth that is stopped meanwhile.
    private func offline(_ world: AuthServer, _ body: (AuthStore) async throws -> Void) async throws
    {
        try await world.stop()
        let store = try await blocking { [path = world.path] in try AuthStore(.file(path)) { _ in }
        }
        try await body(store)
        try store.close()
        try await world.start()
    }

    /// As on a full disk. Otherwise the file of the first attempt would be in the way of the
    /// second.
    @Test func replacingKeysThatFailedCanBeRepeated() async throws {
        try await withStore { store, directory in
            let file = file(in: directory)
            let masterKey = try await store.unlock(with: file)
            try FileManager.default.removeItem(atPath: file.path)
            try await store.refuseInserts(into: "masterKey")
            await #expect(throws: (any Error).self) {
                try await store.replaceKeys(with: file, now: 1) {}
            }
            #expect(!FileManager.default.fileExists(atPath: file.path))
            try await store.refuseNothing()
            try await store.replaceKeys(with: file, now: 1) {}
            #expect(try await store.unlock(with: file) != masterKey)
        }
    }

    @Test func whereNoFileCanBeMadeNoKeyIsReplaced() async throws {
        try await withStore { store, directory in
            let file = file(in: directory)
            let masterKey = try await store.unlock(with: file)
            await #expect(throws: SecretKeyFile.Unusable.self) {
                try await store.replaceKeys(
                    with: self.file("none/new.key", in: directory), now: 1
                ) {}
            }
            #expect(try await store.unlock(with: file) == masterKey)
        }
    }

    @Test func keysThatNobodyConfirmsAreNotReplaced() async throws {
        try await withStore { store, directory in
            let file = file(in: directory)
            let masterKey = try await store.unlock(with: file)
            let other = self.file("other.key", in: directory)
            await #expect(throws: CancellationError.self) {
                try await store.replaceKeys(with: other, now: 1) { throw CancellationError() }
            }
            #expect(!FileManager.default.fileExists(atPath: other.path))
            #expect(try await store.unlock(with: file) == masterKey)
        }
    }
}
