import NIOCore
import RollcallWire

/// A call as a server's interceptors and handlers see it: its context, and its encoded messages.
public final class ServerCall: @unchecked Sendable {
    // Unchecked: only the steps before the handler change it, one after the other. The record is
    // used on the connection's event loop only.

    @exclusivity(unchecked) public var context: CallContext
    /// The call as a part of its trace; nil where nothing is recorded.
    @exclusivity(unchecked) var span: TraceSpan?
    /// The single request, if it arrived complete with the beginning of the call. Nil once the
    /// handler has it.
    @exclusivity(unchecked) private var request: ByteBuffer?
    /// Nil for a unary call whose request arrived complete: nothing more is received or sent on it.
    let stream: StreamHandle?
    let route: Router.Route
    let record: StreamRecord
    let connection: Reference<ServerConnection>
    /// How many interceptors have let the call pass, the outermost first.
    @exclusivity(unchecked) private var passedCount = 0
    /// When the first interceptor saw the call.
    @exclusivity(unchecked) private var start: ContinuousClock.Instant?

    init(
        request: ByteBuffer?, stream: StreamHandle?, context: CallContext,
        of record: StreamRecord, _ route: Router.Route, on connection: Reference<ServerConnection>
    ) {
        self.request = request
        self.stream = stream
        self.context = context
        self.record = record
        self.route = route
        self.connection = connection
    }

    /// What interceptors observe of the messages.
    var hooks: MessageHooks { route.hooks }

    /// The stream of a call that has one.
    var openStream: StreamHandle {
        get throws {
            try stream.orThrow(RPCError(.internal, "the call has no stream"))
        }
    }

    /// Takes the single request.
    ///
    /// - Throws: `RPCError`.
    func takeRequest() throws -> ByteBuffer {
        try request.take().orThrow(RPCError(.internal, "the call has no request"))
    }
}

/// The steps around the handler. They are synchronous if the caller is known at once: the frames of
/// asynchronous functions would stay in memory while the handler runs.
extension ServerCall {
    /// Runs the steps before the handler.
    ///
    /// - Returns: whether the handler may begin; if not, `findCaller` has to authenticate first.
    /// - Throws: what refuses the call.
    @inline(never)
    func begin() throws -> Bool {
        if !route.interceptions.isEmpty { start = .now }
        try pass(route.interceptionsBeforeAuthorization)
        if let authenticator = route.authenticator {
            guard let caller = try authenticator.authenticateAtOnce(context) else { return false }
            try take(caller, by: authenticator)
            try connection.ifOnEventLoop?.admit(self)
        }
        try pass(route.interceptionsBehindAuthorization)
        return true
    }

    /// Authenticates the caller, and runs the remaining steps before the handler.
    ///
    /// - Throws: what refuses the call.
    func findCaller() async throws {
        guard let authenticator = route.authenticator else { return }
        try take(await authenticator.authenticate(context), by: authenticator)
        if let connection = connection.ifOnEventLoop {
            try connection.admit(self)
        } else {
            // The authenticator has left the event loop.
            try await connection.eventLoop.submit { try self.connection.onEventLoop.admit(self) }
                .get()
        }
        try pass(route.interceptionsBehindAuthorization)
    }

    private func take(_ caller: Caller, by authenticator: any Authenticator) throws {
        guard route.access.permits(caller) else { throw authenticator.refusal(of: caller) }
        context.caller = caller
    }

    private func pass(_ interceptions: ArraySlice<Interception>) throws {
        for interception in interceptions {
            try interception.onBegin?(self)
            passedCount += 1
        }
    }

    /// Ends the call: its handler has ended, or will not begin.
    @inline(never)
    package func end(with outcome: Result<(any Message)?, any Error>) {
        if passedCount > 0 { tellInterceptors(outcome) }
        if case .failure(let error) = outcome { log(error) }
        // A handler ends where it began, on the event loop.
        if let connection = connection.ifOnEventLoop {
            connection.handlerEnded(record, route, with: outcome)
        } else {
            connection.run { $0.handlerEnded(self.record, self.route, with: outcome) }
        }
    }

    /// The handler has returned, and a reactor continues. The client's metadata is freed, which is
    /// mostly an access token of half a kilobyte.
    func goOn(with reactor: StreamReactor) {
        context.metadata = Metadata()
        connection.run { connection in
            (self.record.isByTurns, self.record.task) = (true, nil)
            reactor.begin(for: self)
        }
    }

    private func tellInterceptors(_ outcome: Result<(any Message)?, any Error>) {
        let error: (any Error)? =
            switch outcome {
            case .success: nil
            case .failure(let error): error
            }
        let ended = EndedCall(
            context: context, status: error.map(status) ?? .ok, error: error,
            duration: start?.duration(to: .now) ?? .zero, span: span)
        for interception in route.interceptions.prefix(passedCount).reversed() {
            interception.onEnd?(ended)
        }
    }

    /// Logs unexpected errors, once and only here. Errors that a handler answers on purpose are not
    /// logged.
    private func log(_ error: any Error) {
        guard !(error is RPCError), !(error is CancellationError), !(error is RefusedCall) else {
            return
        }
        connection.logger.error(
            "a handler failed",
            metadata: ["rpc.method": "\(context.method)", "error": "\(error)"])
    }
}

extension ServerCall: StreamReactor.Owner {
    package var executor: any TaskExecutor { connection.executor }

    package func schedule(_ reactor: StreamReactor) {
        connection.turns.append(reactor)
    }

    /// Sends the output of this turn before another call's turn. The scheduled flush would come
    /// only after the turns of all calls that were woken together.
    package func turnsRest() {
        connection.ifOnEventLoop?.flushIfScheduled()
    }
}
