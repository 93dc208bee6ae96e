import Storage

/// What others must hear of a commit.
package enum ProfileEvent: Sendable {
    /// There is something new for those who follow the changes.
    case changed
    /// Changes of users who share a photo are still to be noted.
    case changesLeft
}

typealias ProfileTransaction = Transaction<ProfileEvent>
