import Storage

/// What others must hear of a commit.
package enum ProfileEvent: Sendable {
    /// There is something new for those who follow the changes.
    case changed
}

typealias ProfileTransaction = Transaction<ProfileEvent>
