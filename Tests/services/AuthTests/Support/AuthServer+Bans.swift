import RollcallAPI
import RollcallRPC

@testable import Auth

/// A world in which a login is refused after three wrong passwords.
func withBans(_ body: (AuthServer) async throws -> Void) async throws {
    try await withAuth { world in
        try await world.stop()
        try await world.start { $0.limits.narrowForBans() }
        try await body(world)
    }
}

extension LimitPolicies {
    mutating func narrowForBans() {
        self[.account] = LimitPolicy(3, per: 900)
    }
}

extension AuthServer {
    func bans() async throws -> [Ban] {
        try await asOperator.listBans(ListBansRequest()).bans
    }

    func failToSignIn(_ email: String, times: Int) async {
        for _ in 0..<times {
            _ = await failure {
                try await client.signIn(SignInRequest(email: email, password: "wrong horse"))
            }
        }
    }
}
