import RollcallAPI
import RollcallCrypto

/// Who sees each field of a profile. By default signed-in users see all fields.
struct Visibilities: Sendable, Equatable {
    /// Two bits for each field, the first of `fields` lowest: 0 for signed-in users, 1 for
    /// everyone, 2 for the owner alone. Tables store this value, so the order must never change.
    private(set) var bits = 0

    /// The fields that can be hidden.
    static let fields: [ProfileField] = [.photo, .bio, .pronouns, .location, .links]

    /// - Returns: who sees the field; everyone, if it cannot be hidden.
    subscript(field: ProfileField) -> Visibility {
        get {
            guard let shift = Self.shift(of: field) else { return .everyone }
            return switch bits >> shift & 3 {
            case 0: .signedIn
            case 1: .everyone
            // A pattern that is never written shows nothing.
            default: .onlyMe
            }
        }
        set {
            guard let shift = Self.shift(of: field) else { return }
            let value =
                switch newValue {
                case .signedIn: 0
                case .everyone: 1
                default: 2
                }
            bits = bits & ~(3 << shift) | value << shift
        }
    }

    private static func shift(of field: ProfileField) -> Int? {
        fields.firstIndex(of: field).map { 2 * $0 }
    }

    /// The visibilities as the owner sees them.
    var message: [FieldVisibility] {
        Self.fields.map { FieldVisibility(field: $0, visibility: self[$0]) }
    }
}

/// Who looks at a profile.
enum Viewer: Sendable, Equatable {
    case stranger
    case user(UUIDv7)
    /// Any signed-in user except the owner.
    case anotherUser

    /// Nil for `stranger` and `anotherUser`.
    var userID: UUIDv7? {
        if case .user(let user) = self { user } else { nil }
    }

    func sees(_ visibility: Visibility, of owner: UUIDv7) -> Bool {
        switch (self, visibility) {
        case (_, .everyone), (.user, .signedIn), (.anotherUser, .signedIn): true
        case (.user(let user), _): user == owner
        case (.stranger, _), (.anotherUser, _): false
        }
    }
}
