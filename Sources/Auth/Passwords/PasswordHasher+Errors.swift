import RollcallAPI
import RollcallCrypto
import RollcallRPC

/// Hashes that tell the caller what to do when there are too many. Whether a password is correct is for
/// `PasswordVerifier` to say.
extension PasswordHasher {
    func hash(_ password: Password, for call: CallContext) async throws -> PasswordHash {
        try await Self.shedding {
            try await hash(password.secret.bytes, deadline: call.deadline)
        }
    }

    static func shedding<T>(_ body: () async throws -> T) async throws -> T {
        do {
            return try await body()
        } catch PasswordHasherError.overloaded(let pause) {
            throw RPCError.overloaded(
                "more people sign in than can be served in time; try again later", after: pause)
        }
    }
}
