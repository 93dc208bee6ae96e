/// A limit on how often a caller may call an RPC, as the contract states it
/// (`rollcall.rpc.v1.rate`).
public struct CallLimit: Sendable, Hashable {
    /// By which an operator changes it.
    public let name: String
    /// Nil if the RPC counts by itself.
    public let rate: RateLimit?
    /// Of an RPC for anyone: whether signed-in users are not limited.
    public let isForStrangersOnly: Bool

    public init(_ name: String, _ rate: RateLimit? = nil, isForStrangersOnly: Bool = false) {
        self.name = name
        self.rate = rate
        self.isForStrangersOnly = isForStrangersOnly
    }
}
