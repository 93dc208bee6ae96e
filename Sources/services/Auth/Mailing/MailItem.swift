import RollcallCrypto
import Tables

/// A mail in the outbox: its recipient and its subject matter. Its text is made when it is sent. It
/// never holds a code or a link: those are derived from `challenge`.
struct MailItem: Sendable, Equatable {
    /// How long a mail without `expiresAtMs` is retried.
    static let lifetime = Duration.days(3)

    /// The most Unicode scalars of a variable. Longer values are cut. A reason may be longer.
    static let longestVariable = 256

    /// Also the mail's `Message-ID`, the same for all attempts.
    let id: UUIDv7
    let kind: MailKind
    /// The mail is deleted with this account. `nil` if it outlives it.
    let account: UUIDv7?
    /// The address, as its owner has entered it.
    let recipient: String
    /// A BCP 47 tag, such as `de-AT`; empty for the deployment's default.
    let locale: String
    /// The variables of `stored` that the kind allows. `time` is set only if it differs from the
    /// time of queueing. The sender fills in the others.
    let variables: [MailVariable: String]
    /// The challenge of the mail's code or link. It is set for exactly the kinds that have one.
    let challenge: UUIDv7?
    /// The mail expires at this time, in milliseconds since 1970; `nil`: after `lifetime`. With a
    /// challenge, when that expires.
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

    /// The variables that the database may hold.
    private static let stored = MailVariable.profile.union([
        .device, .network, .provider, .newAddress, .oldAddress, .codesLeft, .reason, .time,
    ])
}
