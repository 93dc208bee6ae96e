import RollcallRPC

/// Sends the access token along with every call whose rule asks for one, and, if somebody is signed in,
/// with those that tell a user more.
///
/// A unary call that is refused because of its token is made once more with a fresh one. A call
/// that streams is not, as some of it may have been read: see `RollcallSession.retryingWhenRefused`.
struct AuthorizedClient: RPCClient {
    /// How long a unary call may take that names no timeout.
    static let timeout = Duration.seconds(15)

    let base: any RPCClient
    let credentials: Credentials

    func unary<Request, Response>(
        _ method: Method<Request, Response>, _ request: Request, _ options: CallOptions
    ) async throws -> Response {
        var options = options
        options.timeout = options.timeout ?? Self.timeout
        guard let token = try await token(for: method.access) else {
            return try await base.unary(method, request, options)
        }
        do {
            return try await base.unary(method, request, options.authorized(by: token))
        } catch let error as RPCError where error.code == .unauthenticated {
            let token = try await credentials.replacement(for: token)
            return try await base.unary(method, request, options.authorized(by: token))
        }
    }

    func serverStreaming<Request, Response>(
        _ method: Method<Request, Response>, _ request: Request, _ options: CallOptions
    ) async throws -> ResponseStream<Response> {
        try await base.serverStreaming(method, request, authorized(options, for: method))
    }

    func clientStreaming<Request, Response>(
        _ method: Method<Request, Response>, _ options: CallOptions
    ) async throws -> ClientStreamingCall<Request, Response> {
        try await base.clientStreaming(method, authorized(options, for: method))
    }

    func bidirectional<Request, Response>(
        _ method: Method<Request, Response>, _ options: CallOptions
    ) async throws -> BidirectionalCall<Request, Response> {
        try await base.bidirectional(method, authorized(options, for: method))
    }

    private func authorized<Request, Response>(
        _ options: CallOptions, for method: Method<Request, Response>
    ) async throws -> CallOptions {
        try await token(for: method.access).map(options.authorized(by:)) ?? options
    }

    /// - Returns: `nil` for a call that a stranger may make, if it takes no token or there is none.
    private func token(for rule: Access) async throws -> String? {
        switch rule {
        case .anyone: return nil
        case .anyoneOrUser:
            do {
                return try await credentials.accessToken()
            } catch SessionError.notSignedIn, SessionError.ended {
                return nil
            }
        default: return try await credentials.accessToken()
        }
    }
}

extension CallOptions {
    fileprivate func authorized(by token: String) throws -> CallOptions {
        var options = self
        try options.metadata.add("authorization", text: "Bearer \(token)")
        return options
    }
}
