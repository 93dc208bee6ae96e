import RollcallAPI

/// What is done about a finding.
enum Remedy: Equatable, Sendable {
    case restoreProfile, confirmName, releaseName, deleteAccount
    /// - Parameter isStray: whether nobody has deleted an account.
    case eraseProfile(isStray: Bool), erasePresence(isStray: Bool)
    case freezeProfile(Bool), freezePresence(Bool)

    /// How much a check may change.
    enum Extent: Sendable {
        /// What it does by itself: it adds what is missing, and takes nothing away, as the copy that
        /// was restored may be the wrong one.
        case additions
        /// Besides, what can be undone, and what the owner of an account has decided.
        case precautions
        /// All that can be mended.
        case everything
    }

    /// - Parameter wasDeleted: whether Auth knows that the account was deleted.
    /// - Returns: nil when nothing is to be done.
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
