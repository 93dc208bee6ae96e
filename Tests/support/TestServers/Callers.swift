import RollcallRPC

/// Believes what the metadata `caller` says: `user ID`, `admin ID`, `service NAME` or `operator`.
/// Behind the ID, there may be when the token ends, in seconds since 1970-01-01 UTC, and the
/// session.
package struct NamedCallers: Authenticator {
    package init() {}

    package func authenticate(_ context: CallContext) async throws -> Caller {
        let words = context.metadata[text: "caller"]?.split(separator: " ").map(String.init) ?? []
        switch words.first {
        case "service": return .service(words[1])
        case "operator": return .operator
        case "user", "admin":
            return .user(
                UserIdentity(
                    userID: words[1], sessionID: words.count > 3 ? words[3] : "1",
                    isAdmin: words[0] == "admin",
                    expiresAt: words.count > 2 ? Int64(words[2]) ?? 0 : 0))
        default: return .anonymous
        }
    }
}

/// Takes everybody for the same caller.
package struct SameCaller: Authenticator {
    private let caller: Caller

    package init(_ caller: Caller) {
        self.caller = caller
    }

    package func authenticate(_ context: CallContext) async throws -> Caller { caller }
}
