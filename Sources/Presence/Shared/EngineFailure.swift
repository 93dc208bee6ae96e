import Redis
import RollcallRPC

/// What callers hear when the engine has not done what they want.
enum EngineFailure {
    /// - Throws: `RPCError` in place of a `RedisError`; else what `body` throws.
    static func asRPCError<R>(_ body: () async throws -> R) async throws -> R {
        do {
            return try await body()
        } catch let error as RedisError {
            throw rpcError(error)
        }
    }

    static func rpcError(_ error: RedisError) -> RPCError {
        switch error {
        // Whatever was asked for can be asked for again, even if it was done.
        case .unavailable, .unknownOutcome, .unfit, .closed: .engineAway
        case .overloaded: .overloaded
        // It has no more memory.
        case .refused("OOM", _): .overloaded
        case .refused, .malformedReply:
            RPCError(.internal, "the engine of the instances has failed")
        }
    }

    /// Whether the same may be done later.
    static func isTemporary(_ error: RedisError) -> Bool {
        switch error {
        case .unavailable, .unknownOutcome, .unfit, .closed, .overloaded: true
        case .refused, .malformedReply: false
        }
    }
}
