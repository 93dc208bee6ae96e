import RollcallAPI
import RollcallCrypto
import RollcallRPC

/// Hashes that tell the caller what to do when there are too many. Whether a password is correct is
/// for `PasswordVerifier` to say.
extension PasswordHasher {
    /// - Parameter account: the account that the call is proved to be of.
    func hash(
        _ password: Password, for call: CallContext, of account: UUIDv7? = nil
    ) async throws -> PasswordHash {
        try await Self.shedding {
            try await hash(
                password.secret.bytes, deadline: call.deadline, by: HashCaller(call, account))
        }
    }

    static func shedding<T: ~Copyable>(_ body: () async throws -> T) async throws -> T {
        do {
            return try await body()
        } catch PasswordHasherError.overloaded(let pause) {
            throw RPCError.overloaded(
                "more people sign in than can be served in time; try again later", after: pause)
        }
    }
}

extension HashCaller {
    /// - Parameter account: the account that the call is proved to be of. One that is only claimed
    ///   has no share: strangers who guess at its password would use its owner's.
    init(_ call: CallContext, _ account: UUIDv7? = nil, isPreferred: Bool = false) {
        self.init(
            peers: [ClientNetwork(call.peer)?.hashValue, account?.hashValue].compactMap(\.self),
            isPreferred: isPreferred)
    }
}
