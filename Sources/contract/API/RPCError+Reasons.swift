public import RollcallRPC
import RollcallWire

extension RPCError {
    /// An error that names every violation in the request, in the order of its fields. So a form
    /// can mark each field. Violations without a field come last.
    package static func violations<Request: Message>(
        _ code: StatusCode, _ violations: [Violation], of request: Request.Type
    ) -> RPCError {
        let fields = Request.layout.fieldNames
        let first = { (path: String) in String(path.prefix { !"[.".contains($0) }) }
        let sorted = fields.flatMap { field in violations.filter { first($0.field) == field } }
        let rest = violations.filter { !fields.contains(first($0.field)) }
        return .violations(code, sorted + rest)
    }

    /// An error that names several violations, in the given order.
    public static func violations(_ code: StatusCode, _ violations: [Violation]) -> RPCError {
        let message = violations.map(\.message).joined(separator: "; ")
        let info = ErrorInfo(violations: violations)
        return RPCError(code, message, details: [ErrorDetail(info)])
    }

    /// An error that names one violation.
    ///
    /// - Parameter field: the field of the request; empty for the whole request.
    public static func violation(
        _ code: StatusCode, _ reason: Reason, field: String = "", _ message: String
    ) -> RPCError {
        violations(code, [Violation(reason: reason, field: field, message: message)])
    }

    /// The most entries of one field that an error names.
    @usableFromInline package static let namedEntries = 50

    /// Reads the entries of a field of the request that has several.
    ///
    /// Inlined, as a thousand calls of closures of unknown types take longer than what they read.
    ///
    /// - Parameter read: returns nil for an entry to leave out. The violations that it throws name
    ///   fields of the entry; none for the entry as a whole.
    /// - Throws: `RPCError` with the violations of the first bad entries, such as
    ///   `users[3].user_id`.
    @inlinable package static func reading<Entry, Output>(
        _ entries: [Entry], of field: String, _ read: (Entry) throws -> Output?
    ) throws -> [Output] {
        var (outputs, broken): ([Output], [Violation]) = ([], [])
        for (index, entry) in entries.enumerated() where broken.count < namedEntries {
            do {
                if let output = try read(entry) { outputs.append(output) }
            } catch let error as RPCError {
                broken += try error.violations(in: "\(field)[\(index)]")
            }
        }
        guard broken.isEmpty else { throw violations(.invalidArgument, broken) }
        return outputs
    }

    /// The violations of an entry, by the place of their fields in the request.
    @usableFromInline func violations(in entry: String) throws -> [Violation] {
        guard let info = detail(ErrorInfo.self) else { throw self }
        return info.violations.map { violation in
            var violation = violation
            violation.field = entry + (violation.field.isEmpty ? "" : ".\(violation.field)")
            return violation
        }
    }

    /// An error for a missing field of the request.
    package static func missing(_ field: String, _ message: String) -> RPCError {
        violation(.invalidArgument, .fieldMissing, field: field, message)
    }

    /// An error for a field of the request with an invalid value.
    package static func malformed(_ field: String, _ message: String) -> RPCError {
        violation(.invalidArgument, .fieldMalformed, field: field, message)
    }

    /// A temporary error. The caller should try again later.
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

    /// The violations in the error, if the server named any.
    public var reasons: [Reason] {
        detail(ErrorInfo.self)?.violations.map(\.reason) ?? []
    }
}
