/// What remains of an account that was deleted. Times are milliseconds since 1970.
struct Deletion: Sendable {
    let requestedAt: Int64
    /// When the other services had forgotten the user; nil while they have not.
    let profileErasedAt: Int64?
    let presenceErasedAt: Int64?
}
