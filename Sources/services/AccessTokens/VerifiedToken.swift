import RollcallCrypto
import RollcallRPC
import Synchronization

/// A token whose signature was found to be right.
final class VerifiedToken: Sendable {
    let claims: AccessTokenClaims
    let caller: Caller
    /// The session that it speaks for; `nil` in a service's token.
    let sessionID: UUIDv7?
    /// The key that signed it.
    let keyID: String
    /// The state of keys and revocations that it was last held against, 0 for none: as long as that
    /// does not change, it need not be again.
    private let heldAgainst = Atomic<UInt64>(0)

    init(claims: AccessTokenClaims, keyID: String) {
        self.claims = claims
        self.keyID = keyID
        caller = claims.caller
        sessionID =
            switch claims.subject {
            case .user(_, let sessionID, _): UUIDv7(sessionID)
            case .service: nil
            }
    }

    func wasHeld(against state: UInt64) -> Bool {
        heldAgainst.load(ordering: .relaxed) == state
    }

    func hold(against state: UInt64) {
        heldAgainst.store(state, ordering: .relaxed)
    }
}
