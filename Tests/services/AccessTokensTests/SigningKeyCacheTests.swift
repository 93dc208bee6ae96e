import RollcallAPI
import RollcallRPC
import Synchronization
import TestSupport
import Testing

@testable import AccessTokens

/// What Auth answers when it is asked for its keys, and how often it was asked.
private final class KeySource: Sendable {
    private let state: Mutex<(keys: [SigningKey], isUp: Bool, count: Int)>

    init(_ keys: [SigningKey], isUp: Bool = true) {
        state = Mutex((keys, isUp, 0))
    }

    var count: Int { state.withLock { $0.count } }

    func set(_ keys: [SigningKey], isUp: Bool = true) {
        state.withLock { ($0.keys, $0.isUp) = (keys, isUp) }
    }

    func fetch() async throws -> [SigningKey] {
        let (keys, isUp) = state.withLock { state in
            state.count += 1
            return (state.keys, state.isUp)
        }
        // As over a network, so that callers wait for the answer together.
        try await elapse(.milliseconds(5))
        guard isUp else { throw RPCError(.unavailable, "down") }
        return keys
    }
}

@Suite struct SigningKeyCacheTests {
    private let clock = TestClock()
    private let key: SigningKeyPair
    private let source: KeySource
    private let cache: SigningKeyCache

    init() throws {
        key = try SigningKeyPair(random: .system)
        let source = KeySource([key.publicKey])
        self.source = source
        cache = SigningKeyCache(clock: clock.now) { try await source.fetch() }
    }

    private var id: String { key.publicKey.keyID }

    @Test func manyWhoWaitCauseOneFetch() async throws {
        let found = await withTaskGroup { group in
            for _ in 0..<100 { group.addTask { try? await cache.key(id) } }
            return await group.reduce(0) { $0 + ($1 == nil ? 0 : 1) }
        }
        #expect(found == 100)
        #expect(source.count == 1)
    }

    @Test func unknownKeysCauseAtMostOneFetchASecond() async throws {
        for second in 1...3 {
            for number in 0..<50 { #expect(try await cache.key("unknown \(number)") == nil) }
            #expect(source.count == second)
            clock.advance(.seconds(1))
        }
    }

    @Test func aNewKeyIsFoundWhenATokenNamesIt() async throws {
        _ = try await cache.key(id)
        let next = try SigningKeyPair(random: .system).publicKey
        source.set([key.publicKey, next])
        #expect(try await cache.key(next.keyID) == nil)
        clock.advance(.seconds(1))
        #expect(try await cache.key(next.keyID) != nil)
    }

    @Test func theKeysOutliveAuth() async throws {
        _ = try await cache.key(id)
        source.set([], isUp: false)
        clock.advance(.seconds(3600))
        #expect(try await cache.key(id) != nil)
    }

    /// Auth may have a new key: who has a token of it is not to be told that the token is wrong.
    @Test func whileAuthIsAwayAnUnknownKeyIsNoFaultOfTheToken() async throws {
        _ = try await cache.key(id)
        let next = try SigningKeyPair(random: .system).publicKey
        source.set([key.publicKey, next], isUp: false)
        clock.advance(.seconds(1))
        // The first asks Auth, the others come within the second in which nobody asks again.
        for _ in 0..<3 {
            let error = await #expect(throws: RPCError.self) { try await cache.key(next.keyID) }
            #expect(error?.code == .unavailable)
        }
        #expect(source.count == 2)
        source.set([key.publicKey, next])
        clock.advance(.seconds(1))
        #expect(try await cache.key(next.keyID) != nil)
        #expect(try await cache.key("unknown") == nil)
    }

    @Test func withoutEverAnyKeyTheAnswerIsUnavailable() async throws {
        source.set([key.publicKey], isUp: false)
        for _ in 0..<3 {
            let error = await #expect(throws: RPCError.self) { try await cache.key(id) }
            #expect(error?.code == .unavailable)
        }
        #expect(source.count == 1)
        source.set([key.publicKey])
        clock.advance(.seconds(1))
        #expect(try await cache.key(id) != nil)
    }

    @Test func aClockThatIsSetBackDoesNotStopTheFetching() async throws {
        _ = try await cache.key(id)
        clock.advance(.seconds(-3600))
        _ = try await cache.key("unknown")
        #expect(source.count == 2)
    }

    @Test func aKeyThatCannotBeUsedDoesNotCostTheOthers() async throws {
        let bad = [
            SigningKey(keyID: "empty"),
            SigningKey(keyID: "short", x: [1], y: [2]),
            SigningKey(
                keyID: "off the curve", x: Array(repeating: 1, count: 32),
                y: Array(repeating: 1, count: 32)),
        ]
        source.set(bad + [key.publicKey])
        #expect(try await cache.key(id) != nil)
        for key in bad { #expect(cache.known(key.keyID) == nil) }
    }

    @Test func aKeyIDStandsForTheKeyThatAuthNamedLast() async throws {
        #expect(try await cache.key(id)?.isKey(key.publicKey) == true)
        await cache.refresh()
        #expect(try await cache.key(id)?.isKey(key.publicKey) == true)
        let other = try SigningKeyPair(random: .system).publicKey
        source.set([SigningKey(keyID: id, x: other.x, y: other.y)])
        await cache.refresh()
        #expect(try await cache.key(id)?.isKey(other) == true)
        source.set([SigningKey(keyID: id, x: other.x, y: key.publicKey.y)])
        await cache.refresh()
        #expect(cache.known(id) == nil)
    }

    @Test func aTokenOfAKeyThatWasWithdrawnIsRefusedThoughItWasVerifiedBefore() async throws {
        let signer = TokenSigner(key, audience: .standard)
        let verifier = AccessTokenVerifier(keys: cache, clock: clock.now)
        let token = try signer.token(
            for: AccessTokenClaims(
                subject: .service("auth"), issuedAt: clock.seconds,
                expiresAt: clock.seconds + 600))
        _ = try await verifier.claims(of: token)
        source.set([])
        clock.advance(.seconds(1))
        _ = try await cache.key("unknown")
        await #expect(throws: RPCError.self) { try await verifier.claims(of: token) }
    }
}

extension VerificationKey {
    fileprivate func isKey(_ key: SigningKey) -> Bool {
        guard case .es256(let own) = self else { return false }
        return own.x == key.x && own.y == key.y
    }
}
