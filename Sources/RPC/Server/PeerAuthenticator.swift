/// Knows services by the name in a client certificate, or by the user that a process on this machine runs
/// as. For other callers another authenticator is asked.
///
/// A token in the call counts first: a service that passes on a user's token calls as that user. An invalid
/// token is refused, also from a service.
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

    private let services: [Name: String]
    private let fallback: any Authenticator

    /// - Parameters:
    ///   - services: the name of the service for each name that one is known by.
    ///   - fallback: finds out about callers by what they say, such as a token.
    public init(services: [Name: String], otherwise fallback: any Authenticator) {
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

    public func caller(of peer: PeerIdentity) -> Caller {
        service(of: peer).map(Caller.service) ?? fallback.caller(of: peer)
    }

    public func refusal(of caller: Caller) -> RPCError {
        fallback.refusal(of: caller)
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
