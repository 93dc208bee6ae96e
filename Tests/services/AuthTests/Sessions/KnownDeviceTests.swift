import Foundation
import RollcallAPI
import RollcallCrypto
import RollcallRPC
import TestSupport
import Testing

@testable import Auth

@Suite struct KnownDeviceTests {
    private static let right = "correct horse"

    private func request(
        _ password: String = right, email: String = "anna@example.com", device: String = ""
    ) -> SignInRequest {
        SignInRequest(email: email, password: password, deviceToken: device)
    }

    /// A sign-in from an address.
    private func signIn(
        _ world: AuthServer, _ request: SignInRequest, from address: String = "203.0.113.7:1"
    ) async -> RPCError? {
        let context = CallContext(method: "", peer: PeerIdentity(address: address))
        return await failure {
            try await world.auth.runtime.handler.signIn(request, context: context)
        }
    }

    private func restart(
        _ world: AuthServer, _ limits: [LimitName: LimitPolicy]
    ) async throws {
        try await world.stop()
        try await world.start {
            for (name, policy) in limits { $0.limits[name] = policy }
        }
    }

    @Test func aStrangerCannotLockOutAKnownDevice() async throws {
        try await withAuth { world in
            let device = try await world.client.signUp(.anna()).deviceToken
            try await restart(
                world, [.account: .init(10, per: 900), .address: .init(50, per: 600)])
            await withTaskGroup { group in
                for number in 0..<1000 {
                    let address = "198.51.\(number / 250).\(number % 250):1"
                    group.addTask { await signIn(world, request("wrong"), from: address) }
                }
                for await error in group { #expect(error?.reasons == [.wrongCredentials]) }
            }
            #expect(await signIn(world, request())?.reasons == [.wrongCredentials])
            #expect(await signIn(world, request(device: device)) == nil)
            // The strangers' tries stay the strangers'.
            #expect(await signIn(world, request())?.reasons == [.wrongCredentials])
        }
    }

    @Test func aKnownDeviceIsServedThoughAllOthersHaveUsedUpEveryLimit() async throws {
        try await withAuth { world in
            let device = try await world.client.signUp(.anna()).deviceToken
            try await restart(
                world, [.everyone: .init(1, per: 3600), .address: .init(1, per: 3600)])
            for _ in 0..<2 { _ = await signIn(world, request("wrong")) }
            #expect(await signIn(world, request())?.reasons == [.tooManyAttempts])
            #expect(await signIn(world, request(device: device)) == nil)
        }
    }

    /// Strangers from very many addresses, who keep every limit.
    @Test func aFloodDoesNotKeepAKnownDeviceFromTheLanes() async throws {
        try await withAuth { world in
            let device = try await world.client.signUp(.anna()).deviceToken
            try await world.stop()
            world.clock.advance(KnownDevice.trial)
            try await world.start(hasher: .cheap(kibibytes: 16_384))
            try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<16 {
                    let guess = request("wrong", email: "nobody\(number)@example.com")
                    group.addTask {
                        var shed = 0
                        while !Task.isCancelled {
                            guard await signIn(world, guess)?.reasons == [.overloaded] else {
                                continue
                            }
                            shed += 1
                            try? await elapse(.milliseconds(2))
                        }
                        return shed
                    }
                }
                // By then it is no burst any more.
                try await elapse(.seconds(1))
                for _ in 0..<10 { #expect(await signIn(world, request(device: device)) == nil) }
                group.cancelAll()
                let shed = try await group.reduce(0, +)
                #expect(shed > 100)
            }
        }
    }

    @Test func aKnownDeviceIsToldWhenItsOwnTriesAreUsedUp() async throws {
        try await withAuth { world in
            let device = try await world.client.signUp(.anna()).deviceToken
            try await restart(world, [.device: .init(3, per: 900)])
            for _ in 0..<3 {
                let error = await signIn(world, request("wrong", device: device))
                #expect(error?.reasons == [.wrongCredentials])
            }
            try await restart(world, [.device: .init(3, per: 900)])
            let error = try #require(await signIn(world, request(device: device)))
            #expect(error.code == .resourceExhausted)
            #expect(error.reasons == [.tooManyAttempts])
            #expect(error.detail(ErrorInfo.self)?.retryAfterMs == 300_000)
            // Another device is not concerned, nor is a stranger.
            let other = try await world.client.signIn(request()).deviceToken
            #expect(await signIn(world, request(device: other)) == nil)
            world.clock.advance(.seconds(300))
            #expect(await signIn(world, request(device: device)) == nil)
        }
    }

    @Test func aSuccessGivesADeviceItsTriesBack() async throws {
        try await withAuth { world in
            let device = try await world.client.signUp(.anna()).deviceToken
            try await restart(world, [.device: .init(3, per: 900)])
            for _ in 0..<4 {
                for _ in 0..<2 { _ = await signIn(world, request("wrong", device: device)) }
                #expect(await signIn(world, request(device: device)) == nil)
            }
            #expect(try await world.auth.count("meter", where: "limitName = 'device'") == 0)
        }
    }

    /// Otherwise a caller who signs in as a new device each time would have a new limit each time.
    @Test func devicesThatAreNewHaveOneLimitOfRightPasswordsTogether() async throws {
        try await withAuth { world in
            var devices = [try await world.client.signUp(.anna()).deviceToken]
            for _ in 0..<2 {
                devices.append(try await world.client.signIn(request()).deviceToken)
            }
            world.clock.advance(.seconds(1))
            let limits = [
                LimitName.signInAccount: LimitPolicy(2, per: 86_400 * 365),
                .signInDevice: LimitPolicy(2, per: 86_400 * 365),
            ]
            try await restart(world, limits)
            let errors = await [
                signIn(world, request(device: devices[0])), signIn(world, request()),
                signIn(world, request(device: devices[1])), signIn(world, request()),
            ]
            #expect(
                errors.map { $0?.reasons } == [nil, nil, [.tooManyAttempts], [.tooManyAttempts]])
            world.clock.advance(KnownDevice.trial)
            for device in devices {
                for reasons in [nil, nil, [Reason.tooManyAttempts]] {
                    let error = await signIn(world, request(device: device))
                    #expect(error?.reasons == reasons)
                }
            }
        }
    }

    @Test func aDeviceKeepsItsTokenAndANewOneGetsOne() async throws {
        try await withAuth { world in
            let first = try await world.client.signUp(.anna()).deviceToken
            #expect(first.hasPrefix("rcd1_"))
            #expect(try await world.client.signIn(request(device: first)).deviceToken == first)
            let second = try await world.client.signIn(request()).deviceToken
            #expect(second.hasPrefix("rcd1_") && second != first)
            #expect(try await world.auth.count("device") == 2)
        }
    }

    @Test func aDeviceOfAnotherAccountIsAStranger() async throws {
        try await withAuth { world in
            _ = try await world.client.signUp(.anna())
            let bob = SignUpRequest.anna(email: "bob@example.com", name: "bob")
            let device = try await world.client.signUp(bob).deviceToken
            let again = try await world.client.signIn(request(device: device)).deviceToken
            #expect(again != device)
            try await restart(world, [.account: .init(1, per: 900)])
            _ = await signIn(world, request("wrong", device: device))
            let error = await signIn(world, request(device: device))
            #expect(error?.reasons == [.wrongCredentials])
        }
    }

    @Test func aTokenThatIsNoneIsAStranger() async throws {
        try await withAuth { world in
            let account = try await world.client.signUp(.anna())
            let device = account.deviceToken
            let id = try #require(OpaqueToken(device, kind: .device)).id
            let forged = try OpaqueToken(kind: .device, id: id)
            try await restart(world, [.account: .init(1, per: 900)])
            _ = await signIn(world, request("wrong"))
            for token in [
                "", "x", String(device.dropLast()), forged.text,
                account.tokens?.refreshToken ?? "", String(repeating: "x", count: 7500),
            ] {
                let error = await signIn(world, request(device: token))
                #expect(error?.reasons == [.wrongCredentials])
            }
            let refresh = await failure {
                try await world.client.refresh(RefreshRequest(refreshToken: device))
            }
            #expect(refresh?.reasons == [.refreshTokenInvalid])
        }
    }

    @Test func anAccountKnowsNoMoreThanItsLimit() async throws {
        try await withAuth { world in
            let first = try await world.client.signUp(.anna()).deviceToken
            world.clock.advance(.seconds(1))
            let second = try await world.client.signIn(request()).deviceToken
            for _ in 2..<KnownDevice.limit {
                world.clock.advance(.seconds(1))
                _ = try await world.client.signIn(request())
            }
            _ = try await world.client.signIn(request(device: first))
            #expect(try await world.auth.count("device") == KnownDevice.limit)
            world.clock.advance(.seconds(1))
            _ = try await world.client.signIn(request())
            #expect(try await world.auth.count("device") == KnownDevice.limit)
            #expect(try await world.client.signIn(request(device: first)).deviceToken == first)
            #expect(try await world.client.signIn(request(device: second)).deviceToken != second)
        }
    }

    @Test func aForgottenDeviceIsAStranger() async throws {
        try await withAuth { world in
            let account = try await world.client.signUp(.anna())
            let id = try #require(UUIDv7(account.session?.userID ?? ""))
            try await world.auth.store.write { try $0.forgetDevices(of: id) }
            let again = try await world.client.signIn(request(device: account.deviceToken))
            #expect(again.deviceToken != account.deviceToken)
        }
    }

    @Test func aTokenIsNotInTheDatabase() async throws {
        try await withAuth { world in
            let text = try await world.client.signUp(.anna()).deviceToken
            let token = try #require(OpaqueToken(text, kind: .device))
            let copy = try world.copy()
            for suffix in ["", "-wal"] {
                let data = try Data(contentsOf: URL(filePath: copy + suffix))
                #expect(data.range(of: Data(token.secret.bytes)) == nil)
                #expect(data.range(of: Data(text.utf8)) == nil)
            }
        }
    }
}
