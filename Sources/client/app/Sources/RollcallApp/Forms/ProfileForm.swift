import RollcallRules

/// The form of the user's own profile. What was not edited is not sent.
public struct ProfileForm: AccountForm {
    public enum Field: Sendable, CaseIterable { case displayName, bio, pronouns, location, links }

    public var displayName: String {
        didSet { note(.displayName, from: oldValue, to: displayName) }
    }
    public var bio: String { didSet { note(.bio, from: oldValue, to: bio) } }
    public var pronouns: String { didSet { note(.pronouns, from: oldValue, to: pronouns) } }
    public var location: String { didSet { note(.location, from: oldValue, to: location) } }
    /// Empty ones are not sent.
    public var links: [String] { didSet { note(.links, from: oldValue, to: links) } }
    public var history = FormHistory<Field>()
    /// As the service has it.
    public private(set) var profile: Profile

    public init(_ profile: Profile = Profile()) {
        self.profile = profile
        (displayName, bio, pronouns) = (profile.displayName, profile.bio, profile.pronouns)
        (location, links) = (profile.location, profile.links)
    }

    public func brokenRules(of field: Field) -> [Problem] {
        switch field {
        case .displayName:
            change.displayName == nil ? [] : FieldRules.displayName(displayName)
        case .bio: FieldRules.text(bio, .bio)
        case .pronouns: FieldRules.text(pronouns, .pronouns)
        case .location: FieldRules.text(location, .location)
        case .links: FieldRules.links(sentLinks)
        }
    }

    /// What differs from the profile, and only if nobody changed that meanwhile.
    public var change: ProfileChange {
        func edited<Value: Equatable>(_ value: Value, _ old: Value) -> Value? {
            value == old ? nil : value
        }
        return ProfileChange(
            displayName: edited(displayName, profile.displayName), bio: edited(bio, profile.bio),
            pronouns: edited(pronouns, profile.pronouns),
            location: edited(location, profile.location), links: edited(sentLinks, profile.links),
            revision: profile.revision > 0 ? profile.revision : nil)
    }

    /// Goes on with the profile that a service has saved. What was edited since `sent` stays.
    public mutating func rebase(from sent: ProfileForm, on saved: Profile) {
        let new = ProfileForm(saved)
        for field in [\Self.displayName, \.bio, \.pronouns, \.location]
        where self[keyPath: field] == sent[keyPath: field] {
            self[keyPath: field] = new[keyPath: field]
        }
        if links == sent.links { links = new.links }
        (profile, history.refused) = (saved, [:])
    }

    public static func field(ofPath path: String) -> Field? {
        let fields: [Substring: Field] = [
            "display_name": .displayName, "bio": .bio, "pronouns": .pronouns,
            "location": .location, "links": .links,
        ]
        return fields[path.prefix { $0 != "[" }]
    }

    private var sentLinks: [String] { links.filter { !$0.spaceTrimmed.isEmpty } }
}
