import GRDB
import Storage

/// One caller's write, in line.
struct PendingWrite: Sendable {
    typealias Answer = @Sendable () -> Void

    /// Runs the caller's body, and returns what tells the caller of its success: to be called
    /// when the commit stands, and not before.
    let run: @Sendable (Database) throws -> Answer
    /// Tells the caller that nothing was written.
    let refuse: @Sendable (any Error) -> Void

    /// Tells the caller how it went. Once.
    func settle(_ outcome: Result<Answer, any Error>) {
        switch outcome {
        case .success(let answer): answer()
        case .failure(let error): refuse(StorageError(error) ?? error)
        }
    }
}
