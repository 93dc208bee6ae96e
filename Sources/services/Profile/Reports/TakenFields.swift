import RollcallAPI
import RollcallRPC
import Tables

/// The fields of a profile that an administrator takes away, and the reason.
struct TakenFields: Sendable {
    /// Each field once, in the order of `all`.
    let fields: [ProfileField]
    let reason: PlainText
    /// Whether users may upload the photo again.
    let allowsPhoto: Bool

    static let all: [ProfileField] = [.displayName] + Visibilities.fields

    /// - Parameter name: the name of the request's field, for the error.
    /// - Throws: `RPCError` (FIELD_MISSING, FIELD_MALFORMED).
    init(
        _ fields: [ProfileField], field name: String, reason: String, allowsPhoto: Bool
    ) throws {
        if let index = fields.firstIndex(where: { !Self.all.contains($0) }) {
            throw RPCError.malformed("\(name)[\(index)]", "each entry is a field of a profile")
        }
        self.fields = Self.all.filter(fields.contains)
        self.reason = try PlainText(requiredReason: reason)
        self.allowsPhoto = allowsPhoto
    }
}

extension [ProfileField] {
    /// The names of the fields, for the log.
    var names: String { map { "\($0)" }.joined(separator: ",") }
}

extension StoredProfile {
    /// The content of a field in the form for comparisons; empty for none.
    private func content(of field: ProfileField) -> String {
        switch field {
        // Names that differ only in case count as the same.
        case .displayName: name.lowercased()
        case .photo: photo?.id.hex ?? ""
        case .bio: details.bio
        case .pronouns: details.pronouns
        case .location: details.location
        case .links: details.links.joined(separator: "\n")
        case .unspecified, .unrecognized: ""
        }
    }

    /// The fields that are not empty.
    var filledFields: [ProfileField] {
        TakenFields.all.filter { !content(of: $0).isEmpty }
    }

    /// The fields that have the same content in another state of the profile.
    func fields(unchangedIn other: StoredProfile) -> [ProfileField] {
        filledFields.filter { content(of: $0) == other.content(of: $0) }
    }
}

extension ProfileDetails {
    /// - Parameter field: ignored if it has no text.
    mutating func clear(_ field: ProfileField) {
        switch field {
        case .bio: bio = ""
        case .pronouns: pronouns = ""
        case .location: location = ""
        case .links: links = []
        case .displayName, .photo, .unspecified, .unrecognized: break
        }
    }
}
