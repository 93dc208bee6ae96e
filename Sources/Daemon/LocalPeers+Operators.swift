import RollcallRPC

extension LocalPeers {
    /// Knows the operator by the unix socket, and no service: for a server whose services show
    /// tokens.
    package static func operators(otherwise fallback: any Authenticator) -> LocalPeers {
        // The number of those who have none (user_namespaces(7)), by which nobody is known.
        LocalPeers(groupID: 65534, otherwise: fallback)
    }
}
