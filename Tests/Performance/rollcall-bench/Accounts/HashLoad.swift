import ArgumentParser
import RollcallCrypto

struct HashLoad: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hash",
        abstract: "Hashes a password again and again, one at a time, as Auth does.")

    @Option(help: "How long to measure.")
    var seconds = 1.0

    @Option(help: "Memory of a hash, in KiB.")
    var kibibytes = Argon2Parameters.standard.kibibytes

    @Option(help: "Passes over that memory.")
    var passes = Argon2Parameters.standard.passes

    func run() async throws {
        var configuration = PasswordHasher.Configuration()
        configuration.parameters = try Argon2Parameters(
            kibibytes: kibibytes, passes: passes, lanes: 1)
        configuration.workers = 1
        let hasher = try PasswordHasher(configuration: configuration)
        let password = Array(AccountMethod.password.utf8)
        var hash = try await hasher.hash(password, deadline: nil)

        let (count, spent) = try await ProcessorTime.repeating(for: seconds) {
            hash = try await hasher.hash(password, deadline: nil)
            return 1
        }
        try report([
            "hashes": count,
            "cpu_seconds": spent / .seconds(1) / Double(count),
            "hash": hash.text,
        ])
    }
}
