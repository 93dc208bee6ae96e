import NIOCore
import RollcallWire

/// The RPCs that a server answers, each with the rule of who may call it.
public struct Router: Sendable {
    typealias Handler = @Sendable (ServerCall) async throws -> ServerReply

    final class Route: Sendable {
        /// `package.Service/Name`.
        let path: String
        let access: Access
        let kind: MethodKind
        let handler: Handler

        init(path: String, access: Access, kind: MethodKind, handler: @escaping Handler) {
            self.path = path
            self.access = access
            self.kind = kind
            self.handler = handler
        }
    }

    private(set) var routes: [String: Route] = [:]

    public init() {}

    public mutating func unary<Request, Response>(
        _ method: Method<Request, Response>,
        _ handler: @escaping @Sendable (Request, CallContext) async throws -> Response
    ) {
        add(method) { call in
            let request: Request
            if let whole = call.request {
                request = try Request(request: whole)
            } else {
                request = try await call.onlyRequest()
            }
            return ServerReply(try await handler(request, call.context))
        }
    }

    public mutating func clientStreaming<Request, Response>(
        _ method: Method<Request, Response>,
        _ handler:
            @escaping @Sendable (RequestStream<Request>, CallContext) async throws -> Response
    ) {
        add(method) { call in
            ServerReply(try await handler(RequestStream(try call.openStream), call.context))
        }
    }

    public mutating func serverStreaming<Request, Response>(
        _ method: Method<Request, Response>,
        _ handler:
            @escaping @Sendable (Request, ResponseWriter<Response>, CallContext) async throws ->
            Void
    ) {
        add(method) { call in
            let request: Request
            if let whole = call.request {
                request = try Request(request: whole)
            } else {
                request = try await call.onlyRequest()
            }
            try await handler(request, ResponseWriter(try call.openStream), call.context)
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
            try await handler(RequestStream(stream), ResponseWriter(stream), call.context)
            return ServerReply()
        }
    }

    private mutating func add<Request, Response>(
        _ method: Method<Request, Response>, handler: @escaping Handler
    ) {
        precondition(routes[method.path] == nil, "\(method.path) has two handlers")
        routes[method.path] = Route(
            path: method.path, access: method.access, kind: method.kind, handler: handler)
    }

    /// Puts an interceptor around every handler; one added later stands outside of the earlier.
    mutating func wrap(in interceptor: any ServerInterceptor) {
        for (path, route) in routes {
            let (access, inner) = (route.access, route.handler)
            routes[path] = Route(path: path, access: access, kind: route.kind) { call in
                try await interceptor.intercept(call, access: access, next: inner)
            }
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
    /// The one message of a unary or server-streaming call that did not come whole.
    fileprivate func onlyRequest<Request: Message>() async throws -> Request {
        let stream = try openStream
        guard let bytes = try await stream.receive() else {
            throw RPCError(.invalidArgument, "the call has no request")
        }
        guard try await stream.receive() == nil else {
            throw RPCError(.invalidArgument, "the call has more than one request")
        }
        return try Request(request: bytes)
    }
}
