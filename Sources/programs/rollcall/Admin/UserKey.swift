import ArgumentParser
import RollcallAPI
import RollcallCrypto

/// By what a user is named on the command line.
extension UserKey.Key: ExpressibleByArgument {
    /// What has an @ is an address, what reads as a UUID an id, and the rest a display name: none
    /// of the three can be another.
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
    var text: String { field.text }

    /// The JSON name of its field in the contract, and its text.
    var field: (name: String, text: String) {
        switch self {
        case .userID(let id): ("userId", id)
        case .email(let address): ("email", address)
        case .displayName(let name): ("displayName", name)
        }
    }
}
