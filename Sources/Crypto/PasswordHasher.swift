import Foundation
import Synchronization

/// Hashes and verifies passwords, a bounded number at a time.
///
/// A hash is 20 ms of a processor and 19 MiB, so this is where an overload of sign-ins shows
/// first: at most one hash a processor runs, the rest wait in line, and who would wait past its
/// deadline is refused at once. Passwords are byte strings; the caller has normalised them.
package final class PasswordHasher: Sendable {
    package struct Configuration: Sendable {
        /// What new hashes cost.
        package var parameters = Argon2Parameters.standard
        /// Hashes at once, from 1; each takes `parameters.kibibytes` of memory while it runs.
        package var workers = ProcessInfo.processInfo.activeProcessorCount
        /// Callers that may wait.
        package var queueLimit = 1024
        /// Bytes of a password.
        package var passwordLimit = 4096
        /// Is told what goes on in the workers, on whichever thread that is.
        package var watch: @Sendable (HashWorkerEvent) -> Void = { _ in }

        package init() {}
    }

    package let parameters: Argon2Parameters
    private let passwordLimit: Int
    private let workers: HashWorkers
    private let random: RandomSource
    /// Of a password that nobody knows.
    private let dummy: PasswordHash
    /// Whose hash needs more memory than a worker has: one at a time, however many workers there are.
    private let larger = Mutex<Void>(())

    /// Hashes once, to measure what it costs.
    ///
    /// - Throws: `CryptoError` when there is no memory or no randomness.
    package init(
        configuration: Configuration = Configuration(), random: RandomSource = .system
    ) throws {
        parameters = configuration.parameters
        passwordLimit = configuration.passwordLimit
        self.random = random
        let clock = ContinuousClock()
        let arena = try Argon2Arena(kibibytes: parameters.kibibytes)
        let began = clock.now
        dummy = try PasswordHash(
            of: random.bytes(32), salt: random.bytes(PasswordHash.saltByteCount),
            parameters: parameters, in: arena)
        let admission = AdmissionQueue(
            workers: configuration.workers, capacity: configuration.queueLimit,
            cost: began.duration(to: clock.now), usualWork: parameters.work)
        workers = try HashWorkers(
            admission: admission, kibibytes: parameters.kibibytes, watch: configuration.watch)
    }

    /// A new hash of `password`, with the present parameters and a new salt.
    ///
    /// - Parameter deadline: when the caller stops caring; `nil` waits as long as it takes.
    /// - Throws: `PasswordHasherError`; `CancellationError` if cancelled while waiting.
    package func hash(
        _ password: [UInt8], deadline: ContinuousClock.Instant?
    ) async throws -> PasswordHash {
        try checkLength(password)
        let salt = try random.bytes(PasswordHash.saltByteCount)
        return try await workers.run(work: parameters.work, deadline: deadline) { [parameters] in
            try PasswordHash(of: password, salt: salt, parameters: parameters, in: $0)
        }
    }

    /// Whether `password` is the one that `hash` was made of.
    ///
    /// - Parameter isPreferred: whether the caller stands before all who are not.
    /// - Throws: as `hash(_:deadline:)`.
    package func verify(
        _ password: [UInt8], against hash: PasswordHash, deadline: ContinuousClock.Instant?,
        isPreferred: Bool = false
    ) async throws -> Bool {
        try checkLength(password)
        return try await workers.run(
            work: hash.parameters.work, deadline: deadline, isPreferred: isPreferred
        ) { arena in
            guard hash.parameters.kibibytes > self.parameters.kibibytes else {
                return try hash.matches(password, in: arena)
            }
            return try self.larger.withLock { _ in try hash.matches(password, in: arena) }
        }
    }

    /// Takes as long as `verify` for an account that has no password or does not exist, so that
    /// the time does not tell which. Never a success.
    ///
    /// - Throws: as `hash(_:deadline:)`.
    package func verifyDummy(
        _ password: [UInt8], deadline: ContinuousClock.Instant?, isPreferred: Bool = false
    ) async throws {
        _ = try await verify(
            password, against: dummy, deadline: deadline, isPreferred: isPreferred)
    }

    /// Asks whether a hash would be refused at once: before anything else is done for it.
    ///
    /// - Throws: `PasswordHasherError.overloaded`.
    package func checkForRoom(
        deadline: ContinuousClock.Instant?, isPreferred: Bool = false
    ) throws {
        _ = try workers.forecast(deadline: deadline, isPreferred: isPreferred)
    }

    /// Waits until a hash would be made, and makes none: for who is not to know that there was none.
    ///
    /// - Throws: `PasswordHasherError.overloaded` when a hash would be refused; `CancellationError`.
    package func pretend(deadline: ContinuousClock.Instant?) async throws {
        try await Task.sleep(for: workers.forecast(deadline: deadline))
    }

    /// Hashes made since the start, those of wrong passwords too.
    package var hashCount: Int { workers.doneCount }

    /// What one hash takes on this machine, as measured of late.
    package var cost: Duration { workers.cost }

    private func checkLength(_ password: [UInt8]) throws {
        guard password.count <= passwordLimit else { throw PasswordHasherError.passwordTooLong }
    }
}
