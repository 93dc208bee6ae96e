import RollcallAPI
import RollcallCrypto

/// A mail that waits in the outbox: whom it is for, and what it is about. Its text is made when it is
/// sent. It never holds a code or a link: those are derived from `challenge`.
struct MailItem: Sendable, Equatable {
    /// How long a mail without `expiresAtMs` is retried.
    static let lifetime = Duration.days(3)

    /// The most Unicode scalars of a variable; what is longer is cut. A reason may be longer.
    static let longestVariable = 256

    /// Also the mail's `Message-ID`, however often it is tried.
    let id: UUIDv7
    let kind: MailKind
    /// The mail is deleted with this account. `nil` for one that outlives it.
    let account: UUIDv7?
    /// The address, as its owner wrote it.
    let recipient: String
    /// BCP 47, such as `de-AT`; empty for the deployment's.
    let locale: String
    /// Those of `stored` that the kind allows; `time` only if it is not when the mail is queued. The sender
    /// fills in the others.
    let variables: [MailVariable: String]
    /// Whose code or link the mail carries; set for exactly the kinds that have one.
    let challenge: UUIDv7?
    /// Milliseconds since 1970 after which the mail is of no use; `nil`: `lifetime` from now. With
    /// a challenge, when that expires.
    let expiresAtMs: Int64?

    init(
        id: UUIDv7, kind: MailKind, account: UUIDv7?, recipient: String, locale: String,
        variables: [MailVariable: String] = [:], challenge: UUIDv7? = nil,
        expiresAtMs: Int64? = nil
    ) {
        precondition(kind.hasChallenge == (challenge != nil), "by its kind")
        precondition(Self.stored.isSuperset(of: variables.keys), "secrets are derived")
        self.id = id
        self.kind = kind
        self.account = account
        self.recipient = recipient
        self.locale = locale
        self.variables = Dictionary(
            uniqueKeysWithValues: variables.map { name, value in
                let longest = name == .reason ? PlainText.longestReason : Self.longestVariable
                let scalars = value.unicodeScalars.prefix(longest)
                return (name, String(String.UnicodeScalarView(scalars)))
            })
        self.challenge = challenge
        self.expiresAtMs = expiresAtMs
    }

    /// What may stand in the database.
    private static let stored = MailVariable.profile.union([
        .device, .network, .newAddress, .reason, .time,
    ])
}
