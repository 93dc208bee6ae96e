import NIOCore
import RollcallWire

/// The RPCs that a server answers, each with the rule of who may call it.
public struct Router: Sendable {
    final class Route: Sendable {
        let rpc: ServedRPC
        /// The place of the RPC among those of its server.
        let index: Int
        /// The longest that a call may take; nil: as long as its caller wants.
        private let longestTime: TimeAmount?
        /// Finds out who calls; nil when anyone may.
        let authenticator: (any Authenticator)?
        /// What runs around the handler, the outermost first: so many before the check of who may
        /// call, and the others behind it.
        let interceptions: [Interception]
        private let countBeforeAuthorization: Int
        let hooks: MessageHooks
        let handler: ServerHandler

        /// - Parameter surroundings: what the server puts around all handlers.
        init(
            _ rpc: ServedRPC, index: Int = 0, longestTime: TimeAmount? = nil,
            in surroundings: Surroundings = Surroundings(), handler: @escaping ServerHandler
        ) {
            self.rpc = rpc
            self.index = index
            self.longestTime = longestTime
            authenticator = rpc.access == .anyone ? nil : surroundings.authenticator
            let before = surroundings.interceptions(of: rpc, beforeAuthorization: true)
            countBeforeAuthorization = before.count
            interceptions = before + surroundings.interceptions(of: rpc, beforeAuthorization: false)
            hooks = MessageHooks(interceptions)
            self.handler = handler
        }

        var interceptionsBeforeAuthorization: ArraySlice<Interception> {
            interceptions.prefix(countBeforeAuthorization)
        }

        var interceptionsBehindAuthorization: ArraySlice<Interception> {
            interceptions.dropFirst(countBeforeAuthorization)
        }

        /// Beyond a year there is no deadline in effect, and no overflow on the way there.
        private static let year: UInt64 = 31_536_000_000_000

        /// The time of a call.
        ///
        /// - Parameter asked: `Open.timeout_us`, any number; 0 for no time.
        func timeout(asked: UInt64) -> TimeAmount? {
            guard asked > 0 else { return longestTime }
            let asked = TimeAmount.microseconds(Int64(min(asked, Self.year)))
            return longestTime.map { min($0, asked) } ?? asked
        }

        var path: String { rpc.path }
        var access: Access { rpc.access }
        var kind: MethodKind { rpc.kind }
    }

    /// What runs around the handlers of a server.
    struct Surroundings {
        var authenticator: (any Authenticator)?
        /// The outermost first.
        var interceptors: [any ServerInterceptor] = []

        fileprivate func interceptions(
            of rpc: ServedRPC, beforeAuthorization: Bool
        ) -> [Interception] {
            interceptors.filter { $0.standsBeforeAuthorization == beforeAuthorization }
                .compactMap { $0.intercept(rpc) }
        }
    }

    private(set) var routes: [String: Route] = [:]
    /// What the handlers that are added later run in, such as a task-local value.
    package var surrounding: Surrounding?

    package typealias Surrounding =
        @Sendable (CallContext, () async throws -> (any Message)?) async throws -> (any Message)?

    public init() {}

    /// The full names of the services whose RPCs it has.
    package var serviceNames: Set<String> {
        Set(routes.keys.map { String($0.prefix { $0 != "/" }) })
    }

    public mutating func unary<Request, Response>(
        _ method: Method<Request, Response>,
        _ handler: @escaping @Sendable (Request, CallContext) async throws -> Response
    ) {
        add(method) { call in
            let request: Request = try call.onlyRequest()
            return try call.reply(with: try await handler(request, call.context))
        }
    }

    /// The same for a handler whose response is encoded already.
    @_disfavoredOverload
    public mutating func unary<Request, Response>(
        _ method: Method<Request, Response>,
        _ handler: @escaping @Sendable (Request, CallContext) async throws -> Encoded<Response>
    ) {
        add(method) { call in
            let request: Request = try call.onlyRequest()
            return try call.reply(with: try await handler(request, call.context))
        }
    }

    public mutating func clientStreaming<Request, Response>(
        _ method: Method<Request, Response>,
        _ handler:
            @escaping @Sendable (RequestStream<Request>, CallContext) async throws -> Response
    ) {
        add(method) { call in
            let requests = RequestStream<Request>(stream: try call.openStream, hooks: call.hooks)
            return try call.reply(with: try await handler(requests, call.context))
        }
    }

    public mutating func serverStreaming<Request, Response>(
        _ method: Method<Request, Response>,
        _ handler:
            @escaping @Sendable (Request, ResponseWriter<Response>, CallContext) async throws ->
            Void
    ) {
        add(method) { call in
            let request: Request = try call.onlyRequest()
            let responses = ResponseWriter<Response>(try call.openStream, call.hooks)
            try await handler(request, responses, call.context)
            return nil
        }
    }

    public mutating func bidirectional<Request, Response>(
        _ method: Method<Request, Response>,
        _ handler:
            @escaping @Sendable (
                RequestStream<Request>, ResponseWriter<Response>, CallContext
            ) async throws -> Void
    ) {
        add(method) { call in
            let stream = try call.openStream
            try await handler(
                RequestStream(stream: stream, hooks: call.hooks),
                ResponseWriter(stream, call.hooks), call.context)
            return nil
        }
    }

    private mutating func add<Request, Response>(
        _ method: Method<Request, Response>, handler: @escaping ServerHandler
    ) {
        precondition(routes[method.path] == nil, "\(method.path) has two handlers")
        var surrounded = handler
        if let surrounding {
            surrounded = { call in
                try await surrounding(call.context) { try await handler(call) }
            }
        }
        routes[method.path] = Route(method.rpc, handler: surrounded)
    }
}

extension ServerCall {
    /// The one message of a unary or server-streaming call.
    fileprivate func onlyRequest<Request: Message>() throws -> Request {
        let request = try Request(request: takeRequest())
        try hooks.received(request)
        return request
    }

    fileprivate func reply(with response: some Message) throws -> any Message {
        try hooks.sent(response)
        return response
    }
}
