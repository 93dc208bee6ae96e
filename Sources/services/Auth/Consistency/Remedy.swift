import RollcallAPI

/// What the check does about a finding.
enum Remedy: Equatable, Sendable {
    case restoreProfile, confirmName, releaseName, deleteAccount
    /// - Parameter isStray: whether Auth knows of no deletion of the account.
    case eraseProfile(isStray: Bool), erasePresence(isStray: Bool)
    case freezeProfile(Bool), freezePresence(Bool)

    /// How much a check may change.
    enum Extent: Sendable {
        /// The changes that a check makes without being asked. It adds what is missing. It removes
        /// nothing, as the restored copy may be the wrong one.
        case additions
        /// Changes that can be undone, and changes that the owner of an account has decided.
        case precautions
        /// All repairs.
        case everything
    }

    /// - Parameter wasDeleted: whether Auth knows that the account was deleted.
    /// - Returns: nil if there is nothing to do.
    init?(_ kind: FindingKind, wasDeleted: Bool, within extent: Extent) {
        let isAdding = extent != .precautions
        switch kind {
        case .profileMissing where isAdding: self = .restoreProfile
        case .nameUnconfirmed where isAdding: self = .confirmName
        case .profileFrozen: self = .freezeProfile(false)
        case .presenceFrozen: self = .freezePresence(false)
        case .deletedElsewhere where extent == .everything: self = .deleteAccount
        case .profileWithoutAccount, .nameWithoutAccount, .presenceWithoutAccount:
            guard extent != .additions else { return nil }
            let isErased = wasDeleted || extent == .everything
            switch (kind, isErased) {
            case (.presenceWithoutAccount, false): self = .freezePresence(true)
            case (.presenceWithoutAccount, true): self = .erasePresence(isStray: !wasDeleted)
            case (_, false): self = .freezeProfile(true)
            case (.nameWithoutAccount, true) where !wasDeleted: self = .releaseName
            case (_, true): self = .eraseProfile(isStray: !wasDeleted)
            }
        default: return nil
        }
    }

    var outcome: FindingOutcome {
        switch self {
        case .freezeProfile(true), .freezePresence(true): .frozen
        default: .mended
        }
    }
}
