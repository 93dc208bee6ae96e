import RollcallCrypto
import Storage

/// A sign-up as it is kept, so that it ends one way or the other whatever happens.
struct SignUpRecord: WorkItem {
    enum State: String, SQLValue {
        /// Under way: Profile may hold the display name for it.
        case pending
        /// The account exists.
        case committed
        /// It will not be an account; Profile has yet to let the display name go.
        case aborted
    }

    let idempotencyKey: String
    /// The account that it is to become. Each try has a new one, so that the end of an old try
    /// cannot touch the name of a new one.
    let accountID: UUIDv7
    let state: State
    /// Empty for an account without one.
    let canonicalEmail: String
    /// Empty for an account without one.
    let displayName: String
    /// How often it could not be given up.
    var attempts = 0
    /// Who goes on with it, and until when if the instance dies.
    var claim: WorkClaim = (0, nil)

    var id: String { idempotencyKey }
}

extension SignUpRecord {
    /// A try that begins.
    init(_ form: SignUpForm, accountID: UUIDv7) {
        self.init(
            idempotencyKey: form.idempotencyKey, accountID: accountID, state: .pending,
            canonicalEmail: form.email?.canonical ?? "", displayName: form.displayName)
    }

    /// Whether a form with the same key is the same sign-up, as far as can be said without the
    /// password.
    func isSame(as form: SignUpForm) -> Bool {
        canonicalEmail == form.email?.canonical ?? "" && displayName == form.displayName
    }
}
