import RollcallAPI

/// An e-mail address of an account. Times are milliseconds since 1970.
struct Address: Equatable, Sendable {
    /// The most addresses of an account.
    static let limit = 10
    /// What sessions show of the primary address.
    typealias Shown = (text: String, isVerified: Bool)

    /// As its owner wrote it.
    let text: String
    /// The form for comparisons.
    let canonical: String
    /// When the owner proved to read mail at the address; nil when it is unverified.
    let verifiedAt: Int64?
    /// Whether it is the one that mail about the account goes to. Others are always verified.
    let isPrimary: Bool

    var isVerified: Bool { verifiedAt != nil }
    var shown: Shown { (text, isVerified) }
    /// The address as its owner sees it.
    var message: RollcallAPI.Address {
        .init(email: text, verifiedAtMs: verifiedAt ?? 0, isPrimary: isPrimary)
    }
}
