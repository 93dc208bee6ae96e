import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Storage
import Testing

@testable import Auth

@Suite struct SignInTimingTests {
    /// Uses up what strangers may try at a login.
    private func lock(_ login: String, in world: AuthServer) throws {
        let limits = world.auth.runtime.limits
        let unit = try limits.permit(.account, of: .login(login))
        while limits.take([unit]) == nil {}
    }

    /// Gives an account the hash of a password of other parameters.
    private func rehash(_ email: String, kibibytes: Int, in world: AuthServer) async throws {
        let hash = try await PasswordHasher.cheap(kibibytes: kibibytes)
            .hash(Array("another".utf8), deadline: nil)
        try await world.auth.store.run(
            Command<String, String>(
                "UPDATE account SET passwordHash = $1 WHERE canonicalEmail = $2"),
            hash.text, email)
    }

    @Test(arguments: [false, true])
    func theTimeOfAFailedSignInTellsNothing(confirmsUnknownDevices: Bool) async throws {
        try await withAuth { world in
            for name in ["wrong", "locked", "disabled", "otherParameters", "damaged"] {
                let form = SignUpRequest.anna(email: "\(name)@example.com", name: name)
                let tokens = try await world.client.signUp(form).tokens
                let code = try await world.newest(.verifyAddress).code
                #expect(await world.verify(code, tokens) == nil)
            }
            try await world.stop()
            try await world.start {
                $0.limits[.account] = LimitPolicy(100_000, per: 900)
                $0.answerQuantum = .milliseconds(20)
                $0.confirmsUnknownDevices = confirmsUnknownDevices
            }
            try await rehash("otherparameters@example.com", kibibytes: 256, in: world)
            try await world.auth.store.run(
                Command<Int64>(
                    "UPDATE account SET disabledUntilMs = $1 WHERE email LIKE 'disabled@%'"), .max)
            try await world.auth.store.run(
                "UPDATE account SET passwordHash = '$argon2id$' WHERE email LIKE 'damaged@%'")
            try lock("locked@example.com", in: world)
            try lock("nobody.locked@example.com", in: world)
            let classes = [
                "wrong", "unknown", "locked", "nobody.locked", "disabled", "otherParameters",
                "malformed", "tooLong", "locked/right", "disabled/right", "damaged",
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
            for name in ["wrong", "locked"] {
                let form = SignUpRequest.anna(email: "\(name)@example.com", name: name)
                _ = try await world.client.signUp(form)
            }
            try await world.auth.settle()
            try await world.stop()
            try await world.start {
                $0.limits[.account] = LimitPolicy(100_000, per: 900)
                $0.answerQuantum = .milliseconds(20)
            }
            try lock("locked@example.com", in: world)
            let names = world.auth.runtime.peers.names
            try await names.hold(
                "held", for: world.auth.runtime.ids.next(), call: CallContext(method: ""))
            let classes = ["wrong", "unknown", "locked", "held"]
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
