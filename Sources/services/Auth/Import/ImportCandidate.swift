import RollcallAPI
import RollcallCrypto
import RollcallRules

/// A user of another backend whose own fields keep the rules. Whether the address, the identities
/// and the display name are free is for others to say.
struct ImportCandidate: Sendable {
    let foreignID: String
    let account: Account
    let identities: [ImportedIdentity]
    /// What the hash needs besides its salt.
    let signerKey: SignerKey?
    let function: HashFunction?
    /// Empty for an account without one.
    var displayName: String
    /// Whether a sign-up was begun to claim the name.
    var claimsName = false
    /// What was left out; empty if nothing was.
    var problem = ""

    /// Why a user is not imported: a sentence without any secret.
    struct Refusal: Error {
        let problem: String

        init(_ problem: String) { self.problem = problem }
    }

    /// The most identities of one user.
    private static let identityLimit = 20
    /// The longest issuer and subject, in bytes: those of OpenID Connect Core §2.
    private static let (longestIssuer, longestSubject) = (255, 255)

    /// - Parameters:
    ///   - id: of the new account.
    ///   - now: milliseconds since 1970.
    init(_ user: ImportedUser, id: UUIDv7, now: Int64) throws(Refusal) {
        guard (1...128).contains(user.foreignID.utf8.count) else {
            throw Refusal("the id does not have 1 to 128 bytes")
        }
        guard !user.email.isEmpty || !user.identities.isEmpty else {
            throw Refusal("there is neither an address nor an identity to sign in with")
        }
        guard user.identities.count <= Self.identityLimit,
            user.identities.allSatisfy({
                (1...Self.longestIssuer).contains($0.issuer.utf8.count)
                    && (1...Self.longestSubject).contains($0.subject.utf8.count)
            })
        else { throw Refusal("the identities are too many, or one is malformed") }
        foreignID = user.foreignID
        identities = user.identities
        displayName = user.displayName.spaceTrimmed
        let email = try Self.email(user.email)
        let separated = SignerKey.separated(from: user.passwordHash)
        let hash = try Self.hash(separated?.hash ?? user.passwordHash)
        (signerKey, function) = (separated?.key, hash?.function)
        // A time of the future would outlive what is swept by age.
        let createdAt = (1...now).contains(user.createdAtMs) ? user.createdAtMs : now
        account = Account(
            id: id,
            primary: email.map {
                Address(
                    text: $0.text, canonical: $0.canonical,
                    verifiedAt: user.isEmailVerified ? createdAt : nil, isPrimary: true)
            },
            password: hash.map { PasswordCredential(text: $0.text, setAt: createdAt) },
            locale: user.locale.isEmpty ? "" : LanguageTag(describing: user.locale)?.text ?? "",
            createdAt: createdAt,
            role: .user, disabledUntil: user.isDisabled ? .max : nil, mustResetPassword: false,
            credentialsChangedAt: now)
    }

    private static func email(_ text: String) throws(Refusal) -> EmailAddress? {
        guard !text.isEmpty else { return nil }
        do {
            return try EmailAddress(text)
        } catch {
            throw Refusal("the e-mail address is malformed or too long")
        }
    }

    private static func hash(_ text: String) throws(Refusal) -> PasswordHash? {
        guard !text.isEmpty else { return nil }
        do {
            return try PasswordHash(text)
        } catch {
            switch error {
            case .malformed: throw Refusal("the password hash is malformed")
            case .unsupportedAlgorithm, .unsupportedVersion:
                throw Refusal("the password hash is of a function that is not supported")
            case .parametersOutOfBounds:
                throw Refusal("the password hash costs too much, or is too short or too long")
            }
        }
    }
}
