import RollcallAPI
import RollcallCrypto
import RollcallRPC

/// Hashes that tell the caller what to do when there are too many.
extension PasswordHasher {
    func hash(_ password: Password, for call: CallContext) async throws -> PasswordHash {
        try await shedding { try await hash(password.secret.bytes, deadline: call.deadline) }
    }

    func verify(
        _ password: Password, against hash: PasswordHash, for call: CallContext
    ) async throws -> Bool {
        try await shedding {
            try await verify(password.secret.bytes, against: hash, deadline: call.deadline)
        }
    }

    func verifyDummy(_ password: Password?, for call: CallContext) async throws {
        try await shedding {
            try await verifyDummy(password?.secret.bytes ?? [], deadline: call.deadline)
        }
    }

    private func shedding<T>(_ body: () async throws -> T) async throws -> T {
        do {
            return try await body()
        } catch PasswordHasherError.overloaded(let pause) {
            throw RPCError.retryLater(
                .resourceExhausted, .overloaded, after: pause,
                "more people sign in than can be served in time; try again later")
        }
    }
}
