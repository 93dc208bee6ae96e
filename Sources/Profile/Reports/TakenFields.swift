import RollcallAPI
import RollcallRPC

/// What an administrator takes away of a profile, and why.
struct TakenFields: Sendable {
    /// Each once, in the order of `all`.
    let fields: [ProfileField]
    let reason: PlainText
    /// Whether users may upload the photo again.
    let allowsPhoto: Bool

    static let all: [ProfileField] = [.displayName] + Visibilities.fields

    /// - Parameter name: of the request's field that has the fields, for the error.
    /// - Throws: `RPCError` (FIELD_MISSING, FIELD_MALFORMED).
    init(
        _ fields: [ProfileField], field name: String, reason: String, allowsPhoto: Bool
    ) throws {
        guard fields.count <= Self.all.count, fields.allSatisfy(Self.all.contains) else {
            throw RPCError.malformed(name, "each entry is another field of a profile")
        }
        self.fields = Self.all.filter(fields.contains)
        self.reason = try PlainText(requiredReason: reason)
        self.allowsPhoto = allowsPhoto
    }
}

extension [ProfileField] {
    /// For the log.
    var names: String { map { "\($0)" }.joined(separator: ",") }
}

extension StoredProfile {
    /// What is in a field, as it is compared; empty for nothing.
    private func content(of field: ProfileField) -> String {
        switch field {
        // Letters of another case make no other name.
        case .displayName: name.lowercased()
        case .photo: photo?.id.hex ?? ""
        case .bio: details.bio
        case .pronouns: details.pronouns
        case .location: details.location
        case .links: details.links.joined(separator: "\n")
        case .unspecified, .unrecognized: ""
        }
    }

    /// The fields that have something in them.
    var filledFields: [ProfileField] {
        TakenFields.all.filter { !content(of: $0).isEmpty }
    }

    /// The fields that have the same in them as another state of the profile has.
    func fields(unchangedIn other: StoredProfile) -> [ProfileField] {
        filledFields.filter { content(of: $0) == other.content(of: $0) }
    }
}

extension ProfileDetails {
    /// - Parameter field: nothing is done for one that has no text.
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
