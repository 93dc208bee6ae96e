/// The limits that Auth has, by the names that `--limit` knows.
package enum LimitName: String, CaseIterable, Hashable, Sendable {
    /// Wrong passwords for one login. Beyond it every password is wrong.
    case account
    /// Wrong passwords from one address.
    case address
    /// Passwords that are checked, whoever asks.
    case everyone
    /// Sign-ups from one address whose form keeps the rules.
    case signUpAddress = "sign-up.address"
    /// Sign-ups from one address that were told that an e-mail address is taken.
    case emailTakenAddress = "email-taken.address"

    /// What holds unless the configuration says otherwise.
    var standard: LimitPolicy {
        switch self {
        case .account: LimitPolicy(10, per: 900)
        case .address: LimitPolicy(50, per: 600)
        case .everyone: LimitPolicy(200, per: 1, burst: 2000)
        case .signUpAddress: LimitPolicy(20, per: 3600)
        case .emailTakenAddress: LimitPolicy(5, per: 3600)
        }
    }
}
