import Glibc

/// Knows the processes of this machine by their unix sockets. Processes of root, and of the server's own
/// user, are the operator's. Processes whose primary group is the server's own are services. For other
/// callers another authenticator is asked.
///
/// A token in the call counts first: a process of root that presents a user's token calls as that user. An
/// invalid token is refused, also from root.
///
/// Only the primary group counts, as the kernel saw it when the peer connected. Each member of the server's
/// group can make it the primary one (newgrp(1)), so every member is trusted as a service.
public struct LocalPeers: Authenticator {
    /// The name of a service that is known by its group alone. Such a service may not do what is for Auth or
    /// Profile alone.
    public static let serviceName = "local"

    private let userID: UInt32
    private let groupID: UInt32
    private let fallback: any Authenticator

    /// - Parameters:
    ///   - userID: the server's own.
    ///   - groupID: the server's own.
    ///   - fallback: finds out about callers by what they say, such as a token.
    public init(
        userID: UInt32 = geteuid(), groupID: UInt32 = getegid(),
        otherwise fallback: any Authenticator
    ) {
        self.userID = userID
        self.groupID = groupID
        self.fallback = fallback
    }

    public func authenticate(_ context: CallContext) async throws -> Caller {
        try await named(fallback.authenticate(context), context)
    }

    public func authenticateAtOnce(_ context: CallContext) throws -> Caller? {
        try fallback.authenticateAtOnce(context).map { named($0, context) }
    }

    private func named(_ caller: Caller, _ context: CallContext) -> Caller {
        caller == .anonymous ? self.caller(of: context.peer) : caller
    }

    public func caller(of peer: PeerIdentity) -> Caller {
        if case .process(let process) = peer.proof, let caller = caller(of: process) {
            return caller
        }
        return fallback.caller(of: peer)
    }

    /// The operator may do all that needs no account: what they were refused needs a token.
    public func refusal(of caller: Caller) -> RPCError {
        fallback.refusal(of: caller == .operator ? .anonymous : caller)
    }

    /// Whether a peer is a process of root, or of this process's own user.
    static func isOperator(_ peer: PeerIdentity) -> Bool {
        guard case .process(let process) = peer.proof else { return false }
        return isOperator(process, of: geteuid())
    }

    private static func isOperator(_ process: UnixProcess, of userID: UInt32) -> Bool {
        [0, userID].contains(process.userID) && process.userID != UnixProcess.overflowID
    }

    private func caller(of process: UnixProcess) -> Caller? {
        if Self.isOperator(process, of: userID) { return .operator }
        if process.groupID == groupID, groupID != UnixProcess.overflowID {
            return .service(Self.serviceName)
        }
        return nil
    }
}
