/// How a password is hashed, and what that costs: what the hashes of many accounts have in common.
///
/// New hashes are Argon2id. The others are of accounts that were imported, and are replaced after
/// the first sign-in with the correct password.
package enum HashFunction: Hashable, Sendable {
    case argon2id(Argon2Parameters)
    case argon2i(Argon2Parameters)
    case scrypt(ScryptCost)
    /// Firebase's: scrypt of the salt and the separator makes the key that encrypts the project's
    /// `SignerKey`.
    case firebase(ScryptCost, separator: [UInt8], keyID: String)
    case bcrypt(Bcrypt)
    case pbkdf2(PBKDF2)

    /// The most `work` of an accepted hash. It takes about a second of a slow processor. Otherwise
    /// one row of an import could keep a worker busy for hours.
    package static let mostWork = 2_000_000
    /// The most memory of one hash: 256 MiB.
    package static let mostKibibytes = 262_144

    /// What the time follows, in KiB that Argon2 writes. The weights of the other functions are
    /// their times beside Argon2's on one machine, rounded up.
    package var work: Int {
        switch self {
        case .argon2id(let parameters), .argon2i(let parameters): parameters.work
        case .scrypt(let cost), .firebase(let cost, _, _): cost.work
        case .bcrypt(let function): function.work
        case .pbkdf2(let function): function.iterations
        }
    }

    /// The memory that a hash needs, in KiB.
    package var kibibytes: Int {
        switch self {
        case .argon2id(let parameters), .argon2i(let parameters): parameters.kibibytes
        case .scrypt(let cost), .firebase(let cost, _, _): cost.kibibytes
        case .bcrypt, .pbkdf2: 0
        }
    }

    /// Which `SignerKey` verifies a hash.
    package var signerKeyID: String? {
        if case .firebase(_, _, let id) = self { id } else { nil }
    }
}
