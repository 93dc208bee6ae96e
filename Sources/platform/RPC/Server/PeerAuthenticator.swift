import Glibc

/// Knows callers by their connections. For other callers another authenticator is asked.
///
/// Processes of this machine are known by their unix sockets: those of root, and of the server's
/// own user, are the operator's. Processes whose primary group is the server's own are services.
/// Other services are known by the name in a client certificate, or by the user that their process
/// runs as.
///
/// A token in the call counts first: a process of root that presents a user's token calls as that
/// user. An invalid token is refused, also from root.
///
/// Only the primary group counts, as the kernel saw it when the peer connected. Each member of the
/// server's group can make it the primary one (newgrp(1)), so every member is trusted as a service.
public struct PeerAuthenticator: Authenticator {
    /// By what a service is known.
    public enum Name: Sendable, Hashable {
        /// A DNS name in its certificate, as it is written there; nothing is matched by pattern.
        case dns(String)
        /// A URI in its certificate, such as a SPIFFE id.
        case uri(String)
        /// The user that its process runs as.
        case unixUser(UInt32)
    }

    /// The name of a service that is known by its group alone. Such a service may not do what is
    /// for Auth or Profile alone.
    public static let localService = "local"

    private let userID: UInt32
    private let groupID: UInt32?
    private let services: [Name: String]
    private let fallback: any Authenticator

    /// - Parameters:
    ///   - userID: the server's own.
    ///   - groupID: the server's own; nil if no process is a service because of its group.
    ///   - services: the name of the service for each name that one is known by.
    ///   - fallback: finds out about callers by what they say, such as a token.
    public init(
        userID: UInt32 = geteuid(), groupID: UInt32?, services: [Name: String] = [:],
        otherwise fallback: any Authenticator
    ) {
        self.userID = userID
        self.groupID = groupID
        self.services = services
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

    public func timeLeft(of context: CallContext) -> Duration? {
        fallback.timeLeft(of: context)
    }

    public func caller(of peer: PeerIdentity) -> Caller {
        if case .process(let process) = peer.proof {
            if Self.isOperator(process, of: userID) { return .operator }
            if process.groupID == groupID, groupID != UnixProcess.overflowID {
                return .service(Self.localService)
            }
        }
        return service(of: peer).map(Caller.service) ?? fallback.caller(of: peer)
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

    /// Nil as well when the names of one certificate are those of different services.
    private func service(of peer: PeerIdentity) -> String? {
        let known = Set(Self.names(of: peer.proof).compactMap { services[$0] })
        return known.count == 1 ? known.first : nil
    }

    private static func names(of proof: PeerIdentity.Proof) -> [Name] {
        switch proof {
        case .none: []
        case .certificate(let certificate):
            certificate.dnsNames.map(Name.dns) + certificate.uris.map(Name.uri)
        case .process(let process):
            process.userID == UnixProcess.overflowID ? [] : [.unixUser(process.userID)]
        }
    }
}
