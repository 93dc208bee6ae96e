/// Why a command has no answer.
package enum RedisError: Error, Equatable {
    /// The server does not answer. Nothing was done. The connection works again once the server
    /// answers.
    case unavailable(String)
    /// The server answers, but accepts no writes at the moment. Nothing was done.
    case refusesWrites(String)
    /// The connection was lost or became silent after the command was sent. It is unknown whether
    /// the command was carried out.
    case unknownOutcome
    /// Too many commands wait. Nothing was done. Try again later.
    case overloaded
    /// The server lacks a required setting or feature. The text says what to change.
    case unfit(String)
    /// The server refuses the command: its code (`OOM`, `NOPERM`, `ERR`, …) and its sentence.
    case refused(code: String, message: String)
    /// The command does not have this type of reply.
    case malformedReply
    /// `close` was called.
    case closed
}

extension RedisError {
    /// - Parameter text: an error reply, which begins with its code.
    init(reply text: String) {
        let parts = text.split(separator: " ", maxSplits: 1)
        let code = parts.first.map(String.init) ?? ""
        switch code {
        // The server is loading its file, has lost its primary, or runs a long script.
        case "LOADING", "MASTERDOWN", "BUSY": self = .unavailable(text)
        // It is no longer a primary, has lost its replicas, or cannot write its file.
        case "READONLY", "NOREPLICAS", "MISCONF": self = .refusesWrites(text)
        default: self = .refused(code: code, message: parts.count > 1 ? String(parts[1]) : text)
        }
    }

    /// Whether the connection is closed, as another server may be the right one.
    var endsConnection: Bool {
        switch self {
        case .unavailable(let text), .refusesWrites(let text):
            ["LOADING", "READONLY", "MASTERDOWN"].contains { text.hasPrefix($0) }
        default: false
        }
    }
}

extension RedisError {
    /// What is wrong with a server, for an operator.
    package func sentence(of location: RedisLocation) -> String {
        let trouble =
            switch self {
            case .unfit(let reason): "cannot be used: \(reason)"
            case .refused("OOM", _): "has no memory left"
            case .unavailable(let reason): "does not answer (\(reason))"
            case .refusesWrites(let reason): "refuses writes (\(reason))"
            case .refused(let code, let message): "refuses commands (\(code) \(message))"
            case .unknownOutcome, .overloaded: "does not answer in time"
            case .malformedReply, .closed: "has failed (\(self))"
            }
        return "the engine \(location) \(trouble)"
    }
}
