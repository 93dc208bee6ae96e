/// Why a request to an S3 store did not do what it was to do.
struct S3Failure: Error, Equatable {
    let error: BlobError
    /// Whether the same request may succeed a moment later.
    let isTransient: Bool

    private static func lasting(_ error: BlobError) -> S3Failure {
        S3Failure(error: error, isTransient: false)
    }

    private static func passing(_ reason: String) -> S3Failure {
        S3Failure(error: .unavailable(reason), isTransient: true)
    }

    private init(error: BlobError, isTransient: Bool) {
        (self.error, self.isTransient) = (error, isTransient)
    }

    /// Nil for an outcome that is none.
    init?(_ outcome: S3Outcome) {
        switch outcome {
        case .tooLarge: self = .lasting(.tooLarge)
        case .untrusted(let reason): self = .lasting(.unavailable("the object store: \(reason)"))
        case .lost(let reason): self = .passing("the object store: \(reason)")
        case .answered(let answer):
            guard let failure = Self.failure(of: answer) else { return nil }
            self = failure
        }
    }

    private static func failure(of answer: S3Answer) -> S3Failure? {
        guard !(200..<300).contains(answer.status) else { return nil }
        let code = answer.code
        let said = "the object store answered \(answer.status)" + (code.isEmpty ? "" : " \(code)")
        return switch (answer.status, code) {
        case (404, "NoSuchKey"), (404, "NoSuchVersion"): lasting(.notFound)
        case (401, _), (403, _): lasting(.denied(said))
        case (413, _), (400, "EntityTooLarge"): lasting(.tooLarge)
        case (507, _): lasting(.noSpace)
        case (408, _), (409, _), (429, _), (500..<600, _), (400, "RequestTimeout"): .passing(said)
        default: lasting(.unavailable(said))
        }
    }
}
