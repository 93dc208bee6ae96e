import RollcallAPI
import RollcallRPC

/// Which display name a user is to get whose profile is missing.
enum WantedName: Sendable {
    /// None: the user has an account without one.
    case none
    /// Any that is free.
    case any
    case this(DisplayName)

    /// - Throws: `RPCError` (FIELD_MALFORMED) if a name is asked for, and none.
    init(_ request: RestoreProfileRequest) throws {
        guard request.isNameless else {
            self = DisplayName(request.displayName).map(Self.this) ?? .any
            return
        }
        try RPCError.requireNoName(request.displayName)
        self = .none
    }
}

extension RPCError {
    /// - Throws: `RPCError` (FIELD_MALFORMED) for a request that has a name and says that there is
    ///   none.
    static func requireNoName(_ name: String) throws {
        guard name.isEmpty else {
            throw malformed("display_name", "with without_name, display_name is empty")
        }
    }
}
