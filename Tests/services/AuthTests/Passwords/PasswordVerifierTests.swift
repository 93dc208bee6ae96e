import Foundation
import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Synchronization
import TestSupport
import Testing

@testable import Auth

@Suite struct PasswordVerifierTests {
    private static let right = "correct horse"

    /// A sign-in from an address.
    private func signIn(
        _ world: AuthServer, _ email: String, _ password: String,
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

    private func change(
        _ world: AuthServer, from password: String, to new: String = "battery staple",
        _ tokens: Tokens?
    ) async -> RPCError? {
        await failure {
            try await world.auth.account.changePassword(
                ChangePasswordRequest(proof: .password(password), newPassword: new),
                options: .bearer(tokens))
        }
    }

    private func restart(
        _ world: AuthServer, hasher: PasswordHasher? = nil,
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
            try await restart(world, [.account: LimitPolicy(6, per: 900)])
            for email in [
                "anna@example.com", "ANNA@Example.COM", #""anna"@example.com"#,
                " anna@example.com ", "anna@example.com.", "anna@ｅｘａｍｐｌｅ．com",
            ] {
                #expect(await signIn(world, email, "wrong")?.reasons == [.wrongCredentials])
            }
            let error = await signIn(world, "anna@example.com", Self.right)
            #expect(error?.reasons == [.wrongCredentials])
        }
    }

    /// An hour back, or a year forward and back again, while it runs.
    @Test(arguments: [[-3600], [31_536_000], [31_536_000, -31_536_000]])
    func whoSetsTheClockFreesNobodyAndLocksNobody(steps: [Int]) async throws {
        try await withAuth { world in
            _ = try await world.client.signUp(.anna())
            try await restart(world, [.account: LimitPolicy(3, per: 900)])
            for _ in 0..<3 { _ = await signIn(world, "bob@example.com", "wrong") }
            _ = await signIn(world, "anna@example.com", "wrong")
            for step in steps { world.clock.set(by: .seconds(step)) }
            #expect(await signIn(world, "anna@example.com", Self.right) == nil)
            let used = world.auth.runtime.limits
            let bob = try used.permit(.account, of: .login("bob@example.com"))
            #expect(await used.take([bob]) == .seconds(300))
            world.clock.advance(.seconds(300))
            #expect(await used.take([bob]) == nil)
        }
    }

    @Test(arguments: [-3600, 31_536_000])
    func aClockThatWasSetBeforeTheStartLocksNobodyForLonger(step: Int) async throws {
        try await withAuth { world in
            _ = try await world.client.signUp(.anna())
            let limits: [LimitName: LimitPolicy] = [.account: LimitPolicy(3, per: 900)]
            try await restart(world, limits)
            for _ in 0..<3 { _ = await signIn(world, "bob@example.com", "wrong") }
            _ = await signIn(world, "anna@example.com", "wrong")
            world.clock.set(by: .seconds(step))
            try await restart(world, limits)
            world.clock.set(by: .seconds(-step))
            try await restart(world, limits)
            #expect(await signIn(world, "anna@example.com", Self.right) == nil)
            let used = world.auth.runtime.limits
            let bob = try used.permit(.account, of: .login("bob@example.com"))
            #expect(await used.take([bob]) == .seconds(300))
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

    @Test func parallelGuessesOnAKnownDeviceAndInASessionAreCountedToo() async throws {
        try await withAuth { world in
            let anna = try await world.client.signUp(.anna())
            let hasher = try PasswordHasher.cheap()
            let limit = LimitPolicy(10, per: 900)
            try await restart(world, hasher: hasher, [.device: limit, .session: limit])
            await withTaskGroup { group in
                for number in 0..<50 {
                    group.addTask {
                        _ = await failure {
                            try await world.client.signIn(
                                SignInRequest(
                                    email: "anna@example.com", password: "wrong \(number)",
                                    deviceToken: anna.deviceToken))
                        }
                        _ = await failure {
                            try await world.auth.account.changePassword(
                                ChangePasswordRequest(
                                    proof: .password("wrong \(number)"),
                                    newPassword: "battery staple"),
                                options: .bearer(anna.tokens))
                        }
                    }
                }
            }
            #expect(hasher.hashCount == 20)
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
            for number in 0..<Limits.callersWithoutAddress {
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

    @Test func whatIsRightOrNotHashedTakesNothingOfWhatAllHaveTogether() async throws {
        try await withAuth { world in
            _ = try await world.client.signUp(.anna())
            try await restart(
                world,
                [.everyone: LimitPolicy(2, per: 900), .account: LimitPolicy(1, per: 900)])
            for _ in 0..<5 { #expect(await signIn(world, "anna@example.com", Self.right) == nil) }
            let tooLong = String(repeating: "x", count: 300)
            for password in ["wrong", "locked", "locked", "locked", tooLong] {
                let error = await signIn(world, "bob@example.com", password)
                #expect(error?.reasons == [.wrongCredentials])
            }
            for email in ["carl@example.com", "dora@example.com"] {
                let error = await signIn(world, email, "wrong")
                let isFirst = email.hasPrefix("carl")
                #expect(error?.reasons == [isFirst ? .wrongCredentials : .tooManyAttempts])
            }
        }
    }

    /// A caller who names another's account, with the token of their own device, is refused after
    /// the account was looked up.
    @Test func onceAnAccountWasLookedForAnErrorTellsNothingByItsTime() async throws {
        try await withAuth { world in
            let token = OpaqueToken(
                try await world.client.signUp(.anna()).deviceToken, kind: .device)
            let quantum = Duration.milliseconds(100)
            try await world.stop()
            try await world.start {
                $0.limits[.address] = LimitPolicy(2, per: 900)
                $0.answerQuantum = quantum
            }
            let context = CallContext(method: "", peer: PeerIdentity(address: "203.0.113.7:1"))
            let lookups = Mutex(0)
            world.profile.setFault { step, moment in
                if step == .check, moment == .before { lookups.withLock { $0 += 1 } }
            }
            var refused: [Bool] = []
            for shown in [token, nil, token, nil] {
                let start = ContinuousClock.now
                let error = await failure {
                    _ = try await world.auth.runtime.verifier.check(
                        "wrong", of: .displayName("bob"), from: shown, for: context)
                }
                refused.append(error?.reasons == [.tooManyAttempts])
                if error == nil || shown != nil {
                    #expect(start.duration(to: .now) >= quantum)
                }
            }
            #expect(refused == [false, false, true, true])
            // Once where a device was shown, and not at all where nothing is to be had.
            #expect(lookups.withLock(\.self) == 3)
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
            // Of five logins, of their address, and of everyone.
            let kept = try await world.auth.count("meter", where: "length(key) = 16")
            #expect(kept == 7)
            world.clock.advance(.seconds(3600))
            _ = await signIn(world, "later@example.com", "wrong")
            let left = try await world.auth.count("meter")
            #expect(left == 3)
        }
    }

    @Test func everyCallOfStrangersThatChecksAPasswordSpendsTheSameBudget() async throws {
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

    /// What a session may try, in whichever call: each with the password that it is given.
    private func reauthentications(
        _ world: AuthServer, _ tokens: Tokens?
    ) -> [(String) async -> RPCError?] {
        [
            { await change(world, from: $0, tokens) },
            { password in
                await failure {
                    try await world.auth.account.startAddressChange(
                        StartAddressChangeRequest(
                            proof: .password(password), newEmail: "anna@example.org"),
                        options: .bearer(tokens))
                }
            },
            { password in
                await failure {
                    try await world.auth.accountData.deleteAccount(
                        DeleteAccountRequest(proof: .password(password)), options: .bearer(tokens))
                }
            },
            { password in
                await failure {
                    let archive = try await world.auth.accountData.exportAccount(
                        ExportAccountRequest(proof: .password(password)), options: .bearer(tokens))
                    while try await archive.next() != nil {}
                }
            },
        ]
    }

    /// A thief of an access token has the session's guesses and no more: a restart or another
    /// address makes no other session.
    @Test func everyCallOfASessionThatChecksAPasswordSpendsTheSessionsBudget() async throws {
        try await withAuth { world in
            let tokens = try await world.client.signUp(.anna()).tokens
            let limits: [LimitName: LimitPolicy] = [.session: LimitPolicy(4, per: 900)]
            try await restart(world, limits)
            for call in reauthentications(world, tokens) {
                let error = await call("wrong horse")
                #expect(error?.code == .permissionDenied)
                #expect(error?.reasons == [.wrongCredentials])
            }
            try await restart(world, limits)
            for call in reauthentications(world, tokens) {
                let error = await call(Self.right)
                #expect(error?.reasons == [.tooManyAttempts])
                #expect(error?.detail(ErrorInfo.self)?.retryAfterMs == 225_000)
            }
            // Another session is not concerned, nor is a stranger.
            #expect(await signIn(world, "anna@example.com", Self.right) == nil)
            let other = try await world.client.signIn(
                SignInRequest(email: "anna@example.com", password: Self.right))
            #expect(await change(world, from: Self.right, other.tokens) == nil)
        }
    }

    @Test func strangersKeepNobodyFromTheirOwnAccountWhoIsSignedIn() async throws {
        try await withAuth { world in
            let tokens = try await world.client.signUp(.anna()).tokens
            try await restart(
                world,
                [
                    .account: LimitPolicy(3, per: 900), .address: LimitPolicy(3, per: 900),
                    .everyone: LimitPolicy(3, per: 900),
                ])
            for _ in 0..<5 { _ = await signIn(world, "anna@example.com", "wrong", from: nil) }
            #expect(await change(world, from: Self.right, tokens) == nil)
            // What was right there opens nothing here.
            let error = await signIn(world, "anna@example.com", "battery staple")
            #expect(error?.reasons == [.tooManyAttempts])
        }
    }

    @Test func aSuccessGivesASessionItsTriesBack() async throws {
        try await withAuth { world in
            let tokens = try await world.client.signUp(.anna()).tokens
            try await restart(world, [.session: LimitPolicy(3, per: 900)])
            for password in [(Self.right, "battery staple"), ("battery staple", Self.right)] {
                for _ in 0..<2 { _ = await change(world, from: "wrong horse", tokens) }
                #expect(
                    await change(world, from: password.0, to: password.1, tokens) == nil)
            }
            #expect(try await world.auth.count("meter", where: "limitName = 'session'") == 0)
        }
    }

    /// Whatever else verifies would be outside of the limits.
    @Test func noFileButTheVerifierVerifiesAHash() throws {
        let sources = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../../Sources").standardized
        var found: Set<String> = []
        for directory in ["services/Auth", "programs/rollcall-auth"] {
            let files = FileManager.default.enumerator(
                at: sources.appending(path: directory), includingPropertiesForKeys: nil)
            for case let file as URL in files ?? .init() where file.pathExtension == "swift" {
                let text = try String(contentsOf: file, encoding: .utf8)
                if text.contains(/\.(verify|verifyDummy|matches)\b/) {
                    found.insert(file.lastPathComponent)
                }
            }
        }
        #expect(found == ["PasswordVerifier.swift"])
    }

    @Test(arguments: [257, 2000, 7000])
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
            try await eventually { (try? hasher.checkForRoom(deadline: nil)) == nil }
            for _ in 0..<10 {
                let error = await signIn(world, "anna@example.com", "wrong")
                #expect(error?.reasons == [.overloaded])
            }
            _ = try await busy
            #expect(await signIn(world, "anna@example.com", Self.right) == nil)
        }
    }

    @Test func aLoginBeyondItsLimitCostsNoHash() async throws {
        try await withAuth { world in
            let hasher = try PasswordHasher.cheap()
            try await restart(world, hasher: hasher, [.account: LimitPolicy(5, per: 900)])
            for _ in 0..<10 { _ = await signIn(world, "anna@example.com", "wrong") }
            #expect(hasher.hashCount == 5)
        }
    }

    /// The address has accounts of its own, and their right passwords: no limit is met.
    @Test func anAddressThatSignsInWithoutEndKeepsNoOtherOut() async throws {
        try await withAuth { world in
            for number in 0..<8 {
                _ = try await world.client.signUp(
                    .anna(email: "own\(number)@example.com", name: "own\(number)"))
            }
            _ = try await world.client.signUp(.anna())
            var configuration = PasswordHasher.Configuration()
            configuration.workers = 1
            try await restart(world, hasher: PasswordHasher(configuration: configuration), [:])
            let (refusals, refusal) = AsyncStream.makeStream(
                of: Void.self, bufferingPolicy: .bufferingNewest(1))
            let flood = Task {
                await withTaskGroup { group in
                    for number in 0..<64 {
                        group.addTask {
                            var refused = 0
                            while !Task.isCancelled {
                                let error = await signIn(
                                    world, "own\(number % 8)@example.com", Self.right)
                                guard error?.reasons == [.overloaded] else { continue }
                                refused += 1
                                refusal.yield()
                                // It was refused without a pause, and others are to have the
                                // thread.
                                await Task.yield()
                            }
                            return refused
                        }
                    }
                    return await group.reduce(0, +)
                }
            }
            for await _ in refusals { break }
            for number in 0..<20 {
                let error = await signIn(
                    world, "anna@example.com", Self.right, from: "198.51.100.\(number):1")
                #expect(error == nil)
                let new = await failure {
                    try await world.auth.runtime.handler.signUp(
                        .anna(email: "new\(number)@example.com", name: "new\(number)"),
                        context: CallContext(
                            method: "", peer: PeerIdentity(address: "198.51.100.\(number):1")))
                }
                #expect(new == nil)
            }
            flood.cancel()
            #expect(await flood.value > 100)
        }
    }
}
