import RollcallAPI
import RollcallRPC

extension RPCClient {
    /// The same client of Auth, whose calls that are for services show a service token.
    func asService(of credential: String) -> any RPCClient {
        showingServiceToken(of: self, for: credential)
    }

    /// The same client of any service, whose calls that are for services show a service token.
    ///
    /// A token is asked for at each of them, so that it is never an old one: they are few, and a stream
    /// needs one when it is opened.
    ///
    /// - Parameters:
    ///   - auth: calls Auth.
    ///   - credential: what the token is given for; without one, that Auth knows this process as a
    ///     service by its connection.
    package func showingServiceToken(
        of auth: any RPCClient, for credential: String?
    ) -> any RPCClient {
        ServiceClient(base: self, auth: AuthServiceClient(auth), credential: credential)
    }
}

/// Shows a service token at each call but those for anyone, which do not look at it.
private struct ServiceClient<Base: RPCClient>: RPCClient {
    let base: Base
    let auth: AuthServiceClient
    let credential: String?

    func unary<Request, Response>(
        _ method: Method<Request, Response>, _ request: Request, _ options: CallOptions
    ) async throws -> Response {
        try await base.unary(method, request, showingToken(options, for: method.access))
    }

    func serverStreaming<Request, Response>(
        _ method: Method<Request, Response>, _ request: Request, _ options: CallOptions
    ) async throws -> ResponseStream<Response> {
        try await base.serverStreaming(method, request, showingToken(options, for: method.access))
    }

    func clientStreaming<Request, Response>(
        _ method: Method<Request, Response>, _ options: CallOptions
    ) async throws -> ClientStreamingCall<Request, Response> {
        try await base.clientStreaming(method, showingToken(options, for: method.access))
    }

    func bidirectional<Request, Response>(
        _ method: Method<Request, Response>, _ options: CallOptions
    ) async throws -> BidirectionalCall<Request, Response> {
        try await base.bidirectional(method, showingToken(options, for: method.access))
    }

    private func showingToken(
        _ options: CallOptions, for rule: Access
    ) async throws -> CallOptions {
        guard rule != .anyone else { return options }
        var options = options
        try options.metadata.add("authorization", text: "Bearer \(try await token())")
        return options
    }

    private func token() async throws -> String {
        let options = CallOptions(timeout: .seconds(5))
        guard let credential else {
            return try await auth.getOwnServiceToken(
                GetOwnServiceTokenRequest(), options: options
            ).token
        }
        return try await auth.getServiceToken(
            GetServiceTokenRequest(credential: credential), options: options
        ).token
    }
}
