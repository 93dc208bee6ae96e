import OpenIDConnect
import RollcallCrypto
import Synchronization

/// What codes were exchanged for. A provider exchanges a code once; but a sign-up whose display
/// name is refused comes again with the same code.
///
/// Only a code that was good is here, so a stranger needs an identity for each entry.
final class ExchangedCodes: Sendable {
    static let limit = 1000

    private struct State {
        var entries: [SHA256Digest: (value: IdentityProvider.Exchanged, expiresAt: Int64)] = [:]
        /// The oldest first.
        var order: [SHA256Digest] = []
    }

    private let state = Mutex(State())

    /// - Returns: what the code was exchanged for in this attempt.
    func value(of code: String, _ attempt: IdentityAttempt, at now: Int64)
        -> IdentityProvider.Exchanged?
    {
        let entry = state.withLock { $0.entries[Self.key(code, attempt)] }
        return entry.flatMap { now < $0.expiresAt ? $0.value : nil }
    }

    func keep(_ value: IdentityProvider.Exchanged, of code: String, _ attempt: IdentityAttempt) {
        let key = Self.key(code, attempt)
        state.withLock { state in
            guard state.entries.updateValue((value, attempt.expiresAt), forKey: key) == nil else {
                return
            }
            state.order.append(key)
            guard state.order.count > Self.limit else { return }
            state.entries[state.order.removeFirst()] = nil
        }
    }

    private static func key(_ code: String, _ attempt: IdentityAttempt) -> SHA256Digest {
        SHA256Digest(of: attempt.digest.bytes + Array(code.utf8))
    }
}
