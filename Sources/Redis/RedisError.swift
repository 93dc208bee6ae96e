/// Why a command has no answer, and so what its caller can do.
package enum RedisError: Error, Equatable {
    /// The server does not answer. Nothing was done; it works again once the server answers.
    case unavailable(String)
    /// The connection was lost, or fell silent, after the command was sent: it was carried out or not, and
    /// nobody here knows which.
    case unknownOutcome
    /// Too many commands wait. Nothing was done: try again later.
    case overloaded
    /// The server is not made as it has to be. Says what to change.
    case unfit(String)
    /// The server refuses the command: its code (`OOM`, `NOPERM`, `ERR`, …), and its sentence.
    case refused(code: String, message: String)
    /// The answer is not of the kind that the command has.
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
        // A server that reads its file; one that is no primary any more, or has lost its own; one
        // whose disk is full.
        case "LOADING", "READONLY", "MASTERDOWN", "MISCONF": self = .unavailable(text)
        default: self = .refused(code: code, message: parts.count > 1 ? String(parts[1]) : text)
        }
    }

    /// Whether another server may have to be found, so that the connection is given up.
    var endsConnection: Bool {
        guard case .unavailable(let text) = self else { return false }
        return ["LOADING", "READONLY", "MASTERDOWN"].contains { text.hasPrefix($0) }
    }
}
