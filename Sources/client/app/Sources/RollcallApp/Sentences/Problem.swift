import RollcallRules

/// What is wrong, for users: there is a sentence for each in `Sentences`.
public enum Problem: Hashable, Sendable {
    /// What a service names. For some fields of a form the app finds it before.
    case reason(Reason)
    /// A user who is signed in has given another password than that of the account.
    case wrongPassword
    /// The device has no network, or nobody answers.
    case noRoute
    case connectionLost
    case noAnswer
    /// TLS: no trusted certificate.
    case notSecure
    /// The network wants a sign-in of its own, and answers in place of Rollcall.
    case captivePortal
    /// A service, or what is in front of it, says that it does not work at the moment.
    case away
    case malformedAnswer
    /// The store of the session cannot be used, such as a locked Keychain or a full disk.
    case store
    case cancelled
    case notSignedIn
    /// A service failed, and names no reason.
    case failed
    /// Of a form: the password was typed twice, and not alike.
    case passwordsDiffer

    /// Of its sentence.
    var key: String {
        switch self {
        case .reason(let reason): Catalogue.key(ofReason: reason.rawValue)
        case .wrongPassword: Catalogue.wrongPassword
        default: "failure.\(self)"
        }
    }
}

extension RollcallError {
    /// The problems to show to users for this error, each once.
    public var problems: [Problem] {
        guard origin == .service, !violations.isEmpty else { return [failure] }
        return reasons.reduce(into: []) { problems, reason in
            if !problems.contains(problem(reason)) { problems.append(problem(reason)) }
        }
    }

    func problem(_ reason: Reason) -> Problem {
        let isOfSession = reason == .wrongCredentials && code == .permissionDenied
        return isOfSession ? .wrongPassword : .reason(reason)
    }

    private var failure: Problem {
        switch origin {
        case .noRoute: .noRoute
        case .connectionLost: .connectionLost
        case .noAnswer: .noAnswer
        case .notSecure: .notSecure
        case .redirect, .notRollcall: .captivePortal
        case .proxy: .away
        case .malformedAnswer, .answerTooLarge: .malformedAnswer
        case .store: .store
        case .app, .service:
            switch code {
            case .unauthenticated: .notSignedIn
            case .permissionDenied: .reason(.notAllowed)
            case .unavailable, .deadlineExceeded, .aborted: .away
            case .canceled: .cancelled
            default: .failed
            }
        }
    }
}
