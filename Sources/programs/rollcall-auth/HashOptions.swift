import ArgumentParser
import Auth
import Daemon
import RollcallCrypto

/// What a password costs, and how many at a time.
struct HashOptions: ParsableArguments {
    @Option(
        name: .customLong("hash-workers"),
        help: ArgumentHelp(
            "How many passwords are hashed at once; by default, one for each processor. Each needs "
                + "the memory of a hash.",
            valueName: "count"))
    private var workers: Int?

    @Option(
        name: .customLong("hash-memory-kib"),
        help: ArgumentHelp("Memory of a hash (Argon2id's m), in KiB.", valueName: "kib"))
    private var kibibytes = Argon2Parameters.standard.kibibytes

    @Option(
        name: .customLong("hash-passes"),
        help: ArgumentHelp("Passes over that memory (Argon2id's t).", valueName: "count"))
    private var passes = Argon2Parameters.standard.passes

    func validate() throws {
        try check(workers ?? 1, 1...256, "hash-workers")
        guard (try? parameters) != nil else {
            throw ValidationError(
                "--hash-memory-kib is 8 to \(Argon2Parameters.kibibytesBounds.upperBound) and "
                    + "--hash-passes 1 to \(Argon2Parameters.passesBounds.upperBound); their product "
                    + "is at most \(HashFunction.mostWork)")
        }
    }

    private var parameters: Argon2Parameters {
        get throws {
            try Argon2Parameters(kibibytes: kibibytes, passes: passes, lanes: 1)
        }
    }

    /// - Throws: `CryptoError`.
    func hasher() throws -> PasswordHasher {
        var configuration = PasswordHasher.Configuration()
        configuration.parameters = try parameters
        configuration.workers = workers ?? configuration.workers
        configuration.watch = HashMetrics().note
        return try PasswordHasher(configuration: configuration)
    }
}
