import AccessTokens
import Foundation
import Logging
import RollcallAPI
import RollcallCrypto
import RollcallRPC
import SharedLimits
import Synchronization
import TestPostgreSQL
import TestServers
import TestSupport
import Testing

@testable import Auth

/// Auth, and a Profile and a Presence that verify Auth's tokens, each behind a server, and a
/// directory that goes away with them.
final class AuthServer: Sendable {
    let profile: FaultyProfile
    let presence: FaultyPresence
    let clock = TestClock()
    let log = RecordedLog()
    private let directory: TemporaryDirectory
    private let profileServer, presenceServer: TestServer
    private let keys: KeyReference
    private let state = Mutex<RunningAuth?>(nil)

    fileprivate init() async throws {
        directory = try TemporaryDirectory()
        let (keys, presence) = (KeyReference(), FaultyPresence())
        (self.keys, self.presence) = (keys, presence)
        let cache = SigningKeyCache(clock: clock.now) { try await keys.fetch() }
        let verifier = AccessTokenVerifier(keys: cache, clock: clock.now)
        let authenticator = TokenAuthenticator(verifier: verifier)
        let profile = try await blocking { [directory, clock, log] in
            try FaultyProfile(
                directory: directory.path, authenticator: authenticator, clock: clock.now,
                logger: log.logger)
        }
        self.profile = profile
        profileServer = try TestServer(
            authenticator: authenticator, logger: log.logger
        ) { profile.add(to: &$0) }
        presenceServer = try TestServer(
            authenticator: authenticator, logger: log.logger
        ) { $0.add(presence) }
        try await start()
    }

    var path: String { directory.path + "/auth.sqlite" }

    /// The Auth that was started last.
    var auth: RunningAuth {
        guard let auth = state.withLock({ $0 }) else { preconditionFailure("Auth is stopped") }
        return auth
    }

    var client: AuthServiceClient { auth.client }

    /// Starts Auth, on its own file or on the copy of one.
    @discardableResult
    func start(
        path: String? = nil, hasher: PasswordHasher? = nil, limitEngine: SharedLimits? = nil,
        metrics: AuthMetrics = AuthMetrics(),
        configure: (inout AuthConfiguration) -> Void = { _ in }
    ) async throws -> RunningAuth {
        var configuration = AuthConfiguration()
        configuration.outboxBackoff.initial = .milliseconds(2)
        configuration.outboxBackoff.maximum = .milliseconds(10)
        configuration.profileTimeout = .seconds(60)
        configuration.presenceTimeout = .seconds(60)
        configuration.limits = .wide
        configuration.answerQuantum = .milliseconds(1)
        // The faults of a test are for the calls that it makes.
        configuration.tokenProbeInterval = .seconds(3600)
        configuration.noticePoll = .seconds(3600)
        configure(&configuration)
        let auth = try await RunningAuth(
            path: path ?? self.path, profile: profileServer.connection,
            presence: presenceServer.connection, hasher: hasher ?? .cheap(),
            limitEngine: limitEngine, configuration: configuration, clock: clock,
            metrics: metrics, logger: log.logger, willRun: keys.set)
        state.withLock { $0 = auth }
        return auth
    }

    /// Has Profile give a user another display name.
    func rename(to name: String, _ tokens: Tokens?) async throws {
        _ = try await ProfileServiceClient(profileServer.connection).updateProfile(
            .changing(displayName: name), options: .bearer(tokens))
    }

    /// Gives a user a photo, at Profile.
    func upload(_ photo: [UInt8], _ tokens: Tokens?) async throws {
        let call = try await ProfileServiceClient(profileServer.connection).uploadPhoto(
            options: .bearer(tokens))
        let declaration = PhotoDeclaration(
            size: UInt32(photo.count), sha256: SHA256Digest(of: photo).bytes)
        try await call.send(UploadPhotoRequest(declaration: declaration, chunk: photo))
        _ = try await call.finish()
    }

    func stop() async throws {
        let auth = state.withLock { state in
            defer { state = nil }
            return state
        }
        try await auth?.stop()
    }

    /// Waits until the other services have been told everything, while time goes on: what one has
    /// refused is tried again, and keys that could not be fetched are.
    func settleInTime() async throws {
        try await eventually {
            clock.advance(.milliseconds(5))
            return try await auth.count("outbox") == 0
        }
    }

    /// What a crash at this instant would leave of Auth's files: the journal first, as a frame that
    /// is missing there may be nowhere else.
    func copy() throws -> String {
        try copy(["-wal", ""])
    }

    /// Auth's files, while it is stopped.
    func copyAtRest() throws -> String {
        try copy([""])
    }

    private func copy(_ suffixes: [String]) throws -> String {
        let copy = directory.path + "/\(UUID().uuidString).sqlite"
        for suffix in suffixes {
            try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
        }
        return copy
    }

    fileprivate func finish() async throws {
        profile.setFault(nil)
        try await stop()
        await profileServer.drain()
        await presenceServer.drain()
        try await blocking { [profile] in try profile.close() }
        // Profile asks Auth, and Auth asks Profile: neither would ever go.
        keys.set(nil)
    }
}

/// Where the Profile of the test finds Auth's keys, whichever Auth runs.
private final class KeyReference: Sendable {
    private let client = Mutex<AuthServiceClient?>(nil)

    func set(_ client: AuthServiceClient?) {
        self.client.withLock { $0 = client }
    }

    func fetch() async throws -> [SigningKey] {
        guard let client = client.withLock({ $0 }) else { return [] }
        return try await client.getSigningKeys(GetSigningKeysRequest()).keys
    }
}

/// Runs a test with a world of its own.
func withAuth(_ body: (AuthServer) async throws -> Void) async throws {
    let world = try await AuthServer()
    do {
        try await body(world)
    } catch {
        try await world.finish()
        throw error
    }
    try await world.finish()
}

extension PasswordHasher {
    /// One that takes microseconds.
    static func cheap(
        kibibytes: Int = 8, configure: (inout Configuration) -> Void = { _ in }
    ) throws -> PasswordHasher {
        var configuration = Configuration()
        configuration.parameters = try Argon2Parameters(kibibytes: kibibytes, passes: 1, lanes: 1)
        configuration.workers = 1
        configure(&configuration)
        return try PasswordHasher(configuration: configuration)
    }
}

/// Runs `body` while the only worker of a hasher is at work, for half a second or more.
func whileBusy(_ hasher: PasswordHasher, _ body: () async throws -> Void) async throws {
    let long = try PasswordHash(
        parameters: Argon2Parameters(kibibytes: 131_072, passes: 10, lanes: 1),
        salt: Array(repeating: 1, count: 16), tag: Array(repeating: 2, count: 32))
    async let work = hasher.verify(Array("wrong".utf8), against: long, deadline: nil)
    try await eventually { (try? hasher.checkForRoom(deadline: nil)) == nil }
    try await body()
    #expect(throws: PasswordHasherError.self) { try hasher.checkForRoom(deadline: nil) }
    _ = try await work
}

extension LimitPolicies {
    /// For tests whose callers, all in one process, ask more often than one person does.
    static var wide: LimitPolicies {
        LimitName.allCases.reduce(into: LimitPolicies()) {
            $0[$1] = LimitPolicy(1_000_000, per: 1)
        }
    }
}

/// The error that a call ends with.
func failure<T>(_ call: () async throws -> T) async -> RPCError? {
    do {
        _ = try await call()
        return nil
    } catch {
        return error as? RPCError
    }
}

extension SignUpRequest {
    /// A sign-up that keeps all rules, with a new idempotency key.
    static func anna(
        email: String = "anna@example.com", password: String = "correct horse",
        name: String = "anna", key: String = UUID().uuidString
    ) -> SignUpRequest {
        SignUpRequest(
            email: email, password: password, displayName: name, idempotencyKey: key,
            deviceLabel: "Anna's phone")
    }
}
