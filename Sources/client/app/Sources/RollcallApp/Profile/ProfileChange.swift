/// What to change of the own profile. What is nil stays as it is.
public struct ProfileChange: Sendable, Equatable {
    public var displayName: String?
    /// Empty for none, as the other texts.
    public var bio: String?
    public var pronouns: String?
    public var location: String?
    /// At most 5 addresses with `https:`.
    public var links: [String]?
    /// Whether a search by name finds the user.
    public var isFindable: Bool?
    /// Who sees these fields. Others stay as they are.
    public var visibilities: [FieldVisibility]?
    /// If set, the change is made only if this is still the profile's revision.
    public var revision: UInt64?

    public init(
        displayName: String? = nil, bio: String? = nil, pronouns: String? = nil,
        location: String? = nil, links: [String]? = nil, isFindable: Bool? = nil,
        visibilities: [FieldVisibility]? = nil, revision: UInt64? = nil
    ) {
        (self.displayName, self.bio, self.pronouns) = (displayName, bio, pronouns)
        (self.location, self.links, self.isFindable) = (location, links, isFindable)
        (self.visibilities, self.revision) = (visibilities, revision)
    }
}

extension UpdateProfileRequest {
    init(_ change: ProfileChange) {
        self.init()
        func take<Value>(
            _ value: Value?, _ name: String, _ field: WritableKeyPath<Self, Value>
        ) {
            guard let value else { return }
            updateMask.append(name)
            self[keyPath: field] = value
        }
        take(change.displayName, "display_name", \.displayName)
        take(change.bio, "bio", \.bio)
        take(change.pronouns, "pronouns", \.pronouns)
        take(change.location, "location", \.location)
        take(change.links, "links", \.links)
        take(change.visibilities, "visibilities", \.visibilities)
        take(change.isFindable, "is_findable", \.isFindable)
        revision = change.revision
    }
}
