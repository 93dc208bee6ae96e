import RollcallAPI
import RollcallRPC

extension RPCError {
    /// What a caller can do about the store's refusal; nil if that is nothing.
    package init?(_ error: StorageError) {
        switch error {
        case .noSpace: self = .noSpace
        case .overloaded, .exhausted: self = .overloaded
        case .closed, .failed: self = .stopping
        default: return nil
        }
    }
}
