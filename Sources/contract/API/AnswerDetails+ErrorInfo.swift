import RollcallRPC

extension AnswerDetails {
    /// An `ErrorInfo` for what the transport finds by itself, as in every other error of the
    /// contract.
    package static let errorInfo = AnswerDetails { cause, message in
        switch cause {
        case .overload(let pause):
            [ErrorDetail(ErrorInfo(.overloaded, message, retryAfterMs: pause))]
        case .malformedField(let field):
            [ErrorDetail(ErrorInfo(.fieldMalformed, message, field: field))]
        }
    }
}

extension ErrorInfo {
    fileprivate init(
        _ reason: Reason, _ message: String, field: String = "", retryAfterMs: UInt32 = 0
    ) {
        self.init(
            violations: [Violation(reason: reason, field: field, message: message)],
            retryAfterMs: retryAfterMs)
    }
}
