import RollcallAPI
import RollcallRPC

/// What a user lets others see, in one byte. The numbers are those of the contract, and of the
/// table.
enum UserVisibility: UInt8, Sendable {
    case everyone = 1
    case coarse = 2
    case nobody = 3

    /// - Throws: `RPCError` (`invalidArgument`).
    init(_ request: UpdatePresenceSettingsRequest) throws {
        switch request.visibility {
        case .everyone: self = .everyone
        case .coarse: self = .coarse
        case .nobody: self = .nobody
        case .unspecified:
            throw RPCError.missing("visibility", "the visibility is missing")
        case .unrecognized(let number):
            throw RPCError.malformed("visibility", "\(number) is no visibility")
        }
    }

    var message: PresenceVisibility { PresenceVisibility(rawValue: Int32(rawValue)) }
}
