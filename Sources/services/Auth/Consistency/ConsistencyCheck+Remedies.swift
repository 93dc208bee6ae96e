import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension ConsistencyCheck {
    /// - Returns: what became of the finding; nil when it is none any more.
    func settle(
        _ kind: FindingKind, of user: UUIDv7, _ standing: Standing, within extent: Remedy.Extent
    ) async throws -> FindingOutcome? {
        let remedy = Remedy(kind, wasDeleted: standing.wasDeleted, within: extent)
        guard let remedy else { return .open }
        guard try await apply(remedy, to: user, standing) else { return .open }
        logger.notice(
            "the services did not fit together, and were mended",
            metadata: [
                "user.id": "\(user)", "finding.kind": "\(kind)", "finding.remedy": "\(remedy)",
            ])
        return remedy.outcome
    }

    /// Doing it again is no error.
    ///
    /// - Returns: whether it was done.
    private func apply(
        _ remedy: Remedy, to user: UUIDv7, _ standing: Standing
    ) async throws -> Bool {
        do {
            switch remedy {
            case .restoreProfile: try await names.restore(user, wanting: standing.signUpName)
            case .confirmName: try await names.confirm(user)
            case .releaseName: try await names.release(user)
            case .eraseProfile(let isStray): try await names.erase(user, isStray: isStray)
            case .erasePresence(let isStray): try await records.erase(user, isStray: isStray)
            case .freezeProfile(let isFrozen): try await names.setFrozen(user, isFrozen)
            case .freezePresence(let isFrozen): try await records.setFrozen(user, isFrozen)
            case .deleteAccount: return try await deleteAgain(user)
            }
            return true
        } catch let error as RPCError where error.code == .notFound {
            // The user was erased since, or the hold released: the next check says what is so then. Profile alone
            // answers so. For Presence, a user who is not known is no error.
            return false
        }
    }

    private func deleteAgain(_ user: UUIDv7) async throws -> Bool {
        let outcome = try await deletion.delete(user, by: .ofAdministrator(now: clock()))
        switch outcome {
        case .done, .unknown: return true
        case .refused: return false
        }
    }
}
