import RollcallAPI
import RollcallRPC
import Storage

extension RPCError {
    /// What a caller can do about the store's refusal; nil if that is nothing.
    package init?(_ error: StorageError) {
        switch error {
        case .noSpace: self = .noSpace
        case .readOnly: self = .readOnly
        case .overloaded, .exhausted, .lockedByAnother: self = .overloaded
        case .closed, .failed: self = .stopping
        case .unavailable: self = .databaseUnavailable
        case .unknownOutcome: self = .unknownOutcome
        default: return nil
        }
    }

    /// What an RPC throws for an error of a store, or of a body that was run there: the words of
    /// the contract where a caller can do something about it; otherwise the error itself.
    package static func refusal(for error: any Error) -> any Error {
        guard let error = error as? StorageError else { return error }
        return RPCError(error) ?? error
    }
}

extension RPCError {
    private static let databaseUnavailable = overloaded(
        "the database does not answer; nothing was changed; try again later", after: .seconds(1))

    /// UNKNOWN, as ABORTED would say that nothing was done, and clients repeat UNAVAILABLE by
    /// themselves.
    private static let unknownOutcome = RPCError(
        .unknown, "the database fell silent while it committed: look whether it was done")
}
