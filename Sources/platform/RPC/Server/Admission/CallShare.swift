/// Whom a call counts against, beside all together.
struct CallShare: Sendable {
    /// Where the call comes from; nil where that does not count.
    var peer: PeerUsage?
    /// Whose call it is, by the id of the account, once that is known.
    var userID: String?
    /// What that account holds. It is looked up when it matters, unless the connection is the
    /// account's. For a call that anyone may make, it is the account of the connection.
    var account: PeerUsage?
    /// Whether nobody has shown who calls.
    var isStranger = false

    /// That of a service, of the operator, of a trusted proxy's own call.
    static var exempt: CallShare { CallShare() }

    var isExempt: Bool { peer == nil && userID == nil && !isStranger }
}
