import RollcallWire

/// Why a call failed, as it crosses the wire: a code, a sentence and typed details.
public struct RPCError: Error, Sendable, Equatable {
    public var code: StatusCode
    /// What was wrong and what to do, without secrets; at most 1,024 bytes are sent.
    public var message: String
    /// What a program needs to know about the error; at most 16 are sent.
    public var details: [ErrorDetail]
    /// The server's metadata after its last message.
    public var trailers: Metadata
    /// Whether the call certainly never reached a handler. Then even a call that changes data can
    /// be repeated.
    public var wasNotProcessed: Bool
    /// What the transport itself found. The API has details of its own for it (`AnswerDetails`).
    var cause: Cause?

    /// The machine-readable part of an answer by the transport.
    public enum Cause: Sendable, Hashable {
        /// The server is overloaded. The call may be repeated after this many milliseconds.
        case overload(retryAfterMs: UInt32)
        /// A field of the request is not valid UTF-8; the name is that of the .proto.
        case malformedField(String)
    }
    /// Why the connection could not be made, if the call failed because of that. It is never sent.
    public var connectionFailure: ConnectionFailure? {
        get {
            guard case .apart(let failure) = failure else { return nil }
            return failure
        }
        set { failure = newValue.map(Failure.apart) }
    }
    /// It is large and rare. The indirection keeps errors small.
    private var failure: Failure?

    private indirect enum Failure: Equatable {
        case apart(ConnectionFailure)
    }

    /// Whether another server gave this answer to a call of this process. A handler that passes the
    /// error on then speaks of that server, not of its own. It is never sent.
    public package(set) var isFromServer = false
    /// Whether the call failed for lack of a connection. It is never sent.
    package var hadNoConnection = false

    public init(
        _ code: StatusCode,
        _ message: String,
        details: [ErrorDetail] = [],
        trailers: Metadata = Metadata(),
        wasNotProcessed: Bool = false
    ) {
        self.code = code
        self.message = message
        self.details = details
        self.trailers = trailers
        self.wasNotProcessed = wasNotProcessed
    }

    /// The first detail of a type, or nil when there is none or it cannot be decoded.
    public func detail<Detail: Message>(_ type: Detail.Type) -> Detail? {
        let name = Detail.typeName
        return details.lazy
            .filter { $0.type == name }
            .compactMap { try? Detail(serialized: $0.value) }
            .first
    }
}

/// One typed detail of a failed call.
public struct ErrorDetail: Sendable, Equatable {
    /// The full name of the message in `value`.
    public var type: String
    /// That message, encoded.
    public var value: [UInt8]

    public init(type: String, value: [UInt8]) {
        self.type = type
        self.value = value
    }

    public init(_ message: some Message) {
        self.init(type: Swift.type(of: message).typeName, value: message.serialized())
    }
}

extension RPCError: CustomStringConvertible {
    public var description: String {
        "\(code): \(message)"
    }
}

extension RPCError {
    /// The error that the peer is told when a handler throws. Unexpected errors reveal nothing.
    package static func wire(for error: any Error) -> RPCError {
        switch error {
        case let error as RPCError: error
        case is CancellationError: RPCError(.cancelled, "the call was cancelled")
        default: RPCError(.internal, "an internal error; it is in the log of the service")
        }
    }

    /// The server is overloaded. The call may be repeated later.
    ///
    /// - Parameter pause: the least pause before that.
    package static func overload(_ message: String, retryAfter pause: Duration) -> RPCError {
        var error = RPCError(.unavailable, message)
        error.cause = .overload(retryAfterMs: error.pushBack(by: pause))
        return error
    }

    static func deadlineExceeded() -> RPCError {
        RPCError(.deadlineExceeded, "the deadline of the call has passed")
    }
}
