import ArgumentParser
import MessageJSON
import RollcallRPC

struct RPCCall: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "call", abstract: "Call an RPC.",
        discussion: """
            Prints each message of the answer as one line of JSON. What the contract marks as \
            sensitive, such as passwords and tokens, shows as <redacted> unless --show-sensitive.

            An error is one line on standard error, its details decoded: \
            {"error":{"code":"NOT_FOUND","message":"...","reasons":[...],"details":[...]}}.

            The access token of your session is sent along where the RPC needs one, but never to a \
            server other than the three services.
            """)

    @Argument(help: ArgumentHelp("Such as rollcall.v1.AuthService/SignIn.", valueName: "method"))
    var path: String

    @Option(
        help: ArgumentHelp(
            """
            A message to send; {} by default. More than one for an RPC to which messages are \
            streamed; - reads standard input: one message, or a message a line where they are \
            streamed.
            """,
            valueName: "json"))
    var json: [String] = []

    @Option(
        help: ArgumentHelp(
            "Sent beside the messages. The value of a key that ends in -bin is base64.",
            valueName: "key=value"),
        transform: MetadataArgument.init)
    var metadata: [MetadataArgument] = []

    @Option(help: ArgumentHelp("How long to wait for the end.", valueName: "seconds"))
    var timeout: Double?

    @Option(
        help: ArgumentHelp(
            "An access token to send instead of the session's: the first line of a file.",
            valueName: "file"))
    var tokenFile: String?

    @Flag(help: "Print passwords, tokens and addresses as they are.")
    var showSensitive = false

    @OptionGroup var servers: ServerOptions

    func validate() throws {
        guard timeout.map({ (0.001...1e9).contains($0) }) ?? true else {
            throw ValidationError("--timeout takes a number of seconds, 0.001 to 1000000000.")
        }
        guard !json.contains("-") || json.count == 1 else {
            throw ValidationError("--json - reads all messages. Give no other --json.")
        }
    }

    func run() async throws {
        try await servers.run(Output(isJSON: true)) { servers in
            let service = String(path.prefix { $0 != "/" })
            guard let server = try await servers.first(thatServes: service) else {
                throw Failure.unknown(service)
            }
            guard let pool = try await server.descriptors(of: path),
                let method = pool.method(path)
            else { throw Failure.unknown(path) }
            let call = DynamicCall(
                path: path, method: method, pool: pool,
                client: tokenFile == nil ? server.authorized : server.client,
                options: try options(), isRedacted: !showSensitive)
            do {
                let requests = RequestTexts(json)
                try await untilInterrupted { try await call.run(requests) }
            } catch let error as RPCError {
                let details = await server.json(of: error.details, isRedacted: !showSensitive)
                Output.standardError.write("\(Failure(plain: error).line(details))\n")
                throw ExitCode(CommandStatus(error.code, error.reasons).rawValue)
            }
        }
    }

    private func options() throws -> CallOptions {
        var options = CallOptions(timeout: timeout.map { .seconds($0) })
        for entry in metadata { try entry.add(to: &options.metadata) }
        if let tokenFile {
            let token = try SecretFile.firstLine(of: tokenFile, "the token")
            try options.metadata.add("authorization", text: "Bearer \(token)")
        }
        return options
    }
}
