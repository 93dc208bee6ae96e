import NIOCore
import RollcallWire

/// A call as a server's interceptors and handlers have it: its context, and its messages, still
/// encoded.
public final class ServerCall: @unchecked Sendable {
    // Unchecked: it is changed by what stands before its handler, one after the other, and by nobody
    // later. The record is touched on the event loop of the connection only.

    @exclusivity(unchecked) public var context: CallContext
    /// The only message of the client, when it came whole with the beginning of the call, until the
    /// handler has it.
    @exclusivity(unchecked) private var request: ReceivedMessage?
    /// Nil for a unary call whose request came whole: nothing else is received or sent on it.
    let stream: StreamHandle?
    let route: Router.Route
    let record: StreamRecord
    let connection: Reference<ServerConnection>
    /// Interceptors that have let the call pass, the outermost first.
    @exclusivity(unchecked) private var passedCount = 0
    /// When the first of them saw it.
    @exclusivity(unchecked) private var start: ContinuousClock.Instant?

    init(
        request: ReceivedMessage?, stream: StreamHandle?, context: CallContext,
        of record: StreamRecord, _ route: Router.Route, on connection: Reference<ServerConnection>
    ) {
        self.request = request
        self.stream = stream
        self.context = context
        self.record = record
        self.route = route
        self.connection = connection
    }

    /// What interceptors want to know of the messages.
    var hooks: MessageHooks { route.hooks }

    /// The stream of a call that has one.
    var openStream: StreamHandle {
        get throws {
            guard let stream else { throw RPCError(.internal, "the call has no stream") }
            return stream
        }
    }

    /// Takes out the only message of the client. It is decompressed here: the limits and the caller of the
    /// call have been checked by now, and the time that it costs is the call's own. What comes out counts
    /// as memory of the call until its handler has ended.
    ///
    /// - Throws: `RPCError`: `resourceExhausted` beyond the limit on messages, `invalidArgument` when it
    ///   is malformed, `unavailable` when the requests of the connection are too large together.
    func takeRequest() throws -> ByteBuffer {
        guard let request = request.take() else {
            throw RPCError(.internal, "the call has no request")
        }
        let bytes = try request.decompressed(on: connection)
        if request.isCompressed {
            // A handler begins on the event loop.
            try connection.ifOnEventLoop?.handlerInflated(bytes.readableBytes, of: record)
        }
        return bytes
    }
}

/// What stands around the handler. It is synchronous when the caller is known at once: the frames of
/// asynchronous functions would stay in memory for as long as the handler runs.
extension ServerCall {
    /// Does what stands before the handler.
    ///
    /// - Returns: whether the handler may begin; if not, the caller must be found out first (`findCaller`).
    /// - Throws: what refuses the call.
    @inline(never)
    func begin() throws -> Bool {
        if !route.interceptions.isEmpty { start = .now }
        try pass(route.interceptionsBeforeAuthorization)
        if let authenticator = route.authenticator {
            guard let caller = try authenticator.authenticateAtOnce(context) else { return false }
            try take(caller)
            try admit(connection.ifOnEventLoop)
        }
        try pass(route.interceptionsBehindAuthorization)
        return true
    }

    /// Finds out who calls, and does the rest of what stands before the handler.
    ///
    /// - Throws: what refuses the call.
    func findCaller() async throws {
        guard let authenticator = route.authenticator else { return }
        try take(await authenticator.authenticate(context))
        if let connection = connection.ifOnEventLoop {
            try admit(connection)
        } else {
            // An authenticator that has left the event loop.
            try await connection.eventLoop.submit { try self.admit(self.connection.ifOnEventLoop) }
                .get()
        }
        try pass(route.interceptionsBehindAuthorization)
    }

    private func take(_ caller: Caller) throws {
        guard route.access.permits(caller) else {
            throw route.authenticator?.refusal(of: caller)
                ?? RPCError(.permissionDenied, "this call is not for callers of this kind")
        }
        context.caller = caller
    }

    /// Gives the call a slot, now that it is known who calls.
    ///
    /// - Throws: `RefusedCall`.
    private func admit(_ connection: ServerConnection?) throws {
        try connection?.admit(record, route, as: context.caller)
    }

    private func pass(_ interceptions: ArraySlice<Interception>) throws {
        for interception in interceptions {
            try interception.onBegin?(self)
            passedCount += 1
        }
    }

    /// The handler has ended, or will not begin.
    @inline(never)
    func end(with outcome: Result<ServerReply, any Error>) {
        if passedCount > 0 { tellInterceptors(outcome) }
        if case .failure(let error) = outcome { log(error) }
        // A handler ends where it began, on the event loop.
        if let connection = connection.ifOnEventLoop {
            connection.handlerEnded(record, route, with: outcome)
        } else {
            connection.run { $0.handlerEnded(self.record, self.route, with: outcome) }
        }
    }

    /// The handler has returned, and a reactor goes on. What the client sent beside its messages is let go: most of
    /// it is an access token, of half a kilobyte.
    func goOn(with reactor: StreamReactor) {
        context.metadata = Metadata()
        connection.run { connection in
            (self.record.isByTurns, self.record.task) = (true, nil)
            reactor.begin(for: self)
        }
    }

    private func tellInterceptors(_ outcome: Result<ServerReply, any Error>) {
        let error: (any Error)? =
            switch outcome {
            case .success: nil
            case .failure(let error): error
            }
        let ended = EndedCall(
            context: context, status: error.map(status) ?? .ok, error: error,
            duration: start?.duration(to: .now) ?? .zero)
        for interception in route.interceptions.prefix(passedCount).reversed() {
            interception.onEnd?(ended)
        }
    }

    /// The unforeseen is logged once, here; what a handler answers on purpose is not.
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
    var executor: any TaskExecutor { connection.executor }

    func schedule(_ reactor: StreamReactor) {
        connection.turns.append(reactor)
    }

    /// What the turn has sent leaves before another call has its turn. The flush that is scheduled would wait for
    /// the turns of all calls that were woken together.
    func turnsRest() {
        connection.ifOnEventLoop?.flushIfScheduled()
    }
}
