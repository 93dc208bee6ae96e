import RollcallAPI
import RollcallRPC
import RollcallRules
import Tables

/// What a user changes of their profile; `nil` for what stays as it is.
struct ProfileEdit: Sendable {
    var name: DisplayName?
    var bio: PlainText?
    var pronouns: PlainText?
    var location: PlainText?
    var links: [ProfileLink]?
    var visibilities: [FieldVisibility]?
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
        for entry in visibilities ?? [] { profile.visibilities[entry.field] = entry.visibility }
        if let isFindable { profile.isFindable = isFindable }
        return profile
    }
}

extension ProfileEdit {
    /// The fields that a mask can name.
    private enum Field: String {
        case displayName = "display_name"
        case bio, pronouns, location, links, visibilities
        case isFindable = "is_findable"
    }

    /// - Throws: `RPCError` with one violation per broken rule, of all fields.
    init(_ request: UpdateProfileRequest, _ store: ProfileStore) async throws {
        var rules = BrokenRules()
        let mask = try await rules.check { try Self.fields(in: request.updateMask) } ?? []
        func read<Value>(
            _ field: Field, _ value: () async throws -> Value
        ) async throws -> Value? {
            mask.contains(field) ? try await rules.check(value) : nil
        }
        name = try await read(.displayName) {
            try await DisplayName(request: request.displayName, store)
        }
        bio = try await read(.bio) { try PlainText(request.bio, .bio, field: "bio") }
        pronouns = try await read(.pronouns) {
            try PlainText(request.pronouns, .pronouns, field: "pronouns")
        }
        location = try await read(.location) {
            try PlainText(request.location, .location, field: "location")
        }
        links = try await read(.links) { try ProfileLink.all(of: request.links) }
        visibilities = try await read(.visibilities) {
            try FieldVisibility.checked(request.visibilities)
        }
        isFindable = mask.contains(.isFindable) ? request.isFindable : nil
        revision = request.revision
        guard rules.isEmpty else { throw rules.refusal(of: UpdateProfileRequest.self) }
    }

    /// - Throws: `RPCError` (FIELD_MISSING, FIELD_MALFORMED).
    private static func fields(in mask: [String]) throws -> Set<Field> {
        guard !mask.isEmpty else {
            throw RPCError.missing("update_mask", "the names of the fields to change are missing")
        }
        var fields: Set<Field> = []
        _ = try RPCError.reading(mask, of: "update_mask") { name in
            guard let field = Field(rawValue: name), fields.insert(field).inserted else {
                throw RPCError.malformed("", "each entry names another field that can be changed")
            }
            return field
        }
        return fields
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
