import Foundation

/// Why a call failed. There is no other error.
public struct RollcallError: Error, Sendable, Equatable {
    /// The kind of failure, by the names of the Connect protocol.
    public enum Code: String, Sendable, CaseIterable {
        case canceled, unknown
        case invalidArgument = "invalid_argument"
        case deadlineExceeded = "deadline_exceeded"
        case notFound = "not_found"
        case alreadyExists = "already_exists"
        case permissionDenied = "permission_denied"
        case resourceExhausted = "resource_exhausted"
        case failedPrecondition = "failed_precondition"
        case aborted
        case outOfRange = "out_of_range"
        case unimplemented, `internal`, unavailable
        case dataLoss = "data_loss"
        case unauthenticated
    }

    /// Who says so.
    public enum Origin: Sendable, Equatable {
        /// A service of Rollcall.
        case service
        /// The device has no network, the host is unknown, or nobody answers there.
        case noRoute
        /// The connection broke before the whole answer had come: what was asked may be done.
        case connectionLost
        /// No answer came in time: what was asked may be done.
        case noAnswer
        /// TLS: no trusted certificate, or no encryption that both know.
        case notSecure
        /// A proxy, which did not reach Rollcall.
        case proxy(status: Int)
        /// Something that sends the app elsewhere, such as the page of a network that wants a
        /// sign-in. Nothing was sent there.
        case redirect(to: String)
        /// A page, or something else that Rollcall does not send: it is another server, or the page
        /// of a network that wants a sign-in.
        case notRollcall(status: Int)
        /// Something that looks like an answer of Rollcall, and breaks the protocol.
        case malformedAnswer
        /// An answer of more bytes than the app accepts.
        case answerTooLarge
        /// The store of the session, such as a locked Keychain or a full disk.
        case store
        /// The app itself: no user is signed in, or the task was cancelled.
        case app
    }

    public let code: Code
    public let origin: Origin
    /// A sentence for a developer. It may name what was sent, so show users another one.
    public let message: String
    /// The rules that the request broke, in the order of its fields.
    public let violations: [Violation]
    /// The earliest time at which another attempt can succeed; nil when it is unknown.
    public let retryAt: Date?
    /// Identifies the call in the log of the server.
    public let requestID: String?

    public init(
        _ code: Code, _ message: String, from origin: Origin = .service,
        violations: [Violation] = [], retryAt: Date? = nil, requestID: String? = nil
    ) {
        self.code = code
        self.origin = origin
        self.message = message
        self.violations = violations
        self.retryAt = retryAt
        self.requestID = requestID
    }

    /// What the service names: never empty where a caller can act on it.
    public var reasons: [Reason] { violations.map(\.reason) }

    /// The broken rules of a field of the request, by its name in the .proto, such as `password`;
    /// also those of its parts, such as `status.text` for `status`.
    public func violations(of field: String) -> [Violation] {
        violations.filter { violation in
            guard violation.field.hasPrefix(field) else { return false }
            let rest = violation.field.dropFirst(field.count)
            return rest.isEmpty || rest.hasPrefix(".") || rest.hasPrefix("[")
        }
    }

    /// Whether nobody knows if the call was done.
    public var isOutcomeUnknown: Bool {
        switch origin {
        case .noAnswer, .connectionLost, .malformedAnswer, .answerTooLarge, .proxy: true
        case .service:
            [.unavailable, .deadlineExceeded, .aborted, .unknown, .internal].contains(code)
        case .app: code == .canceled
        case .noRoute, .notSecure, .redirect, .notRollcall, .store: false
        }
    }

    /// Whether there is no connection to Rollcall now, or a service is away. What the app knows
    /// from before may still be shown.
    public var isAboutConnection: Bool {
        switch origin {
        case .noRoute, .connectionLost, .noAnswer, .notSecure, .proxy, .redirect, .notRollcall:
            true
        case .service: code == .unavailable || code == .deadlineExceeded
        case .malformedAnswer, .answerTooLarge, .store, .app: false
        }
    }

    /// Whether the same call may succeed later without anything else being done.
    var isPassing: Bool {
        isAboutConnection || isOutcomeUnknown && code != .canceled || retryAt != nil
            || origin == .store
    }
}

extension RollcallError {
    static let notSignedIn = RollcallError(.unauthenticated, "no user is signed in", from: .app)
    static let canceled = RollcallError(.canceled, "the task was cancelled", from: .app)
    static let late = RollcallError(
        .deadlineExceeded, "the server did not answer in time", from: .noAnswer)

    static func malformed(_ message: String) -> RollcallError {
        RollcallError(.internal, message, from: .malformedAnswer)
    }

    static func tooLarge(_ limit: Int) -> RollcallError {
        RollcallError(
            .resourceExhausted, "the answer has more than \(limit) bytes", from: .answerTooLarge)
    }

    /// Any error as one of these.
    init(_ error: any Error) {
        switch error {
        case let error as RollcallError: self = error
        case is CancellationError: self = .canceled
        case let error as CodecError: self = .malformed("the answer is no message: \(error)")
        case let error as URLError: self.init(url: error)
        default: self = RollcallError(.unknown, "\(error)", from: .connectionLost)
        }
    }
}
