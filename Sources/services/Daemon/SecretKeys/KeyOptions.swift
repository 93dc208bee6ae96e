import ArgumentParser
import Tables

/// Where the key is that the database is sealed with.
package struct KeyOptions: ParsableArguments {
    @Option(
        name: .customLong("secret-key"),
        help: ArgumentHelp(
            "The key file that the database is sealed with; secret.key in the data directory unless "
                + "said. Made with the database. Closed to other users (mode 0600). Instances that "
                + "share a database need the same file.",
            valueName: "file"))
    private var path: String?

    package init() {}

    package func file(in directory: String) -> SecretKeyFile {
        SecretKeyFile(path: path ?? "\(directory)/secret.key")
    }
}
