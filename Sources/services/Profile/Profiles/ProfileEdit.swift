import RollcallAPI
import RollcallRPC

/// What a user changes of their profile; `nil` for what stays as it is.
struct ProfileEdit: Sendable {
    var name: DisplayName?
    var bio: PlainText?
    var pronouns: PlainText?
    var location: PlainText?
    var links: [ProfileLink]?
    var visibilities: [FieldVisibility] = []
    var isFindable: Bool?
    /// The revision that the profile must have.
    var revision: UInt64?

    func applied(to profile: StoredProfile) -> StoredProfile {
        var profile = profile
        if let name { profile.name = name.text }
        if let bio { profile.details.bio = bio.text }
        if let pronouns { profile.details.pronouns = pronouns.text }
        if let location { profile.details.location = location.text }
        if let links { profile.details.links = links.map(\.text) }
        for entry in visibilities { profile.visibilities[entry.field] = entry.visibility }
        if let isFindable { profile.isFindable = isFindable }
        return profile
    }
}

extension ProfileEdit {
    /// - Throws: `RPCError` with one violation per broken rule, of all fields.
    init(_ request: UpdateProfileRequest, _ store: ProfileStore) async throws {
        var rules = BrokenRules()
        if let text = request.displayName {
            name = try await rules.check { try await DisplayName(request: text, store) }
        }
        bio =
            try await rules.check {
                try request.bio.map { try PlainText($0, .lines, field: "bio", longest: 1000) }
            } ?? nil
        pronouns =
            try await rules.check {
                try request.pronouns.map { try PlainText($0, field: "pronouns", longest: 40) }
            } ?? nil
        location =
            try await rules.check {
                try request.location.map { try PlainText($0, field: "location", longest: 100) }
            } ?? nil
        links =
            try await rules.check {
                try request.links.map { try ProfileLink.all(of: $0) }
            } ?? nil
        visibilities =
            try await rules.check {
                try FieldVisibility.checked(request.visibilities)
            } ?? []
        isFindable = request.isFindable
        revision = request.revision
        guard rules.isEmpty else { throw rules.refusal(of: UpdateProfileRequest.self) }
    }
}

extension FieldVisibility {
    /// - Throws: `RPCError` (FIELD_MALFORMED).
    fileprivate static func checked(_ entries: [FieldVisibility]) throws -> [FieldVisibility] {
        var seen: Set<ProfileField> = []
        for (index, entry) in entries.enumerated() {
            guard Visibilities.fields.contains(entry.field), seen.insert(entry.field).inserted,
                [.signedIn, .everyone, .onlyMe].contains(entry.visibility)
            else {
                throw RPCError.malformed(
                    "visibilities[\(index)]",
                    "each entry names another field, not the display name, and who sees it")
            }
        }
        return entries
    }
}
