import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension ConsistencyCheck {
    /// - Returns: what became of the finding.
    func mend(
        _ kind: FindingKind, of user: UUIDv7, _ standing: Standing
    ) async throws -> FindingOutcome {
        guard let remedy = Remedy(kind, wasDeleted: standing.wasDeleted),
            try await apply(remedy, to: user, standing)
        else { return .open }
        logger.notice(
            "the services did not fit together, and were mended",
            metadata: [
                "user.id": "\(user)", "finding.kind": "\(kind)", "finding.remedy": "\(remedy)",
            ])
        return .mended
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
            case .eraseProfile: try await names.erase(user)
            case .erasePresence: try await records.erase(user)
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
