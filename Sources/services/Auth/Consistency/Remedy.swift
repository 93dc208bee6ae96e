import RollcallAPI

/// What the check does about a finding.
enum Remedy: Equatable, Sendable {
    case restoreProfile, confirmName, releaseName, deleteAccount, eraseProfile, erasePresence

    /// - Parameter wasDeleted: whether Auth knows that the account was deleted.
    /// - Returns: nil for a kind that this version does not know.
    init?(_ kind: FindingKind, wasDeleted: Bool) {
        switch kind {
        case .profileMissing: self = .restoreProfile
        case .nameUnconfirmed: self = .confirmName
        case .deletedElsewhere: self = .deleteAccount
        case .profileWithoutAccount: self = .eraseProfile
        case .nameWithoutAccount: self = wasDeleted ? .eraseProfile : .releaseName
        case .presenceWithoutAccount: self = .erasePresence
        default: return nil
        }
    }
}
