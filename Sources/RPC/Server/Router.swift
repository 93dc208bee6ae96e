import NIOCore
import RollcallWire

/// The RPCs that a server answers, each with the rule of who may call it.
public struct Router: Sendable {
    final class Route: Sendable {
        let rpc: ServedRPC
        /// The place of the RPC among those of its server.
        let index: Int
        let timeBound: CallTimeBound
        let handler: ServerHandler

        init(
            _ rpc: ServedRPC, index: Int = 0, timeBound: CallTimeBound = CallTimeBound(),
            handler: @escaping ServerHandler
        ) {
            self.rpc = rpc
            self.index = index
            self.timeBound = timeBound
            self.handler = handler
        }

        var path: String { rpc.path }
        var access: Access { rpc.access }
        var kind: MethodKind { rpc.kind }
    }

    private(set) var routes: [String: Route] = [:]

    public init() {}

    public mutating func unary<Request, Response>(
        _ method: Method<Request, Response>,
        _ handler: @escaping @Sendable (Request, CallContext) async throws -> Response
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
            let requests = RequestStream<Request>(try call.openStream, call.hooks)
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
            return ServerReply()
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
                RequestStream(stream, call.hooks), ResponseWriter(stream, call.hooks), call.context)
            return ServerReply()
        }
    }

    private mutating func add<Request, Response>(
        _ method: Method<Request, Response>, handler: @escaping ServerHandler
    ) {
        precondition(routes[method.path] == nil, "\(method.path) has two handlers")
        let rpc = ServedRPC(
            path: method.path, kind: method.kind, access: method.access, priority: method.priority)
        routes[method.path] = Route(rpc, handler: handler)
    }

    /// Puts an interceptor around every handler; one added later stands outside of the earlier.
    mutating func wrap(in interceptor: any ServerInterceptor) {
        routes = routes.mapValues { route in
            Route(route.rpc, handler: interceptor.intercept(route.rpc, next: route.handler))
        }
    }
}

/// What is left to send when a handler has returned.
public struct ServerReply: Sendable {
    /// The only message of a unary or client-streaming call.
    let message: (any Message)?

    init(_ message: (any Message)? = nil) {
        self.message = message
    }
}

extension ServerCall {
    /// The one message of a unary or server-streaming call.
    fileprivate func onlyRequest<Request: Message>() throws -> Request {
        guard let request else { throw RPCError(.internal, "the call has no request") }
        return try received(Request(request: request.take()))
    }

    fileprivate func received<Request: Message>(_ request: Request) throws -> Request {
        try hooks.received(request)
        return request
    }

    fileprivate func reply(with response: some Message) throws -> ServerReply {
        try hooks.sent(response)
        return ServerReply(response)
    }
}
