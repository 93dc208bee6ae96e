import ArgumentParser
import RollcallAPI
import RollcallCrypto
import RollcallRPC

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
            let parameters = try parameters()
            let records = try ImportRows(file, of: from)
            let refused = try await base.asAdministrator(of: .auth, asOperator: isOperator) {
                try await ImportRun(
                    service: ImportServiceClient($0), output: base.output,
                    request: ImportUsersRequest(
                        source: source ?? from.rawValue, isDryRun: dryRun, firebase: parameters)
                ).run(records)
            }
            guard refused == 0 else {
                throw Failure(.conflict, "\(refused) rows were refused.")
            }
        }
    }

    private func parameters() throws -> FirebaseHashParameters? {
        guard from == .firebase, let signerKeyFile else { return nil }
        let key = try SecretFile.firstLine(of: signerKeyFile, "The signer key")
        return FirebaseHashParameters(
            signerKey: try bytes(key, "The signer key"),
            saltSeparator: try bytes(saltSeparator, "--salt-separator"), rounds: rounds,
            memCost: memCost)
    }

    private func bytes(_ text: String, _ what: String) throws -> [UInt8] {
        guard let bytes = Base64.standard.decode(text.prefix { $0 != "=" }) else {
            throw Failure(.invalid, "\(what) is not base64.")
        }
        return bytes
    }
}
