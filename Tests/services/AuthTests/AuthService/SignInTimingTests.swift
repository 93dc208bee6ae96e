import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Storage
import Testing

@testable import Auth

@Suite struct SignInTimingTests {
    /// Uses up what strangers may try at a login.
    private func lock(_ login: String, in world: AuthServer) async throws {
        let limits = world.auth.runtime.limits
        let account = try await world.auth.store.account(email: EmailAddress(login))
        let unit = try limits.permit(
            .account, of: account.map { .login($0.id) } ?? .login(login))
        while await limits.take([unit]) == nil {}
    }

    /// Gives an account the hash of a password of other parameters.
    private func rehash(_ email: String, kibibytes: Int, in world: AuthServer) async throws {
        let hash = try await PasswordHasher.cheap(kibibytes: kibibytes)
            .hash(Array("another".utf8), deadline: nil)
        try await world.auth.store.run(
            Command<String, String>(
                "UPDATE credential SET secret = $1 WHERE accountID = \(Self.account)"),
            hash.text, email)
    }

    /// The account with the address `$2`.
    private static let account: SQL = "(SELECT accountID FROM address WHERE canonical = $2)"

    @Test(arguments: [false, true])
    func theTimeOfAFailedSignInTellsNothing(confirmsUnknownDevices: Bool) async throws {
        try await withAuth { world in
            for name in [
                "wrong", "locked", "disabled", "otherParameters", "damaged", "noPassword",
                "noAddress", "factor",
            ] {
                let user = try await world.newUser(name)
                if name == "noPassword" { try await world.removePassword(of: user.id) }
                if name == "noAddress" { try await world.removeAddresses(of: user.id) }
                if name == "factor" { _ = try await world.enrol(user.tokens) }
                if name == "wrong" {
                    try await world.verifyAllAddresses()
                    try await world.addAddress("second@example.com", to: user.id)
                }
            }
            if confirmsUnknownDevices { try await world.verifyAllAddresses() }
            try await world.stop()
            try await world.start {
                $0.limits[.account] = LimitPolicy(100_000, per: 900)
                $0.answerQuantum = .milliseconds(20)
                $0.confirmsUnknownDevices = confirmsUnknownDevices
            }
            try await rehash("otherparameters@example.com", kibibytes: 256, in: world)
            try await world.auth.store.run(
                Command<Int64, String>(
                    "UPDATE account SET disabledUntilMs = $1 WHERE id = \(Self.account)"),
                .max, "disabled@example.com")
            try await world.auth.store.run(
                Command<String, String>(
                    "UPDATE credential SET secret = $1 WHERE accountID = \(Self.account)"),
                "$argon2id$", "damaged@example.com")
            try await lock("locked@example.com", in: world)
            try await lock("nobody.locked@example.com", in: world)
            let classes = [
                "wrong", "unknown", "locked", "nobody.locked", "disabled", "otherParameters",
                "malformed", "tooLong", "locked/right", "disabled/right", "damaged", "noPassword",
                "noPassword/right", "noAddress/right", "second",
                "factor",
            ]
            let telling = await AnswerTimes.telling(classes) { name in
                let parts = name.split(separator: "/")
                let password =
                    switch name {
                    case "tooLong": String(repeating: "x", count: 300)
                    default: parts.last == "right" ? "correct horse" : "wrong"
                    }
                let request = SignInRequest(
                    email: name == "malformed" ? "nobody" : "\(parts[0])@example.com",
                    password: password)
                let error = await failure {
                    try await world.auth.runtime.handler.signIn(
                        request, context: CallContext(method: ""))
                }
                #expect(
                    error?.reasons == [.wrongCredentials], "\(name): \(String(describing: error))")
            }
            #expect(telling.isEmpty)
        }
    }

    @Test func theTimeOfASignInByNameTellsNothing() async throws {
        try await withAuth { world in
            for name in ["wrong", "locked", "nopassword", "noaddress"] {
                let user = try await world.newUser(name)
                if name == "nopassword" { try await world.removePassword(of: user.id) }
                if name == "noaddress" { try await world.removeAddresses(of: user.id) }
            }
            try await world.auth.settle()
            try await world.stop()
            try await world.start {
                $0.limits[.account] = LimitPolicy(100_000, per: 900)
                $0.answerQuantum = .milliseconds(20)
            }
            try await lock("locked@example.com", in: world)
            let names = world.auth.runtime.peers.names
            try await names.hold(
                "held", for: world.auth.runtime.ids.next(), call: CallContext(method: ""))
            let classes = ["wrong", "unknown", "locked", "held", "nopassword", "noaddress"]
            let telling = await AnswerTimes.telling(classes) { name in
                let error = await failure {
                    try await world.auth.runtime.handler.signIn(
                        SignInRequest(password: "wrong", displayName: name),
                        context: CallContext(method: ""))
                }
                #expect(
                    error?.reasons == [.wrongCredentials], "\(name): \(String(describing: error))")
            }
            #expect(telling.isEmpty)
        }
    }
}
