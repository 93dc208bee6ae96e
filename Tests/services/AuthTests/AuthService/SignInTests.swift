import RollcallAPI
import RollcallCrypto
import RollcallRPC
import TestSupport
import Testing

@testable import Auth

@Suite struct SignInTests {
    private func request(
        _ email: String = "anna@example.com", _ password: String = "correct horse"
    ) -> SignInRequest {
        SignInRequest(email: email, password: password, deviceLabel: "laptop")
    }

    @Test func thePasswordOpensASession() async throws {
        try await withAuth { world in
            let account = try await world.client.signUp(.anna())
            for email in ["anna@example.com", "ANNA@Example.com", #""anna"@example.com"#] {
                let response = try await world.client.signIn(request(email))
                #expect(response.session?.userID == account.session?.userID)
                #expect(response.session?.deviceLabel == "laptop")
                let session = try await world.client.getSession(
                    GetSessionRequest(), options: .bearer(response.tokens))
                #expect(session.session == response.session)
            }
        }
    }

    @Test func everyFailureIsAlike() async throws {
        try await withAuth { world in
            _ = try await world.client.signUp(.anna())
            let failing = [
                request("anna@example.com", "wrong horse"), request("unknown@example.com"),
                request("malformed"), request(""), request("anna@example.com", ""),
                request("anna@example.com", String(repeating: "x", count: 5000)),
                request("anna@example.com", String(repeating: "x", count: 7500)),
                request("anna@example.com", "Correct horse"),
                request("anna@example.com", "correct horse "),
            ]
            var errors: Set<String> = []
            for request in failing {
                let error = await failure { try await world.client.signIn(request) }
                #expect(error?.code == .unauthenticated)
                #expect(error?.reasons == [.wrongCredentials])
                errors.insert("\(error.debugDescription) \(error?.details ?? [])")
            }
            #expect(errors.count == 1)
        }
    }

    /// The only worker is busy and nobody may wait: a call that is refused for that wanted a hash.
    @Test func everyFailureCostsAHash() async throws {
        try await withAuth { world in
            _ = try await world.client.signUp(.anna())
            try await world.stop()
            let hasher = try PasswordHasher.cheap { $0.queueLimit = 0 }
            let client = try await world.start(hasher: hasher).client
            let slow = try PasswordHash(
                parameters: Argon2Parameters(kibibytes: 65_536, passes: 12, lanes: 1),
                salt: Array(repeating: 0, count: 16), tag: Array(repeating: 0, count: 32))
            async let busy = hasher.verify([], against: slow, deadline: nil)
            try await eventually { (try? hasher.checkForRoom(deadline: nil)) == nil }
            for email in ["anna@example.com", "unknown@example.com", "malformed", ""] {
                let error = await failure {
                    try await client.signIn(request(email, "wrong horse"))
                }
                #expect(error?.code == .unavailable && error?.reasons == [.overloaded])
            }
            _ = try await busy
        }
    }

    @Test func aPasswordIsOneTextWhereverItIsGiven() async throws {
        try await withAuth { world in
            let form = SignUpRequest.anna(password: "pa\u{308}sswo\u{308}rd")
            let account = try await world.client.signUp(form)
            var again = form
            again.password = "pässwörd"
            let same = try await world.client.signUp(again)
            #expect(same.session?.userID == account.session?.userID)
            _ = try await world.client.signIn(request("anna@example.com", "pässwörd"))
            for password in ["päss", "password", "pässwörd ", "pässwörd\u{200B}"] {
                let error = await failure {
                    try await world.client.signIn(request("anna@example.com", password))
                }
                #expect(error?.reasons == [.wrongCredentials])
            }
            // No password ends where C would end it.
            let cut = await failure {
                try await world.client.signIn(request("anna@example.com", "pässwörd\0x"))
            }
            #expect(cut?.code == .invalidArgument)
        }
    }

    @Test(arguments: [72, 73, 255, 256])
    func the73rdByteOfAPasswordMatters(position: Int) async throws {
        try await withAuth { world in
            let password = String(
                decoding: (0..<256).map { UInt8(ascii: "a") + UInt8($0 % 11) }, as: UTF8.self)
            _ = try await world.client.signUp(.anna(password: password))
            _ = try await world.client.signIn(request("anna@example.com", password))
            var bytes = Array(password.utf8)
            bytes[position - 1] ^= 1
            let other = String(decoding: bytes, as: UTF8.self)
            let error = await failure {
                try await world.client.signIn(request("anna@example.com", other))
            }
            #expect(error?.reasons == [.wrongCredentials])
        }
    }

    @Test func aHashOfOldParametersIsMadeAnew() async throws {
        try await withAuth { world in
            let account = try await world.client.signUp(.anna())
            let id = try #require(UUIDv7(account.session?.userID ?? ""))
            let before = try await world.auth.store.account(id: id)?.password?.hash
            try await world.stop()
            let hasher = try PasswordHasher.cheap(kibibytes: 64)
            try await world.start(hasher: hasher)
            let wrong = request("anna@example.com", "wrong horse")
            _ = await failure { try await world.client.signIn(wrong) }
            #expect(try await world.auth.store.account(id: id)?.password?.hash == before)
            _ = try await world.client.signIn(request())
            // After the answer.
            var after = before
            try await eventually {
                after = try await world.auth.store.account(id: id)?.password?.hash
                return after != before
            }
            #expect(after?.function == .argon2id(hasher.parameters))
            _ = try await world.client.signIn(request())
            #expect(try await world.auth.store.account(id: id)?.password?.hash == after)
        }
    }

    @Test func manySignInsWhileHashesAreMadeAnewAllSucceed() async throws {
        try await withAuth { world in
            _ = try await world.client.signUp(.anna())
            try await world.stop()
            let client = try await world.start(hasher: .cheap(kibibytes: 64)).client
            let request = request()
            let errors = await withTaskGroup { group in
                for _ in 0..<50 {
                    group.addTask { await failure { try await client.signIn(request) } }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(errors.allSatisfy { $0 == nil })
            #expect(try await world.auth.count("session") == 51)
        }
    }

    @Test func anOverloadIsSaid() async throws {
        try await withAuth { world in
            try await world.stop()
            let hasher = try PasswordHasher.cheap(kibibytes: 16_384) { $0.queueLimit = 0 }
            let client = try await world.start(hasher: hasher).client
            let request = request()
            let errors = await withTaskGroup { group in
                for _ in 0..<20 {
                    group.addTask { await failure { try await client.signIn(request) } }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            let shed = errors.filter { $0?.code == .unavailable }
            #expect(!shed.isEmpty)
            #expect(shed.allSatisfy { $0?.reasons == [.overloaded] })
            #expect(shed.allSatisfy { $0?.detail(ErrorInfo.self)?.retryAfterMs ?? 0 > 0 })
        }
    }
}
