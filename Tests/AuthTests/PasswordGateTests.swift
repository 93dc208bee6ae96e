import Foundation
import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Testing

@testable import Auth

@Suite struct PasswordGateTests {
    private static let right = "correct horse"

    /// A sign-in from an address.
    private func signIn(
        _ world: AuthWorld, _ email: String, _ password: String,
        from address: String? = "203.0.113.7:1",
        metadata: Metadata = Metadata()
    ) async -> RPCError? {
        let context = CallContext(
            method: "", metadata: metadata, peer: PeerIdentity(address: address))
        return await failure {
            try await world.auth.runtime.handler.signIn(
                SignInRequest(email: email, password: password), context: context)
        }
    }

    private func restart(
        _ world: AuthWorld, hasher: PasswordHasher? = nil,
        _ limits: [LimitName: LimitPolicy]
    ) async throws {
        try await world.stop()
        try await world.start(hasher: hasher) {
            for (name, policy) in limits { $0.limits[name] = policy }
        }
    }

    @Test func everySpellingOfALoginIsOneBucket() async throws {
        try await withAuth { world in
            _ = try await world.client.signUp(.anna())
            try await restart(world, [.account: LimitPolicy(5, per: 900)])
            for email in [
                "anna@example.com", "ANNA@Example.COM", #""anna"@example.com"#,
                " anna@example.com ", "ａｎｎａ@example.com",
            ] {
                #expect(await signIn(world, email, "wrong")?.reasons == [.wrongCredentials])
            }
            let error = await signIn(world, "anna@example.com", Self.right)
            #expect(error?.reasons == [.wrongCredentials])
        }
    }

    @Test func aClockThatIsSetBackMakesNoRightPasswordWrong() async throws {
        try await withAuth { world in
            _ = try await world.client.signUp(.anna())
            try await restart(world, [.account: LimitPolicy(10, per: 900)])
            #expect(await signIn(world, "anna@example.com", Self.right) == nil)
            world.clock.advance(.seconds(-3600))
            // The units of all together look taken, until the next comes a moment later.
            _ = await signIn(world, "anna@example.com", Self.right)
            world.clock.advance(.seconds(1))
            #expect(await signIn(world, "anna@example.com", Self.right) == nil)
        }
    }

    @Test func oneMoreParallelGuessThanTheLimitCostsNoMoreHashesThanTheLimit() async throws {
        try await withAuth { world in
            _ = try await world.client.signUp(.anna())
            let hasher = try PasswordHasher.cheap()
            try await restart(world, hasher: hasher, [.account: LimitPolicy(10, per: 900)])
            let errors = await withTaskGroup { group in
                for number in 0..<50 {
                    group.addTask { await signIn(world, "anna@example.com", "wrong \(number)") }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(errors.allSatisfy { $0?.reasons == [.wrongCredentials] })
            #expect(hasher.hashCount == 10)
        }
    }

    @Test func theRightPasswordWhileLockedIsAnsweredAlike() async throws {
        try await withAuth { world in
            _ = try await world.client.signUp(.anna())
            try await restart(world, [.account: LimitPolicy(3, per: 900)])
            var errors: Set<String> = []
            for (email, password) in [
                ("anna@example.com", "wrong"), ("unknown@example.com", "wrong"),
                ("anna@example.com", "wrong"), ("unknown@example.com", "wrong"),
                ("anna@example.com", "wrong"), ("unknown@example.com", "wrong"),
                ("anna@example.com", "wrong"), ("unknown@example.com", Self.right),
                ("anna@example.com", Self.right),
            ] {
                let error = try #require(await signIn(world, email, password))
                errors.insert("\(error) \(error.details) \(error.trailers)")
            }
            #expect(errors.count == 1)
            world.clock.advance(.seconds(300))
            #expect(await signIn(world, "anna@example.com", Self.right) == nil)
        }
    }

    @Test func aSuccessGivesTheTriesBack() async throws {
        try await withAuth { world in
            _ = try await world.client.signUp(.anna())
            let three = LimitPolicy(3, per: 900)
            try await restart(world, [.account: three, .address: LimitPolicy(20, per: 600)])
            for _ in 0..<5 {
                for _ in 0..<2 { _ = await signIn(world, "anna@example.com", "wrong") }
                #expect(await signIn(world, "anna@example.com", Self.right) == nil)
            }
            #expect(try await world.auth.count("meter", where: "limitName = 'account'") == 0)
            // The address has nothing back but what was right.
            for _ in 0..<10 {
                #expect(await signIn(world, "bob@example.com", "wrong")?.code == .unauthenticated)
            }
            let error = await signIn(world, "carl@example.com", "wrong")
            #expect(error?.reasons == [.tooManyAttempts])
        }
    }

    @Test func everyAddressOfANetworkSharesOneBucketAndIsToldWhenToComeBack() async throws {
        try await withAuth { world in
            try await restart(world, [.address: LimitPolicy(3, per: 600)])
            for (number, address) in ["[2001:db8::1]:1", "[2001:DB8::2]:2", "[2001:db8::3%x]:3"]
                .enumerated()
            {
                let error = await signIn(world, "\(number)@example.com", "wrong", from: address)
                #expect(error?.code == .unauthenticated)
            }
            let error = try #require(
                await signIn(world, "anna@example.com", "wrong", from: "[2001:db8::4]:4"))
            #expect(error.code == .resourceExhausted)
            #expect(error.reasons == [.tooManyAttempts])
            #expect(error.detail(ErrorInfo.self)?.retryAfterMs == 200_000)
            #expect(error.trailers[text: "retry-pushback-ms"] == "200000")
            let other = await signIn(
                world, "anna@example.com", "wrong", from: "[2001:db8:0:1::1]:1")
            #expect(other?.code == .unauthenticated)
        }
    }

    @Test func anAddressThatAStrangerClaimsIsIgnored() async throws {
        try await withAuth { world in
            try await restart(world, [.address: LimitPolicy(2, per: 600)])
            var errors: [RPCError?] = []
            for number in 0..<3 {
                var metadata = Metadata()
                for key in ["x-forwarded-for", "forwarded", "rollcall-client-address"] {
                    try metadata.add(key, text: "198.51.100.\(number)")
                }
                errors.append(
                    await signIn(world, "anna@example.com", "wrong", metadata: metadata))
            }
            #expect(errors.last??.reasons == [.tooManyAttempts])
        }
    }

    @Test func callersWithoutAnAddressShareOneBucket() async throws {
        try await withAuth { world in
            try await restart(world, [.address: LimitPolicy(1, per: 600)])
            for number in 0..<Limiter.callersWithoutAddress {
                let address = number.isMultiple(of: 2) ? nil : "no address"
                let error = await signIn(world, "\(number)@example.com", "x", from: address)
                #expect(error?.code == .unauthenticated)
            }
            let error = await failure {
                try await world.client.signIn(SignInRequest(email: "a@example.com", password: "x"))
            }
            #expect(error?.reasons == [.tooManyAttempts])
        }
    }

    @Test func everyoneTogetherHasALimitToo() async throws {
        try await withAuth { world in
            try await restart(world, [.everyone: LimitPolicy(1, per: 1, burst: 4)])
            for number in 0..<4 {
                let error = await signIn(
                    world, "\(number)@example.com", "x", from: "1.1.1.\(number):1")
                #expect(error?.code == .unauthenticated)
            }
            let error = await signIn(world, "5@example.com", "x", from: "1.1.1.5:1")
            #expect(error?.reasons == [.tooManyAttempts])
            world.clock.advance(.seconds(1))
            #expect(await signIn(world, "5@example.com", "x")?.code == .unauthenticated)
        }
    }

    @Test func aRestartKeepsTheLimits() async throws {
        try await withAuth { world in
            _ = try await world.client.signUp(.anna())
            let limits: [LimitName: LimitPolicy] = [
                .account: LimitPolicy(3, per: 900), .address: LimitPolicy(4, per: 600),
            ]
            try await restart(world, limits)
            for _ in 0..<3 { _ = await signIn(world, "anna@example.com", "wrong") }
            // What a crash at this instant would leave: what was answered is on the disk.
            let copy = try world.copy()
            try await restart(world, limits)
            #expect(await signIn(world, "anna@example.com", Self.right)?.code == .unauthenticated)
            #expect(await signIn(world, "bob@example.com", "x")?.reasons == [.tooManyAttempts])
            try await world.stop()
            try await world.start(path: copy) {
                for (name, policy) in limits { $0.limits[name] = policy }
            }
            #expect(await signIn(world, "anna@example.com", Self.right)?.code == .unauthenticated)
            world.clock.advance(.seconds(900))
            #expect(await signIn(world, "anna@example.com", Self.right) == nil)
        }
    }

    @Test func whatIsKeptOfMetersNamesNobodyAndGoesWhenItIsOfNoUse() async throws {
        try await withAuth { world in
            for number in 0..<5 { _ = await signIn(world, "user\(number)@example.com", "wrong") }
            let kept = try await world.auth.count("meter", where: "length(key) = 16")
            #expect(kept == 6)
            world.clock.advance(.seconds(3600))
            _ = await signIn(world, "later@example.com", "wrong")
            let left = try await world.auth.count("meter")
            #expect(left == 2)
        }
    }

    @Test func everyCallThatChecksAPasswordSpendsTheSameBudget() async throws {
        try await withAuth { world in
            let request = SignUpRequest.anna()
            _ = try await world.client.signUp(request)
            try await restart(world, [.account: LimitPolicy(4, per: 900)])
            var wrong = request
            wrong.password = "wrong horse"
            for _ in 0..<2 {
                let error = await failure { try await world.client.signUp(wrong) }
                #expect(error?.reasons == [.idempotencyKeyReused])
                _ = await signIn(world, "anna@example.com", "wrong")
            }
            let again = await failure { try await world.client.signUp(request) }
            #expect(again?.reasons == [.idempotencyKeyReused])
            let error = await signIn(world, "anna@example.com", Self.right)
            #expect(error?.reasons == [.wrongCredentials])
        }
    }

    /// Whatever else verifies would be outside of the limits.
    @Test func noFileButTheGateVerifiesAHash() throws {
        let sources = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources")
        var found: Set<String> = []
        for directory in ["Auth", "rollcall-auth"] {
            let files = FileManager.default.enumerator(
                at: sources.appending(path: directory), includingPropertiesForKeys: nil)
            for case let file as URL in files ?? .init() where file.pathExtension == "swift" {
                let text = try String(contentsOf: file, encoding: .utf8)
                if text.contains(/\.(verify|verifyDummy|matches)\b/) {
                    found.insert(file.lastPathComponent)
                }
            }
        }
        #expect(found == ["PasswordGate.swift"])
    }

    @Test(arguments: [257, 5000, 100_000, 1_000_000])
    func aHugePasswordIsRefusedBeforeAnyHash(length: Int) async throws {
        try await withAuth { world in
            let request = SignUpRequest.anna()
            _ = try await world.client.signUp(request)
            let hasher = try PasswordHasher.cheap()
            try await restart(world, hasher: hasher, [:])
            let password = String(repeating: "x", count: length)
            for email in ["anna@example.com", "unknown@example.com"] {
                #expect(await signIn(world, email, password)?.reasons == [.wrongCredentials])
            }
            var again = request
            again.password = password
            for form in [again, .anna(email: "b@example.com", password: password, name: "bob")] {
                let error = await failure { try await world.client.signUp(form) }
                #expect(error?.reasons.contains(.passwordTooLong) == true)
            }
            #expect(hasher.hashCount == 0)
        }
    }

    @Test func whoseHashIsRefusedOwesNothing() async throws {
        try await withAuth { world in
            _ = try await world.client.signUp(.anna())
            let hasher = try PasswordHasher.cheap { $0.queueLimit = 0 }
            try await restart(world, hasher: hasher, [.account: LimitPolicy(3, per: 900)])
            let slow = try PasswordHash(
                parameters: Argon2Parameters(kibibytes: 65_536, passes: 12, lanes: 1),
                salt: Array(repeating: 0, count: 16), tag: Array(repeating: 0, count: 32))
            async let busy = hasher.verify([], against: slow, deadline: nil)
            try await Task.sleep(for: .milliseconds(50))
            for _ in 0..<10 {
                let error = await signIn(world, "anna@example.com", "wrong")
                #expect(error?.reasons == [.overloaded])
            }
            _ = try await busy
            #expect(await signIn(world, "anna@example.com", Self.right) == nil)
        }
    }

    /// Not a proof of equal time, which the machine would not keep; the waits are the same.
    @Test func aLoginBeyondItsLimitIsNotAnsweredFaster() async throws {
        try await withAuth { world in
            let hasher = try PasswordHasher.cheap(kibibytes: 16_384)
            // What a hash takes of late, and not in memory that has never been used.
            for _ in 0..<32 { try await hasher.verifyDummy([], deadline: nil) }
            try await restart(world, hasher: hasher, [.account: LimitPolicy(5, per: 900)])
            var times: [Duration] = []
            for _ in 0..<10 {
                times.append(
                    await ContinuousClock().measure {
                        _ = await signIn(world, "anna@example.com", "wrong")
                    })
            }
            #expect(hasher.hashCount == 32 + 5)
            let ratio = times[..<5].sorted()[2] / times[5...].sorted()[2]
            #expect(ratio > 0.25 && ratio < 4)
        }
    }
}
