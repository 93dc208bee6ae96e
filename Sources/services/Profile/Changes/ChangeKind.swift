/// What has changed of a user. As a table has it: the numbers are never changed.
enum ChangeKind: Int, Sendable {
    /// What others see of the profile.
    case profile = 0
    /// Whom the user has blocked.
    case blocks = 1
    /// What the user sees of the own profile, and services: who may see what, and what nobody else
    /// sees.
    case ownProfile = 2
}
