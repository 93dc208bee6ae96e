import RollcallRPC

/// Sends the access token with every call that needs one. A call for anyone or a user
/// (`Access.anyoneOrUser`) is made without one if no user is signed in, or if the session has
/// ended. If the token is stale and Auth does not answer, the call fails as any other does.
///
/// A unary call that is refused because of its token is repeated once with a fresh one. A streaming
/// call is not, as some of it may have been read: see `RollcallSession.retryingWhenRefused`.
struct AuthorizedClient: RPCClient {
    /// The timeout of a unary call that names none.
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
            let fresh = try await unlessStranger(method.access) {
                try await credentials.replacement(for: token)
            }
            return try await base.unary(
                method, request, fresh.map(options.authorized(by:)) ?? options)
        }
    }

    func open<Request, Response>(
        _ method: Method<Request, Response>, _ request: Request?, _ options: CallOptions
    ) async throws -> ResponseStream<Response> {
        let token = try await token(for: method.access)
        return try await base.open(
            method, request, token.map(options.authorized(by:)) ?? options)
    }

    /// - Returns: `nil` for a call that needs no user, if it takes no token or there is none.
    private func token(for rule: Access) async throws -> String? {
        guard rule != .anyone else { return nil }
        return try await unlessStranger(rule) { try await credentials.accessToken() }
    }

    /// - Returns: `nil` if no user is signed in and the call needs none.
    private func unlessStranger(
        _ rule: Access, _ token: () async throws -> String
    ) async throws -> String? {
        do {
            return try await token()
        } catch let error as SessionError where rule == .anyoneOrUser {
            guard error == .notSignedIn || error == .ended else { throw error }
            return nil
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
