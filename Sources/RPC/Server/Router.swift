import NIOCore
import RollcallWire

/// The RPCs that a server answers, each with the rule of who may call it.
public struct Router: Sendable {
    typealias Handler = @Sendable (ServerCall) async throws -> ServerReply

    struct Route: Sendable {
        let access: Access
        let kind: MethodKind
        var handler: Handler
    }

    private(set) var routes: [String: Route] = [:]

    public init() {}

    public mutating func unary<Request, Response>(
        _ method: Method<Request, Response>,
        _ handler: @escaping @Sendable (Request, CallContext) async throws -> Response
    ) {
        add(method) { call in
            let request: Request = try await call.onlyRequest()
            return ServerReply(try await handler(request, call.context))
        }
    }

    public mutating func clientStreaming<Request, Response>(
        _ method: Method<Request, Response>,
        _ handler:
            @escaping @Sendable (RequestStream<Request>, CallContext) async throws -> Response
    ) {
        add(method) { call in
            ServerReply(try await handler(RequestStream(call.stream), call.context))
        }
    }

    public mutating func serverStreaming<Request, Response>(
        _ method: Method<Request, Response>,
        _ handler:
            @escaping @Sendable (Request, ResponseWriter<Response>, CallContext) async throws ->
            Void
    ) {
        add(method) { call in
            let request: Request = try await call.onlyRequest()
            try await handler(request, ResponseWriter(call.stream), call.context)
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
            try await handler(
                RequestStream(call.stream), ResponseWriter(call.stream), call.context)
            return ServerReply()
        }
    }

    private mutating func add<Request, Response>(
        _ method: Method<Request, Response>, handler: @escaping Handler
    ) {
        precondition(routes[method.path] == nil, "\(method.path) has two handlers")
        routes[method.path] = Route(access: method.access, kind: method.kind, handler: handler)
    }

    /// Puts an interceptor around every handler; one added later stands outside of the earlier.
    mutating func wrap(in interceptor: any ServerInterceptor) {
        for (path, route) in routes {
            let inner = route.handler
            routes[path]?.handler = { call in
                try await interceptor.intercept(call, access: route.access, next: inner)
            }
        }
    }
}

/// What is left to send when a handler has returned.
public struct ServerReply: Sendable {
    /// The only message of a unary or client-streaming call, encoded.
    let message: ByteBuffer?

    init() {
        self.message = nil
    }

    init(_ response: some Message) {
        self.message = response.buffer
    }
}

extension ServerCall {
    /// The one message of a unary or server-streaming call.
    fileprivate func onlyRequest<Request: Message>() async throws -> Request {
        guard let bytes = try await stream.receive() else {
            throw RPCError(.invalidArgument, "the call has no request")
        }
        guard try await stream.receive() == nil else {
            throw RPCError(.invalidArgument, "the call has more than one request")
        }
        return try Request(request: bytes)
    }
}
