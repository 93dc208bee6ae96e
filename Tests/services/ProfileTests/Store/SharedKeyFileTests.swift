import RollcallCrypto
import Storage
import Tables
import TestPostgreSQL
import TestSupport
import Testing

@testable import Profile

/// Instances that share tables share the key file.
@Suite(.serialized, .onEachEngine) struct SharedKeyFileTests {
    private func withStores(
        _ body: (ProfileStore, ProfileStore, TemporaryDirectory) async throws -> Void
    ) async throws {
        let folder = try TemporaryDirectory()
        let location = try await TestEngine.location(folder.path + "/profile.sqlite")
        let first = try await blocking { try ProfileStore(location) { _ in } }
        // A file has one instance at a time.
        let second =
            location.isServer ? try await blocking { try ProfileStore(location) { _ in } } : first
        try await body(first, second, folder)
        try first.close()
        if location.isServer { try second.close() }
    }

    @Test func instancesThatStartAtOnceWithDifferentFilesDoNotBothGoOn() async throws {
        try await withStores { first, second, folder in
            let files = ["a.key", "b.key"].map { SecretKeyFile(path: "\(folder.path)/\($0)") }
            // The loser makes none if it comes late enough to see that the winner has.
            for file in files { _ = try file.readOrMake() }
            async let one = result { try await first.unlock(with: files[0]) }
            async let other = result { try await second.unlock(with: files[1]) }
            let results = await [one, other]
            let keys = results.compactMap { try? $0.get() }
            #expect(keys.count == 1)
            let refusals = results.compactMap { result -> SecretKeyFile.Unusable? in
                guard case .failure(let error) = result else { return nil }
                return error as? SecretKeyFile.Unusable
            }
            #expect(refusals.first?.description.contains("is not the one") == true)
            #expect(refusals.first?.description.contains("rollcall-profile replace-keys") == true)
            let right = files[(try? results[0].get()) == nil ? 1 : 0]
            let key = try await second.unlock(with: right)
            #expect(key == keys.first)
        }
    }

    @Test func newKeysMakeOtherLinksAndAnotherFileDoesNot() async throws {
        try await withStores { store, _, folder in
            let (file, new) = (
                SecretKeyFile(path: folder.path + "/a.key"),
                SecretKeyFile(path: folder.path + "/b.key")
            )
            func links(_ file: SecretKeyFile) async throws -> [UInt8] {
                try PhotoLinks.secret(of: await store.unlock(with: file))
            }
            let before = try await links(file)
            try await store.rewrap(from: file, to: new)
            let rewrapped = try await links(new)
            #expect(rewrapped == before)
            let lost = SecretKeyFile(path: folder.path + "/c.key")
            try await store.replaceKeys(with: lost, now: 1) {}
            let replaced = try await links(lost)
            #expect(replaced != before)
        }
    }

    private func result<T: Sendable>(
        _ body: @Sendable () async throws -> T
    ) async -> Result<T, any Error> {
        do { return .success(try await body()) } catch { return .failure(error) }
    }
}
