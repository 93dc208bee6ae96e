import ArgumentParser
import RollcallAPI
import RollcallCrypto

/// By what an account is named on the command line.
typealias UserKey = GetUserRequest.Key

extension UserKey: ExpressibleByArgument {
    /// What has an @ is an address, what reads as a UUID an id, and the rest a display name: none of
    /// the three can be another.
    public init?(argument: String) {
        guard !argument.isEmpty else { return nil }
        if argument.utf8.contains(UInt8(ascii: "@")) {
            self = .email(argument)
        } else if UUIDv7(argument) != nil {
            self = .userID(argument)
        } else {
            self = .displayName(argument)
        }
    }

    /// As it was given.
    var text: String {
        switch self {
        case .userID(let text), .email(let text), .displayName(let text): text
        }
    }

    /// - Throws: `ValidationError` for an e-mail address, which Profile does not know.
    var profileKey: ProfileKey {
        get throws {
            switch self {
            case .userID(let id): return ProfileKey(key: .userID(id))
            case .displayName(let name): return ProfileKey(key: .displayName(name))
            case .email:
                throw ValidationError("a user is named by display name or id here: \(text)")
            }
        }
    }
}
