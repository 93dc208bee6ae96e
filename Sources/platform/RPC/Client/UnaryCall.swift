import RollcallWire

/// A unary call that is under way. It can be kept, waited for from several tasks, and given up;
/// letting go of it cancels the call.
public final class UnaryCall<Response: Message>: Sendable {
    private let task: Task<Response, any Error>
    private let record: CallRecord

    fileprivate init(_ task: Task<Response, any Error>, _ record: CallRecord) {
        self.task = task
        self.record = record
    }

    deinit {
        task.cancel()
    }

    /// The answer. A task that is cancelled while it waits for it cancels the call.
    ///
    /// - Throws: `RPCError` with the status of the call.
    public var response: Response {
        get async throws {
            try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
        }
    }

    /// What the server said before its answer, once the call has ended well; empty if it failed.
    public var initialMetadata: Metadata {
        get async {
            _ = await task.result
            return record.initialMetadata
        }
    }

    /// What the server said after its answer or with its error, once the call has ended.
    public var trailers: Metadata {
        get async {
            switch await task.result {
            case .success: record.trailers
            case .failure(let error): (error as? RPCError)?.trailers ?? Metadata()
            }
        }
    }

    /// Gives up the call. Tasks that wait for it get `cancelled`.
    public func cancel() {
        task.cancel()
    }
}

extension RPCClient {
    /// Begins a unary call:
    ///
    /// ```swift
    /// let call = client.call(ProfileServiceMethods.getProfile, request)
    /// let profile = try await call.response
    /// let trailers = await call.trailers
    /// ```
    ///
    /// For the answer alone, the generated client's function is cheaper: it takes no task.
    public func call<Request, Response>(
        _ method: Method<Request, Response>, _ request: Request,
        options: CallOptions = CallOptions()
    ) -> UnaryCall<Response> {
        let record = CallRecord()
        var options = options
        options.record = record
        return UnaryCall(
            Task { [options] in try await unary(method, request, options) }, record)
    }
}
