import ArgumentParser
import RollcallAPI
import RollcallCrypto

/// By what an account is named on the command line.
enum UserKey: ExpressibleByArgument, Equatable {
    case id(String)
    case email(String)
    case displayName(String)

    /// What has an @ is an address, what reads as a UUID an id, and the rest a display name: none of
    /// the three can be another.
    init?(argument: String) {
        guard !argument.isEmpty else { return nil }
        if argument.utf8.contains(UInt8(ascii: "@")) {
            self = .email(argument)
        } else if UUIDv7(argument) != nil {
            self = .id(argument)
        } else {
            self = .displayName(argument)
        }
    }

    /// As it was given.
    var text: String {
        switch self {
        case .id(let text), .email(let text), .displayName(let text): text
        }
    }

    /// - Throws: `ValidationError` for an e-mail address, which Profile does not know.
    var profileKey: ProfileKey {
        get throws {
            switch self {
            case .id(let id): return ProfileKey(key: .userID(id))
            case .displayName(let name): return ProfileKey(key: .displayName(name))
            case .email:
                throw ValidationError("a user is named by display name or id here: \(text)")
            }
        }
    }

    var request: GetUserRequest.Key {
        switch self {
        case .id(let id): .userID(id)
        case .email(let email): .email(email)
        case .displayName(let name): .displayName(name)
        }
    }
}
