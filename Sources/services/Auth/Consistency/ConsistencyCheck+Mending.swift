import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension ConsistencyCheck {
    /// Counts what would be erased. With a wrong copy of Auth that is nearly everything, and the
    /// right copy would then take the erased users for deleted ones.
    ///
    /// - Throws: `RPCError` (`failedPrecondition`) if that is very much; what `run` throws.
    func refuseLoss(mayGoOn: () async throws -> Void) async throws {
        var found: [FindingKind: UInt64] = [:]
        let all = try await run(mending: false, mayGoOn: mayGoOn) {
            found[$0.kind, default: 0] += 1
        }
        let kinds = [FindingKind.profileWithoutAccount, .presenceWithoutAccount, .deletedElsewhere]
        let loss = kinds.compactMap { found[$0] }.max() ?? 0
        let users = max(all.accounts, all.profiles, all.presences)
        guard loss > 0, all.accounts == 0 || (loss > 10 && loss > users / 10) else { return }
        throw RPCError(
            .failedPrecondition,
            """
            \(loss) of \(users) users would be erased for good, and Auth has \(all.accounts) \
            accounts: put the right copy of the database in place and check again, or mend with \
            --accept-loss
            """)
    }

    /// Repairs a finding. Doing it again is no error.
    ///
    /// - Returns: what became of the finding.
    func mend(
        _ kind: FindingKind, of user: UUIDv7, _ standing: Standing
    ) async throws -> FindingOutcome {
        do {
            switch kind {
            case .profileMissing: try await peers.names.restore(user, wanting: standing.signUpName)
            case .nameUnconfirmed: try await peers.names.repair(.confirmDisplayName, of: user)
            // The name of an account that was deleted is not free at once: others may have seen it.
            case .nameWithoutAccount where !standing.wasDeleted:
                try await peers.names.repair(.releaseDisplayName, of: user)
            case .nameWithoutAccount, .profileWithoutAccount:
                try await peers.names.repair(.eraseProfile, of: user)
            case .presenceWithoutAccount: try await peers.records.repair(.erasePresence, of: user)
            case .deletedElsewhere:
                let outcome = try await deletion.delete(user, by: .ofAdministrator(now: clock()))
                if case .refused = outcome { return .open }
            case .unspecified, .unrecognized: return .open
            }
        } catch let error as RPCError where error.code == .notFound {
            // The user was erased since, or the hold released: the next check says what is so then.
            // Only Profile answers so. For Presence, a user who is not known is no error.
            return .open
        }
        logger.notice(
            "the services did not fit together, and were mended",
            metadata: ["user.id": "\(user)", "finding.kind": "\(kind)"])
        return .mended
    }
}
