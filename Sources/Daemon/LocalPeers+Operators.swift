import RollcallRPC

extension LocalPeers {
    /// Identifies the operator by the unix socket, and no service. For a server whose services use tokens.
    package static func operators(otherwise fallback: any Authenticator) -> LocalPeers {
        // The placeholder for users without a number (user_namespaces(7)). It identifies no service.
        LocalPeers(groupID: 65534, otherwise: fallback)
    }
}
