import RollcallWire

/// Why a call failed, as it crosses the wire: a code, a sentence and typed details.
public struct RPCError: Error, Sendable, Equatable {
    public var code: StatusCode
    /// What was wrong and what to do, without secrets; at most 1,024 bytes are sent.
    public var message: String
    /// What a program needs to know about the error; at most 16 are sent.
    public var details: [ErrorDetail]
    /// What the server said after its last message.
    public var trailers: Metadata
    /// Whether the call certainly never reached a handler, so that even one that changes something
    /// can be made again.
    public var wasNotProcessed: Bool
    /// What the transport itself found, for which the API has details of its own (`AnswerDetails`).
    var cause: Cause?

    /// What an answer of the transport's own tells a program.
    public enum Cause: Sendable, Hashable {
        /// There is too much to do: the call may be made again after a while, in milliseconds.
        case overload(retryAfterMs: UInt32)
        /// A field of the request is no text; it has its name in the .proto.
        case malformedField(String)
    }
    /// Why there was no connection, if that is what the call failed for. It is never sent.
    public var connectionFailure: ConnectionFailure? {
        get {
            guard case .apart(let failure) = failure else { return nil }
            return failure
        }
        set { failure = newValue.map(Failure.apart) }
    }
    /// It is large, and rare: it lies apart, so that what has room for an error stays small.
    private var failure: Failure?

    private indirect enum Failure: Equatable {
        case apart(ConnectionFailure)
    }

    /// Whether another server answered this to a call of this process. A handler that passes the error on
    /// to its own caller speaks of that server, not of its own. It is never sent.
    public package(set) var isFromServer = false
    /// Whether there was no connection to make the call on. It is never sent.
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
    /// What the peer learns of an error that was thrown by a handler. The unforeseen says nothing.
    package static func wire(for error: any Error) -> RPCError {
        switch error {
        case let error as RPCError: error
        case is CancellationError: RPCError(.cancelled, "the call was cancelled")
        default: RPCError(.internal, "an internal error; it is in the log of the service")
        }
    }

    /// There is too much to do: the call may be made again after a while.
    ///
    /// - Parameter pause: no less.
    package static func overload(_ message: String, retryAfter pause: Duration) -> RPCError {
        var error = RPCError(.unavailable, message)
        error.cause = .overload(retryAfterMs: error.pushBack(by: pause))
        return error
    }

    static func deadlineExceeded() -> RPCError {
        RPCError(.deadlineExceeded, "the deadline of the call has passed")
    }
}
