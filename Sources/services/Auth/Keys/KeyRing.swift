import AccessTokens
import RollcallAPI
import Synchronization

/// What tokens are signed with now, as calls share it: it changes while the service runs.
final class KeyRing: Sendable {
    struct Keys: Sendable {
        /// Of the key that signs.
        var signer: TokenSigner
        /// Of every key that a token which is still good may have been signed with, or will be.
        var publicKeys: [SigningKey]
        /// When another key is to sign; `nil` as long as there is none. Milliseconds since 1970.
        var nextSignsFrom: Int64?
    }

    private let state: Mutex<(keys: Keys, version: UInt64)>

    /// - Parameter version: how often the store had changed them by then.
    init(_ keys: Keys, version: UInt64) {
        state = Mutex((keys, version))
    }

    var signer: TokenSigner { state.withLock { $0.keys.signer } }
    var publicKeys: [SigningKey] { state.withLock { $0.keys.publicKeys } }
    var nextSignsFrom: Int64? { state.withLock { $0.keys.nextSignsFrom } }
    /// How often the store had changed the keys.
    var version: UInt64 { state.withLock { $0.version } }

    /// Takes the keys of a version, unless it has those of a later one. Which of them signs may be
    /// another in the same version, as time passes.
    ///
    /// - Returns: whether they are others than before.
    func replace(_ keys: Keys, version: UInt64) -> Bool {
        state.withLock { state in
            guard version >= state.version else { return false }
            let isOther =
                state.keys.signer.keyID != keys.signer.keyID
                || state.keys.publicKeys != keys.publicKeys
            state = (keys, version)
            return isOther
        }
    }
}
