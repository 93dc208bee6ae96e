import AccessTokens
import Foundation
import RollcallAPI
import RollcallBasics
import RollcallCrypto
import RollcallRPC
import Storage
import Testing

@testable import Auth

@Suite struct KeyRotationTests {
    private func isAccepted(_ tokens: Tokens?, _ world: AuthServer) async throws -> Bool {
        let error = await failure {
            try await world.client.getSession(GetSessionRequest(), options: .bearer(tokens))
        }
        return error == nil
    }

    private func keyIDs(_ world: AuthServer) async throws -> [String] {
        try await world.client.getSigningKeys(GetSigningKeysRequest()).keys.map(\.keyID)
    }

    private func refreshed(_ tokens: Tokens?, _ world: AuthServer) async throws -> Tokens? {
        try await world.client.refresh(RefreshRequest(refreshToken: tokens?.refreshToken ?? ""))
            .tokens
    }

    /// From one month to the next, as another service sees it: the new key is there before a token
    /// needs it, and the old one until no token does.
    @Test func theScheduleSignsNobodyOut() async throws {
        try await withAuth { world in
            var tokens = try await world.client.signUp(.anna()).tokens
            let first = try await keyIDs(world)
            let rotation = world.auth.runtime.rotation
            let keys = SigningKeyCache(client: world.client, clock: world.clock.now)
            let verifier = AccessTokenVerifier(keys: keys, clock: world.clock.now)
            world.clock.advance(.days(30) - .seconds(3600))
            try await rotation.update()
            tokens = try await refreshed(tokens, world)
            let announced = try await keyIDs(world)
            #expect(announced.count == 2 && announced.first == first.first)
            _ = try await verifier.claims(of: tokens?.accessToken ?? "")
            world.clock.advance(.seconds(3600 - 1))
            tokens = try await refreshed(tokens, world)
            let before = tokens
            world.clock.advance(.seconds(1))
            try await rotation.update()
            tokens = try await refreshed(tokens, world)
            #expect(rotation.ring.signer.keyID == announced.last)
            for good in [before, tokens] {
                #expect(try await isAccepted(good, world))
                _ = try await verifier.claims(of: good?.accessToken ?? "")
            }
            #expect(try await keyIDs(world) == announced)
            world.clock.advance(KeySchedule.farewell)
            try await rotation.update()
            #expect(try await keyIDs(world) == [announced.last])
            #expect(try await refreshed(tokens, world) != nil)
        }
    }

    @Test func aCommandHasAnotherKeySignAtOnceAndSignsNobodyOut() async throws {
        try await withAuth { world in
            let stream = try await world.follow()
            _ = try await stream.next()
            let before = try await world.client.signUp(.anna()).tokens
            let rotation = world.auth.runtime.rotation
            let old = rotation.ring.signer.keyID
            let keys = try await rotation.rotate(isWithdrawing: false)
            #expect(keys.map(\.id) == [old, rotation.ring.signer.keyID])
            #expect(keys.map { $0.retiredAt == nil } == [false, true])
            let after = try await world.signIn().tokens
            for tokens in [before, after] { #expect(try await isAccepted(tokens, world)) }
            let told = try #require(try await stream.nextNews())
            #expect(told.hasNewKeys && told.isCurrent && told.sessionIDs.isEmpty)
            stream.cancel()
            try await world.stop()
            try await world.start()
            for tokens in [before, after] { #expect(try await isAccepted(tokens, world)) }
            #expect(world.auth.runtime.rotation.ring.signer.keyID == keys.last?.id)
        }
    }

    @Test func whatAWithdrawnKeyHasSignedIsRefusedAndTheSessionGoesOn() async throws {
        try await withAuth { world in
            let before = try await world.client.signUp(.anna()).tokens
            #expect(try await isAccepted(before, world))
            let rotation = world.auth.runtime.rotation
            let keys = try await rotation.rotate(isWithdrawing: true)
            #expect(keys.map(\.id) == [rotation.ring.signer.keyID])
            #expect(try await !isAccepted(before, world))
            #expect(try await isAccepted(refreshed(before, world), world))
            // Auth's own credential, too, as soon as Profile may look for keys again.
            world.clock.advance(.seconds(1))
            _ = try await world.client.signUp(.anna(email: "ben@example.com", name: "ben"))
        }
    }

    @Test func aClockThatIsSetAYearForwardAndBackMovesNoKey() async throws {
        try await withAuth { world in
            let tokens = try await world.client.signUp(.anna()).tokens
            let before = try await world.auth.runtime.rotation.list()
            for change in [Duration.days(365), .days(-365), .seconds(-3600), .seconds(3600)] {
                world.clock.set(by: change)
                try await world.auth.runtime.rotation.update()
                #expect(try await world.auth.runtime.rotation.list() == before)
            }
            #expect(try await isAccepted(tokens, world))
        }
    }

    /// A start believes the clock, and what it has done then is mended by the next.
    @Test func aKeyThatWasMadeWhileTheClockWasAheadLivesNoLongerForIt() async throws {
        try await withAuth { world in
            try await world.stop()
            world.clock.set(by: .days(365))
            try await world.start()
            world.clock.set(by: .days(-365))
            try await world.stop()
            try await world.start()
            let rotation = world.auth.runtime.rotation
            let keys = try await rotation.list()
            #expect(keys.count == 2 && keys[0].id == rotation.ring.signer.keyID)
            let lead = KeySchedule.lead.wholeMilliseconds
            #expect(keys.map(\.createdAt) == [world.clock.now(), world.clock.now()])
            #expect(keys[1].signsFrom == world.clock.now() + lead)
        }
    }

    @Test func nothingOfARetiredPrivateHalfIsLeft() async throws {
        try await withAuth { world in
            let secret = try await world.auth.store.first(
                Query<[UInt8]>("SELECT sealedKey FROM signingKey"))
            let bytes = Data(try #require(secret))
            _ = try await world.auth.runtime.rotation.rotate(isWithdrawing: false)
            #expect(try await world.auth.count("signingKey", where: "sealedKey IS NULL") == 1)
            try await world.stop()
            let file = try #require(FileManager.default.contents(atPath: world.path))
            #expect(file.range(of: bytes) == nil)
            let journal = FileManager.default.contents(atPath: world.path + "-wal") ?? Data()
            #expect(journal.range(of: bytes) == nil)
            try await world.start()
        }
    }

    @Test func manyAtATimeLeaveOneThatSigns() async throws {
        try await withAuth { world in
            let rotation = world.auth.runtime.rotation
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<8 {
                    group.addTask { _ = try? await rotation.rotate(isWithdrawing: false) }
                }
            }
            let able = try await rotation.list().filter { $0.retiredAt == nil }
            #expect(able.map(\.id) == [rotation.ring.signer.keyID])
            #expect(Set(try await keyIDs(world)).count == 9)
        }
    }
}
