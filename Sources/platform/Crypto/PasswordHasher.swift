import Foundation
import Synchronization

/// Hashes and verifies passwords, a bounded number at a time.
///
/// A hash takes 20 ms of a processor and 19 MiB, so an overload of sign-ins shows here first. At
/// most one hash runs on each processor, and other callers wait in a queue. A caller that would
/// wait past its deadline is refused at once. Passwords are byte strings; the caller has normalised
/// them.
package final class PasswordHasher: Sendable {
    package struct Configuration: Sendable {
        /// The cost of new hashes.
        package var parameters = Argon2Parameters.standard
        /// Hashes at once, from 1; each uses `parameters.kibibytes` of memory while it runs.
        package var workers = ProcessInfo.processInfo.activeProcessorCount
        /// The most callers that wait.
        package var queueLimit = 1024
        /// Receives the workers' events, on any thread.
        package var watch: @Sendable (HashWorkerEvent) -> Void = { _ in }

        package init() {}
    }

    /// The longest password, in bytes.
    private static let passwordLimit = 4096

    package let parameters: Argon2Parameters
    private let workers: HashWorkers
    private let random: RandomSource
    /// The hash of a random password.
    private let dummy: PasswordHash
    /// Serialises hashes that need more memory than our own: one at a time, however many
    /// workers there are.
    private let larger = Mutex<Void>(())
    /// By their ids.
    private let signerKeys = Mutex<[String: SignerKey]>([:])

    /// Hashes once, to measure what it costs.
    ///
    /// - Throws: `CryptoError` when there is no memory or no randomness.
    package init(
        configuration: Configuration = Configuration(), random: RandomSource = .system
    ) throws {
        parameters = configuration.parameters
        self.random = random
        let clock = ContinuousClock()
        let began = clock.now
        dummy = try PasswordHash(
            of: random.bytes(32), salt: random.bytes(PasswordHash.saltByteCount),
            parameters: parameters)
        let admission = AdmissionQueue(
            workers: configuration.workers, capacity: configuration.queueLimit,
            cost: began.duration(to: clock.now), usualWork: parameters.work)
        workers = HashWorkers(admission: admission, watch: configuration.watch)
    }

    /// A new hash of `password`, with the present parameters and a new salt.
    ///
    /// - Parameters:
    ///   - deadline: when the caller gives up; `nil` waits without a limit.
    ///   - caller: whose share of the queue counts.
    /// - Throws: `PasswordHasherError`; `CancellationError` if cancelled while waiting.
    package func hash(
        _ password: [UInt8], deadline: ContinuousClock.Instant?,
        by caller: HashCaller = HashCaller()
    ) async throws -> PasswordHash {
        try checkLength(password)
        let salt = try random.bytes(PasswordHash.saltByteCount)
        return try await workers.run(
            work: parameters.work, deadline: deadline, by: caller
        ) { [parameters] in
            try PasswordHash(of: password, salt: salt, parameters: parameters)
        }
    }

    /// Whether `password` is the one that `hash` was made of.
    ///
    /// - Throws: as `hash(_:deadline:by:)`.
    package func verify(
        _ password: [UInt8], against hash: PasswordHash, deadline: ContinuousClock.Instant?,
        by caller: HashCaller = HashCaller()
    ) async throws -> Bool {
        try checkLength(password)
        let key = hash.function.signerKeyID.flatMap(signerKey)
        return try await workers.run(
            work: hash.function.work, deadline: deadline, by: caller
        ) {
            guard hash.function.kibibytes > self.parameters.kibibytes else {
                return try hash.matches(password, signerKey: key)
            }
            return try self.larger.withLock { _ in try hash.matches(password, signerKey: key) }
        }
    }

    /// The key of imported hashes. Nil until it was noted.
    package func signerKey(_ id: String) -> SignerKey? { signerKeys.withLock { $0[id] } }

    package func note(_ key: SignerKey) { signerKeys.withLock { $0[key.id] = key } }

    /// Takes as long as `verify`, for an account that has no password or does not exist. So the
    /// time does not reveal which. It never succeeds.
    ///
    /// - Throws: as `hash(_:deadline:by:)`.
    package func verifyDummy(
        _ password: [UInt8], deadline: ContinuousClock.Instant?,
        by caller: HashCaller = HashCaller()
    ) async throws {
        _ = try await verify(password, against: dummy, deadline: deadline, by: caller)
    }

    /// Asks whether a hash would be refused now, before any other work is done for it.
    ///
    /// - Throws: `PasswordHasherError.overloaded`.
    package func checkForRoom(
        deadline: ContinuousClock.Instant?, by caller: HashCaller = HashCaller()
    ) throws {
        _ = try workers.forecast(deadline: deadline, of: caller)
    }

    /// Waits as long as a hash would take, without hashing. So a caller cannot tell that no hash
    /// was made.
    ///
    /// - Throws: `PasswordHasherError.overloaded` when a hash would be refused;
    ///   `CancellationError`.
    package func pretend(
        deadline: ContinuousClock.Instant?, by caller: HashCaller = HashCaller()
    ) async throws {
        try await Task.sleep(for: workers.forecast(deadline: deadline, of: caller))
    }

    /// Hashes made since the start, including those of wrong passwords.
    package var hashCount: Int { workers.doneCount }

    /// The time of one hash on this machine, by recent measurements.
    package var cost: Duration { workers.cost }

    private func checkLength(_ password: [UInt8]) throws {
        guard password.count <= Self.passwordLimit else {
            throw PasswordHasherError.passwordTooLong
        }
    }
}
