import ArgumentParser
import RollcallAPI
import RollcallCrypto

struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Make accounts for the users of another backend.",
        discussion: """
            FILE is the JSON of firebase auth:export; rows of Supabase's auth.users as JSON; lines \
            of JSON from Auth0; or what rollcall admin export wrote. - is standard input.

            Passwords go on working, and are hashed anew at the first sign-in. A row that is \
            refused is reported with its line, its id and the reason; the others are imported. Run \
            it again to go on after an interruption: users that were imported are left as they are.

            JSON: {"line","id","outcome","problem"} for each reported row, then \
            {"imported","wasThere","refused"}
            """)

    @Argument(help: "The file to read.")
    var file: String

    @Option(help: ArgumentHelp("Where the file comes from.", valueName: "backend"))
    var from: ImportFormat

    @Option(
        help: ArgumentHelp(
            "A name for the project that the ids are of, if you import several; by default the "
                + "backend's.", valueName: "name"))
    var source: String?

    @Flag(help: "Write nothing, and report what an import would.")
    var dryRun = false

    @Option(
        help: ArgumentHelp(
            "Firebase: a file with base64_signer_key of the project's hash parameters.",
            valueName: "file"))
    var signerKeyFile: String?

    @Option(help: ArgumentHelp("Firebase: base64_salt_separator.", valueName: "base64"))
    var saltSeparator = "Bw=="

    @Option(help: "Firebase: rounds.")
    var rounds: UInt32 = 8

    @Option(help: "Firebase: mem_cost.")
    var memCost: UInt32 = 14

    @Flag(name: .customLong("operator"), help: ArgumentHelp(AdminIdentity.help))
    var isOperator = false

    @OptionGroup var common: CommonOptions

    func run() async throws {
        try await common.run { base in
            let rows = try ImportRows(file, of: from, firebase: firebase())
            let refused = try await base.asAdministrator(of: .auth, asOperator: isOperator) {
                try await ImportRun(
                    service: ImportServiceClient($0), output: base.output,
                    request: ImportUsersRequest(
                        source: source ?? from.rawValue, isDryRun: dryRun)
                ).run(rows)
            }
            guard refused == 0 else {
                throw Failure(
                    .conflict, refused == 1 ? "1 row was refused." : "\(refused) rows were refused."
                )
            }
        }
    }

    /// What the hashes of a Firebase project begin with in Supabase's form; nil without its key.
    private func firebase() throws -> String? {
        guard let signerKeyFile else { return nil }
        let key = try SecretFile.firstLine(of: signerKeyFile, "The signer key")
        guard Base64.standard.decode(key.prefix { $0 != "=" }).flatMap(SignerKey.init) != nil else {
            throw Failure(.invalid, "The signer key is not 32 to 64 bytes in base64.")
        }
        return "$fbscrypt$v=1,n=\(memCost),r=\(rounds),p=1,ss=\(saltSeparator),sk=\(key)$"
    }
}
