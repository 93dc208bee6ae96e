import Redis
import RollcallRPC

/// How failures of the engine are reported to callers and to operators.
enum EngineFailure {
    /// - Throws: `RPCError` in place of a `RedisError`; otherwise what `body` throws.
    static func asRPCError<R>(_ body: () async throws -> R) async throws -> R {
        do {
            return try await body()
        } catch let error as RedisError {
            throw rpcError(error)
        }
    }

    static func rpcError(_ error: RedisError) -> RPCError {
        switch error {
        // Each request can be repeated, even if it was carried out.
        case .unavailable, .unknownOutcome, .unfit, .closed: .engineAway
        case .refusesWrites, .refused("NOPERM", _): .engineRefuses
        case .overloaded: .overloaded
        case .refused("OOM", _): .engineFull
        case .refused, .malformedReply:
            RPCError(.internal, "the engine of the instances has failed")
        }
    }

    /// Whether the same may be done later.
    static func isTemporary(_ error: RedisError) -> Bool {
        switch error {
        case .unavailable, .refusesWrites, .unknownOutcome, .unfit, .closed, .overloaded: true
        // Its operator may allow it again.
        case .refused("NOPERM", _): true
        case .refused, .malformedReply: false
        }
    }

    /// What is wrong with the engine, for an operator.
    static func sentence(_ error: RedisError, _ location: RedisLocation) -> String {
        let sentence = error.sentence(of: location)
        return switch error {
        case .unfit(let reason): reason
        case .refused("OOM", _): "\(sentence), so no device can come online"
        default: "\(sentence); presence is shown as it was"
        }
    }
}
