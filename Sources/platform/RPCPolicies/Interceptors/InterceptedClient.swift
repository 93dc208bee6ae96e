import RollcallRPC
import RollcallWire

extension RPCClient {
    /// The same client with interceptors around every call: the first is outermost, begins first
    /// and hears of the end last.
    public func intercepted(by interceptors: any ClientInterceptor...) -> some RPCClient {
        InterceptedClient(base: self, interceptors: interceptors)
    }
}

/// Puts interceptors around every call of another client.
private struct InterceptedClient<Base: RPCClient>: RPCClient {
    let base: Base
    let interceptors: [any ClientInterceptor]

    func unary<Request, Response>(
        _ method: Method<Request, Response>, _ request: Request, _ options: CallOptions
    ) async throws -> Response {
        let (options, observers) = try await begin(method, options)
        guard !observers.isEmpty else { return try await base.unary(method, request, options) }
        do {
            let response = try await base.unary(method, request, options)
            observers.ended(nil)
            return response
        } catch {
            observers.ended(RPCError.wire(for: error))
            throw error
        }
    }

    func open<Request, Response>(
        _ method: Method<Request, Response>, _ request: Request?, _ options: CallOptions
    ) async throws -> ResponseStream<Response> {
        let (options, observers) = try await begin(method, options)
        do {
            let call = try await base.open(method, request, options)
            guard !observers.isEmpty else { return call }
            return ResponseStream(ObservedStream(call, observers))
        } catch {
            observers.ended(RPCError.wire(for: error))
            throw error
        }
    }

    /// Lets the interceptors begin, in order. Those that have begun hear of the end when another
    /// refuses the call.
    private func begin<Request, Response>(
        _ method: Method<Request, Response>, _ options: CallOptions
    ) async throws -> (CallOptions, [any ClientCallObserver]) {
        var call = ClientCall(
            method: method.path, kind: method.kind, access: method.access, options: options)
        var observers: [any ClientCallObserver] = []
        do {
            for interceptor in interceptors {
                if let observer = try await interceptor.begin(&call) { observers.append(observer) }
            }
        } catch {
            observers.ended(RPCError.wire(for: error))
            throw error
        }
        return (call.options, observers)
    }
}

extension [any ClientCallObserver] {
    func ended(_ error: RPCError?) {
        for observer in reversed() { observer.ended(error) }
    }
}
