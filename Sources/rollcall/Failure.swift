import RollcallAPI
import RollcallClient
import RollcallRPC

/// Why a command failed, as it is told to a human and to a program.
struct Failure: Error, Equatable {
    var status: CommandStatus
    /// In gRPC's spelling, such as `NOT_FOUND`.
    var code: String
    /// The rules that were broken, as the contract names them, such as `DISPLAY_NAME_TAKEN`.
    var reasons: [String] = []
    /// What was wrong and what to do.
    var message: String

    var json: JSON {
        .object([
            "error": .object([
                "code": .string(code), "message": .string(message),
                "reasons": .array(reasons.map(JSON.string)),
            ])
        ])
    }
}

extension Failure {
    init(_ error: any Error) {
        self =
            switch error {
            case let failure as Failure: failure
            case let error as RPCError: Failure(error, displayName: nil)
            case SessionError.notSignedIn: .notSignedIn
            case SessionError.ended: .sessionEnded
            default: Failure(status: .unforeseen, code: "UNKNOWN", message: "\(error)")
            }
    }

    /// - Parameter displayName: the one that the call was about.
    init(_ error: RPCError, displayName: String?) {
        let reasons = error.reasons
        let pause = error.detail(ErrorInfo.self)?.retryAfterMs ?? 0
        let sentences = reasons.compactMap {
            $0.sentence(displayName: displayName, retryAfterMs: pause)
        }
        self.init(
            status: CommandStatus(error.code, reasons), code: "\(error.code)",
            reasons: reasons.map(\.name),
            message: sentences.isEmpty
                ? Self.sentence(for: error) : sentences.joined(separator: "\n"))
    }

    private static func sentence(for error: RPCError) -> String {
        switch error.code {
        case .unavailable: "A service cannot be reached (\(error.message)). Is it running?"
        case .deadlineExceeded: "A service did not answer in time. Try again later."
        case .unauthenticated: notSignedIn.message
        case .permissionDenied: "You may not do that."
        case .internal: "A service failed: \(error.message)."
        default: error.message
        }
    }

    static let notSignedIn = Failure(
        status: .notSignedIn, code: "UNAUTHENTICATED",
        message: "You are not signed in. Sign in: rollcall sign-in --email ADDRESS")

    static let sessionEnded = Failure(
        status: .notSignedIn, code: "UNAUTHENTICATED", reasons: [Reason.sessionEnded.name],
        message: "Your session has ended. Sign in again: rollcall sign-in --email ADDRESS")

    /// Something about a file of this machine.
    static func file(_ path: String, _ what: String) -> Failure {
        Failure(status: .unforeseen, code: "UNKNOWN", message: "\(path): \(what)")
    }
}

/// Makes calls that are about a display name, so that their errors say which.
func about<Result>(_ displayName: String, _ calls: () async throws -> Result) async throws -> Result
{
    do {
        return try await calls()
    } catch let error as RPCError {
        throw Failure(error, displayName: displayName)
    }
}

extension CommandStatus {
    init(_ code: StatusCode, _ reasons: [Reason]) {
        if reasons.contains(where: \.isAboutAPhoto) {
            self = .photoRefused
            return
        }
        self =
            switch code {
            case .ok: .done
            case .unauthenticated, .permissionDenied: .notSignedIn
            case .notFound: .notFound
            case .alreadyExists, .failedPrecondition: .conflict
            case .invalidArgument, .outOfRange: .invalid
            case .unavailable, .deadlineExceeded, .resourceExhausted, .aborted: .tryLater
            case .cancelled, .unknown, .unimplemented, .internal, .dataLoss: .unforeseen
            }
    }
}

extension Reason {
    fileprivate var isAboutAPhoto: Bool {
        switch self {
        case .photoNotJpeg, .photoTooLarge, .photoDimensionsTooLarge, .photoUnsupported: true
        default: false
        }
    }
}
