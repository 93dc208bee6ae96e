import Foundation

/// A user: the one who is signed in, or another one, as far as the one who is signed in may see.
public struct User: Sendable, Equatable, Identifiable, Codable {
    /// The account, a UUID in its text form. It never changes.
    public let id: String
    /// The primary address of the account; empty without one, and for other users.
    public var email: String
    /// Whether the user has proved to read mail there.
    public var isEmailVerified: Bool
    /// The name, the photo and the texts. Empty until it was read. The photo has no URLs: these are
    /// secret, and good for an hour or two. `AccountService.photo` gets it.
    public var profile = Profile()
    /// Whether the user is here, and when they were last. Unspecified while it is unknown: without
    /// a connection, and for the user who is signed in.
    public var presence = Presence()

    /// The account alone: `StoredSession` stores the profile beside it.
    private enum CodingKeys: CodingKey { case id, email, isEmailVerified }

    public init(
        id: String, email: String = "", isEmailVerified: Bool = false,
        profile: Profile = Profile(), presence: Presence = Presence()
    ) {
        (self.id, self.email, self.isEmailVerified) = (id, email, isEmailVerified)
        (self.profile, self.presence) = (profile, presence)
    }

    /// Empty for a user without one.
    public var displayName: String {
        profile.displayName.isEmpty ? presence.displayName : profile.displayName
    }

    public var photo: Photo? { profile.photo }

    public var isOnline: Bool { presence.state == .online }

    /// When the user was last here; nil when never, or when it is hidden.
    public var lastSeen: Date? { Date(milliseconds: presence.lastSeenAtMs) }

    /// The text that the user shows with their presence; nil when there is none.
    public var statusText: String? { presence.status?.text }
}

/// Without the address, and without what the profile says.
extension User: Redacted {
    public var description: String { "user \(id)" }
}

extension User {
    init(_ session: Session) {
        self.init(
            id: session.userID, email: session.email, isEmailVerified: session.isEmailVerified)
    }
}

extension Profile {
    /// As a `User` has it.
    var withoutURLs: Profile {
        var profile = self
        profile.photo?.url = ""
        profile.photo?.sizes = []
        return profile
    }
}

extension Date {
    /// - Parameter milliseconds: since 1970-01-01 UTC; 0 for none.
    init?(milliseconds: Int64) {
        guard milliseconds > 0 else { return nil }
        self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
    }
}
