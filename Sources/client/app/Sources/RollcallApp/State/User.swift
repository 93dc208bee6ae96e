import Foundation

/// A user: the one who is signed in, or another one, as far as the one who is signed in may see.
public struct User: Sendable, Equatable, Identifiable {
    /// The account, a UUID in its text form. It never changes.
    public let id: String
    /// The primary address of the account; empty without one, and for other users.
    public var email: String
    /// Whether the user has proved to read mail there.
    public var isEmailVerified: Bool
    /// The name, the photo and the texts. Empty until it was read.
    public var profile: Profile
    /// Whether the user is here, and when they were last. Unspecified while it is unknown: without
    /// a connection, and for the user who is signed in.
    public var presence: Presence

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
    public var lastSeen: Date? {
        presence.lastSeenAtMs > 0 ? Date(milliseconds: presence.lastSeenAtMs) : nil
    }

    /// The text that the user shows with their presence; nil when there is none.
    public var statusText: String? { presence.status?.text }
}

/// Without the address, and without what the profile says.
extension User: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "user \(id)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension User {
    init(_ session: Session) {
        self.init(
            id: session.userID, email: session.email, isEmailVerified: session.isEmailVerified)
    }
}

/// The stored form. Presence is not stored: it is over by the next launch.
extension User: Codable {
    private enum CodingKeys: CodingKey { case id, email, isEmailVerified, profile }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        // Earlier versions have stored no profile. One that is damaged is read again.
        let profile = try? values.decodeIfPresent(Data.self, forKey: .profile)
        self.init(
            id: try values.decode(String.self, forKey: .id),
            email: try values.decode(String.self, forKey: .email),
            isEmailVerified: try values.decode(Bool.self, forKey: .isEmailVerified),
            profile: profile.flatMap { try? Profile(decoding: $0) } ?? Profile())
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(id, forKey: .id)
        try values.encode(email, forKey: .email)
        try values.encode(isEmailVerified, forKey: .isEmailVerified)
        if profile != Profile() {
            try values.encode(Data(profile.withoutURLs.encoded()), forKey: .profile)
        }
    }
}

extension Profile {
    /// As it is stored: the URLs of a photo are secret, and good for an hour or two.
    var withoutURLs: Profile {
        var profile = self
        profile.photo?.url = ""
        profile.photo?.sizes = []
        return profile
    }
}

extension Date {
    init(milliseconds: Int64) { self.init(timeIntervalSince1970: Double(milliseconds) / 1000) }
}
