import RollcallCrypto

/// Deletes accounts, for owners and administrators alike: at Auth at once, and at the other
/// services as soon as they are told.
struct AccountDeletion: Sendable {
    struct Receipt: Sendable {
        /// Lets its holder ask later how far the deletion has come; only its digest is kept.
        let token: OpaqueToken
        /// Milliseconds since 1970.
        let requestedAt: Int64
    }

    enum Outcome: Sendable {
        case done(Receipt)
        /// There is no such account.
        case unknown
        /// The caller may not delete it.
        case refused
    }

    let store: AuthStore
    /// Those that tell the other services.
    let outboxes: [Outbox]
    let ids: UUIDv7Generator
    let clock: @Sendable () -> Int64
    let random: RandomSource

    /// - Parameters:
    ///   - freesName: whether the display name is free at once, not after its quarantine.
    ///   - right: looked at in the transaction that deletes.
    /// - Throws: `RPCError` (SESSION_ENDED, LAST_ADMIN), with nothing deleted.
    func delete(
        _ id: UUIDv7, freesName: Bool = false, by right: DeletionRight
    ) async throws -> Outcome {
        let token = try OpaqueToken(kind: .deletionReceipt, id: ids.next().bytes, random: random)
        let receipt = Receipt(token: token, requestedAt: clock())
        let notices = try (0..<Address.limit).map { _ in try ids.next() }
        let outcome = try await store.delete(
            id, receipt: receipt, freesName: freesName, notices: notices, by: right)
        if case .done = outcome { for outbox in outboxes { outbox.queue.wake() } }
        return outcome
    }
}

extension OpaqueToken.Kind {
    /// Proves nothing but that its owner has deleted an account.
    static let deletionReceipt = OpaqueToken.Kind(prefix: "rcx1_")
}
