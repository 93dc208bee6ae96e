import RollcallCrypto
import RollcallRPC
import Synchronization

/// What the hashes of imported accounts need: the keys that some were made with, and a padding for
/// the dearest of all.
final class ImportedHashes: Sendable {
    private let store: AuthStore
    private let hasher: PasswordHasher
    private let seal: SealingKey
    private let random: RandomSource
    /// For tests, which choose it.
    private let fixed: ResponsePadding?
    private let dearest: Mutex<(work: Int, padding: ResponsePadding)>

    /// - Parameter secret: of `AuthStore.unlock`.
    /// - Throws: the store's errors; `CryptoError`.
    init(
        store: AuthStore, hasher: PasswordHasher, secret: Secret, random: RandomSource,
        configuration: AuthConfiguration
    ) async throws {
        (self.store, self.hasher, self.random) = (store, hasher, random)
        seal = try SealingKey(
            derivedFrom: secret, purpose: "rollcall hash keys", table: "hashKey")
        fixed = configuration.answerQuantum.map(ResponsePadding.init)
        dearest = Mutex((0, ResponsePadding(hashCost: hasher.cost)))
        for function in try await store.note(hasher.parameters) { try await prepare(for: function) }
    }

    /// When wrong passwords are answered: by the hash that costs most among those of accounts.
    var padding: ResponsePadding { fixed ?? dearest.withLock(\.padding) }

    /// Makes ready for hashes that were imported, here or by another instance.
    ///
    /// - Throws: the store's errors.
    func prepare(for function: HashFunction) async throws {
        dearest.withLock { dearest in
            guard function.work > dearest.work else { return }
            dearest.work = function.work
            dearest.padding = ResponsePadding(
                hashCost: hasher.cost,
                dearest: Double(function.work) / Double(hasher.parameters.work))
        }
        guard let id = function.signerKeyID, hasher.signerKey(id) == nil,
            let sealed = try await store.hashKey(id),
            let key = try seal.open(sealed, of: Array(id.utf8)).flatMap({ SignerKey($0.bytes) })
        else { return }
        hasher.note(key)
    }

    /// - Throws: `CryptoError`.
    func sealed(_ key: SignerKey) throws -> [UInt8] {
        try seal.seal(key.secret, of: Array(key.id.utf8), random: random)
    }

    /// The hash of an account as other servers read it, with the key in it that it needs.
    ///
    /// - Throws: the store's errors.
    func exported(_ text: String) async throws -> String {
        guard let function = (try? PasswordHash(text))?.function, let id = function.signerKeyID
        else { return text }
        try await prepare(for: function)
        return hasher.signerKey(id)?.joined(to: text) ?? text
    }
}
