/// What a server's own refusals carry for programs, beside a code and a sentence. The transport
/// knows no API: the builder of a server says what its clients look for.
public struct AnswerDetails: Sendable {
    private let make: @Sendable (RPCError.Cause, String) -> [ErrorDetail]

    /// - Parameter make: the details for a cause and the sentence that goes with it.
    public init(
        _ make: @escaping @Sendable (_ cause: RPCError.Cause, _ message: String) -> [ErrorDetail]
    ) {
        self.make = make
    }

    public static let none = AnswerDetails { _, _ in [] }

    /// The error with its details.
    func completing(_ error: RPCError) -> RPCError {
        guard let cause = error.cause, error.details.isEmpty else { return error }
        var error = error
        error.details = make(cause, error.message)
        return error
    }
}
