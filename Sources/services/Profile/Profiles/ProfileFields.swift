import RollcallAPI
import RollcallRPC

/// The fields of profiles that a request asks for, besides the id and the times.
struct ProfileFields: Sendable, Equatable {
    /// One bit for each field: the one of its number. Sealed cursors depend on this value.
    private(set) var bits: UInt8 = 0

    static let all = ProfileFields(TakenFields.all)
    /// Those of lists, unless others are asked for.
    static let usual = ProfileFields([.displayName, .photo])

    private init(_ fields: [ProfileField]) {
        bits = fields.reduce(0) { $0 | Self.bit(of: $1) }
    }

    /// The field `fields` of a request.
    ///
    /// - Parameter standard: what an empty field means.
    /// - Throws: `RPCError` (FIELD_MALFORMED).
    init(request fields: [ProfileField], orElse standard: ProfileFields) throws {
        guard !fields.isEmpty else {
            self = standard
            return
        }
        for (index, field) in fields.enumerated() {
            guard TakenFields.all.contains(field), !contains(field) else {
                throw RPCError.malformed(
                    "fields[\(index)]", "each entry is another field of a profile")
            }
            bits |= Self.bit(of: field)
        }
    }

    func contains(_ field: ProfileField) -> Bool {
        bits & Self.bit(of: field) != 0
    }

    /// Whether a text is among them, which may be long.
    var haveTexts: Bool { bits & ~Self.usual.bits != 0 }

    private static func bit(of field: ProfileField) -> UInt8 {
        1 << UInt8(truncatingIfNeeded: field.rawValue)
    }
}

extension Profile {
    /// With the id, the times, what only the owner sees, and some fields.
    func reduced(to fields: ProfileFields) -> Profile {
        guard fields != .all else { return self }
        var profile = Profile(
            userID: userID, createdAtMs: createdAtMs, updatedAtMs: updatedAtMs,
            revision: revision, visibilities: visibilities, isFindable: isFindable)
        if fields.contains(.displayName) { profile.displayName = displayName }
        if fields.contains(.photo) { profile.photo = photo }
        if fields.contains(.bio) { profile.bio = bio }
        if fields.contains(.pronouns) { profile.pronouns = pronouns }
        if fields.contains(.location) { profile.location = location }
        if fields.contains(.links) { profile.links = links }
        return profile
    }
}
