public import RollcallRPC
import RollcallWire

extension RPCError {
    /// An error that names every rule that the request broke, in the order of the request's fields, so
    /// that a form can mark each field. What is of no field stands last.
    package static func violations<Request: Message>(
        _ code: StatusCode, _ violations: [Violation], of request: Request.Type
    ) -> RPCError {
        let fields = Request.layout.fieldNames
        let sorted = fields.flatMap { field in violations.filter { $0.field == field } }
        let rest = violations.filter { !fields.contains($0.field) }
        return .violations(code, sorted + rest)
    }

    /// An error that names every rule that was broken, in the order in which they are given.
    public static func violations(_ code: StatusCode, _ violations: [Violation]) -> RPCError {
        let message = violations.map(\.message).joined(separator: "; ")
        let info = ErrorInfo(violations: violations)
        return RPCError(code, message, details: [ErrorDetail(info)])
    }

    /// An error that names one rule.
    ///
    /// - Parameter field: the field of the request, empty when it is the request as a whole.
    public static func violation(
        _ code: StatusCode, _ reason: Reason, field: String = "", _ message: String
    ) -> RPCError {
        violations(code, [Violation(reason: reason, field: field, message: message)])
    }

    /// An error for a field of the request that has to be there.
    package static func missing(_ field: String, _ message: String) -> RPCError {
        violation(.invalidArgument, .fieldMissing, field: field, message)
    }

    /// An error for a field of the request whose value cannot be.
    package static func malformed(_ field: String, _ message: String) -> RPCError {
        violation(.invalidArgument, .fieldMalformed, field: field, message)
    }

    /// An error that goes away by itself: the caller tries again after a while.
    public static func retryLater(
        _ code: StatusCode, _ reason: Reason, after pause: Duration, _ message: String
    ) -> RPCError {
        var error = RPCError(code, message)
        let info = ErrorInfo(
            violations: [Violation(reason: reason, field: "", message: message)],
            retryAfterMs: error.pushBack(by: pause))
        error.details = [ErrorDetail(info)]
        return error
    }

    /// The rules that the request broke, as far as the server said.
    public var reasons: [Reason] {
        detail(ErrorInfo.self)?.violations.map(\.reason) ?? []
    }
}
