import ArgumentParser
import Auth
import Daemon
import Glibc

/// Where the key is that the database is sealed with.
struct KeyOptions: ParsableArguments {
    @Option(
        name: .customLong("secret-key"),
        help: ArgumentHelp(
            "The key file that the database is sealed with; secret.key in the data directory unless "
                + "said. Made with the database. Closed to other users (mode 0600).",
            valueName: "file"))
    private var path: String?

    func file(in directory: String) -> SecretKeyFile {
        SecretKeyFile(path: path ?? "\(directory)/secret.key")
    }
}

extension Failure {
    /// Runs `body`, and has what is wrong with a key file end the process as wrong configuration does,
    /// unless it may pass: then as a failed read or write.
    static func ofKeyFile<T>(in body: () async throws -> T) async throws -> T {
        do {
            return try await body()
        } catch let error as SecretKeyFile.Unusable {
            throw Failure("\(error)", error.mayPass ? EX_IOERR : EX_CONFIG)
        }
    }
}
