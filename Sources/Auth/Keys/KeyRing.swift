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
    }

    private struct State {
        var keys: Keys
        /// Which change these are of.
        var number: UInt64
    }

    private let state: Mutex<State>

    /// - Parameter number: counts the changes in the order in which the store made them.
    init(_ keys: Keys, number: UInt64) {
        state = Mutex(State(keys: keys, number: number))
    }

    var signer: TokenSigner { state.withLock { $0.keys.signer } }
    var publicKeys: [SigningKey] { state.withLock { $0.keys.publicKeys } }

    /// Takes the keys of a change, unless it has those of a later one.
    ///
    /// - Returns: whether they are others than before.
    func replace(_ keys: Keys, number: UInt64) -> Bool {
        state.withLock { state in
            guard number > state.number else { return false }
            let isOther =
                state.keys.signer.keyID != keys.signer.keyID
                || state.keys.publicKeys != keys.publicKeys
            state = State(keys: keys, number: number)
            return isOther
        }
    }
}
