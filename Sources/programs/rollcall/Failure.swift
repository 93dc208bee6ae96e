import Glibc
import RollcallAPI
import RollcallClient
import RollcallPhotos
import RollcallRPC

/// The error of a command, for users and for programs.
struct Failure: Error, Equatable {
    var status: CommandStatus
    /// In gRPC's spelling, such as `NOT_FOUND`.
    var code: String
    /// The violated rules in the contract's names, such as `DISPLAY_NAME_TAKEN`.
    var reasons: [String] = []
    /// What was wrong and what to do.
    var message: String

    var json: JSON { ["error": members] }

    var members: JSON { ["code": code, "message": message, "reasons": reasons] }
}

extension Failure {
    init(_ status: CommandStatus, _ message: String) {
        self.init(status: status, code: status.code, message: message)
    }

    init(_ error: any Error) {
        self =
            switch error {
            case let failure as Failure: failure
            case let error as ErrorAbout: Failure(error.error, about: error.subject)
            case let error as RPCError: Failure(error, about: nil)
            case SessionError.notSignedIn: .notSignedIn
            case SessionError.ended: .sessionEnded
            case let error as PhotoProgramError: Failure(error)
            case is SecondStepRequired: Failure(.unforeseen, "To sign in, update this program.")
            default:
                Failure(.unforeseen, "\(error)".sentence)
            }
    }

    /// - Parameter subject: the user's text that the call was about: a display name, an id.
    init(_ error: RPCError, about subject: String?) {
        let info = error.detail(ErrorInfo.self)
        let violations = info?.violations ?? []
        let sentences = violations.compactMap { violation in
            violation.reason.sentence(
                Circumstances(
                    subject: subject, retryAfterMs: info?.retryAfterMs ?? 0, code: error.code,
                    message: violation.message))
        }
        let reasons = violations.map(\.reason)
        self.init(
            status: CommandStatus(error.code, reasons), code: "\(error.code)",
            reasons: reasons.map(\.name),
            message: sentences.isEmpty
                ? Self.sentence(for: error) : sentences.joined(separator: "\n"))
    }

    /// The reason why a photo could not be prepared.
    private init(_ error: PhotoProgramError) {
        let sentence = "\(error)".sentence
        if error.isAboutThePhoto {
            self.init(.photoRefused, sentence)
        } else {
            self.init(.unforeseen, sentence + " --as-it-is sends a JPEG without it.")
        }
    }

    private static func sentence(for error: RPCError) -> String {
        switch error.code {
        case .unavailable:
            "A service is not available for the moment: \(error.message.withoutAdvice). "
                + "Try again later."
        case .deadlineExceeded: "A service did not answer in time. Try again later."
        case .unauthenticated: notSignedIn.message
        case .permissionDenied: "You may not do that."
        case .internal: "A service failed: \(error.message)."
        case .unimplemented:
            "The service is of another version than this program: \(error.message)."
        default: error.message.sentence
        }
    }

    static let notSignedIn = Failure(
        status: .notSignedIn, code: "UNAUTHENTICATED",
        message: "You are not signed in. Sign in: rollcall sign-in --email ADDRESS")

    static let sessionEnded = Failure(
        status: .notSignedIn, code: "UNAUTHENTICATED", reasons: [Reason.sessionEnded.name],
        message: "Your session has ended. Sign in again: rollcall sign-in --email ADDRESS")

    /// An error of a file on this machine.
    static func file(_ path: String, _ what: String) -> Failure {
        Failure(.unforeseen, "\(path): \(what).")
    }

    /// The error in `errno` for a file.
    static func system(_ path: String, _ code: Int32 = errno) -> Failure {
        file(path, String(cString: strerror(code)))
    }

    static func noSuchFile(_ path: String) -> Failure {
        Failure(.notFound, "\(path): there is no such file.")
    }
}

/// An error, and the subject of the call.
struct ErrorAbout: Error {
    let error: RPCError
    /// The user's text: a display name, an id; nil if there is no subject.
    let subject: String?
}

/// Makes calls about a subject that the user named, so that their errors name it, too.
func about<Result>(_ subject: String?, _ calls: () async throws -> Result) async throws -> Result {
    do {
        return try await calls()
    } catch let error as RPCError {
        throw ErrorAbout(error: error, subject: subject)
    }
}

extension String {
    /// The message of a service without the advice to try again, which the command gives by itself.
    var withoutAdvice: String {
        let advice = ["; try again later", "; wait before the next attempt"]
        return advice.first(where: hasSuffix).map { String(dropLast($0.count)) } ?? self
    }

    /// The message of a service or of the system, as a sentence.
    var sentence: String {
        guard let first, let last else { return self }
        return first.uppercased() + dropFirst() + (".!?".contains(last) ? "" : ".")
    }
}

extension CommandStatus {
    /// The status of a failure that no service has reported.
    fileprivate var code: String {
        switch self {
        case .usage, .invalid, .photoRefused: "INVALID_ARGUMENT"
        case .notSignedIn: "UNAUTHENTICATED"
        case .notFound: "NOT_FOUND"
        case .conflict: "ALREADY_EXISTS"
        case .tryLater: "UNAVAILABLE"
        case .done, .unforeseen: "UNKNOWN"
        }
    }

    init(_ code: StatusCode, _ reasons: [Reason]) {
        let ofPhotos: [Reason] = [
            .photoNotJpeg, .photoTooLarge, .photoDimensionsTooLarge, .photoUnsupported,
            .photoRefused,
        ]
        if reasons.contains(where: ofPhotos.contains) {
            self = .photoRefused
            return
        }
        // To try the same later, as a script does, would be in vain.
        if reasons.contains(.renamedTooOften) || reasons.contains(.revisionMismatch) {
            self = .conflict
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
