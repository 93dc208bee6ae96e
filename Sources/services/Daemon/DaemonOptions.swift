import AccessTokens
import ArgumentParser
import Foundation
import Logging
import RollcallRPC

/// The options that every daemon has.
package struct DaemonOptions: ParsableArguments {
    @Option(
        name: .customLong("config"),
        help: ArgumentHelp(
            "A file of these options, each line OPTION = VALUE, without the dashes. The "
                + "environment replaces what it says, as in ROLLCALLD_LOG_LEVEL=debug, and the "
                + "command line replaces both. Read again on SIGHUP.",
            valueName: "file"))
    private var configurationFile: String?

    @Flag(
        name: .customLong("check"),
        help: """
            Say what is wrong with the options and with files that they name, as far as it shows \
            without the data and other servers, and end.
            """)
    var isOnlyChecking = false

    @Flag(
        name: .customLong("print-config"),
        help: "Print a configuration file with all options explained, and end.")
    var printsConfiguration = false

    @Option(
        name: .customLong("data"),
        help: ArgumentHelp(
            "Where its files lie. Made if missing; closed to other users (mode 0700). Under "
                + "systemd, $STATE_DIRECTORY by default.",
            valueName: "directory"))
    var chosenDataDirectory: String?

    @Option(
        name: .customLong("listen"),
        help: ArgumentHelp(
            "Where it answers: HOST:PORT, [IPV6]:PORT or unix:PATH; with TLS, tls:HOST:PORT, and "
                + "with TLS and a certificate from the client, mtls:HOST:PORT. Can be given more "
                + "than once.",
            valueName: "endpoint"))
    package var endpoints: [Listening] = []

    @OptionGroup package var tls: TLSOptions

    @Flag(help: "Serve and call other machines without TLS too: those networks are trusted.")
    var plaintext = false

    @Option(
        name: .customLong("trusted-proxy"),
        help: ArgumentHelp(
            "A trusted proxy, which names its clients in the metadata \(TrustedProxies.key): an IP "
                + "address, or a range of addresses. Can be given more than once.",
            valueName: "cidr"))
    var proxies: [AddressRange] = []

    @Option(
        help: ArgumentHelp(
            "The name of the deployment, the same for all of its services. Tokens of other "
                + "deployments are refused. 1 to \(DeploymentName.lengths.upperBound) letters, digits, periods, "
                + "underscores and hyphens.",
            valueName: "name"))
    package var deployment = DeploymentName.standard

    @Option(
        help: ArgumentHelp(
            "The lowest level that is logged: trace, debug, info, notice, warning, error or critical.",
            valueName: "level"))
    package var logLevel = Logger.Level.info

    @Option(
        help: ArgumentHelp(
            "How log lines are written: text, or json, each an object with time, level, message and "
                + "metadata.",
            valueName: "format"))
    var logFormat = LogFormat.text

    @Option(
        help: ArgumentHelp(
            "The file for metrics, written every ten seconds in the format of Prometheus's "
                + "node_exporter.", valueName: "file"))
    var metricsFile: String?

    @Option(
        name: .customLong("metrics-http"),
        help: ArgumentHelp(
            "Where it answers Prometheus (/metrics) and load balancers (/livez, /readyz) over HTTP: "
                + "HOST:PORT, [IPV6]:PORT, tls:HOST:PORT or unix:PATH. Nowhere by default.",
            valueName: "endpoint"))
    var metricsHTTP: Endpoint?

    @Option(
        help: ArgumentHelp(
            "Where traces go: the URL of an OpenTelemetry collector that takes OTLP over HTTP, such "
                + "as http://127.0.0.1:4318. Nowhere by default.", valueName: "url"))
    var otlpEndpoint: String?

    @Option(
        help: ArgumentHelp(
            "Of the requests that belong to no trace, the part that begins one: 0 to 1.",
            valueName: "part"))
    var traceRatio = 0.1

    @Flag(
        inversion: .prefixedNo,
        help: "Describe the services to clients such as `rollcall rpc`.")
    var reflection = true

    package init() {}

    package func validate() throws {
        if printsConfiguration { return }
        guard !dataDirectory.isEmpty || isOnlyChecking else {
            throw ValidationError("say where the files lie: --data <directory>")
        }
        guard !endpoints.isEmpty else {
            throw ValidationError("say where to listen: --listen <endpoint>")
        }
        if let otlpEndpoint, otlpEndpoint.wholeMatch(of: /https?:\/\/[^\s@?#]+/) == nil {
            throw ValidationError("--otlp-endpoint is a URL, such as http://127.0.0.1:4318")
        }
        guard (0...1).contains(traceRatio) else {
            throw ValidationError("--trace-ratio is from 0 to 1")
        }
        for endpoint in endpoints + [metricsHTTP].compactMap(\.self).map(Listening.init) {
            let lack = tls.lack(of: endpoint) ?? refusal(of: endpoint.endpoint)
            if let lack { throw ValidationError(lack) }
        }
    }

    /// Why an endpoint on a network is not used without TLS; nil if it is.
    func refusal(of endpoint: Endpoint) -> String? { plaintext ? nil : endpoint.plaintextRefusal }

    /// What the help of a daemon says of its ways.
    package static let discussion = """
        SIGTERM or SIGINT stops the process in order: running calls have ten seconds to end. SIGHUP \
        has it read its configuration and its certificates again.

        A process that cannot start, or go on, says why in one sentence and exits with:
          64  the command line is wrong
          65  the data are damaged, or another program's: restore a backup
          69  an endpoint is in use, or cannot be listened on
          70  a fault of the program
          73  the data directory cannot be made or written to
          74  reading or writing failed
          75  it may work later: the disk is full, or another process has the data
          78  the data directory is open to other users, a file that an option names cannot be used,
              the key file is missing, unusable or not the database's, or what is said of mail is
              wrong
        """

    /// The directory of the process's files; empty when nobody named one.
    package var dataDirectory: String {
        if let chosenDataDirectory { return chosenDataDirectory }
        let given = ProcessInfo.processInfo.environment["STATE_DIRECTORY"] ?? ""
        // systemd separates several directories with colons.
        return given.split(separator: ":").first.map(String.init) ?? ""
    }
}

// For these, ArgumentParser has an `init?(argument:)`.
extension Endpoint: LosslessStringConvertible, ExpressibleByArgument {}
extension DeploymentName: LosslessStringConvertible, ExpressibleByArgument {}

extension AddressRange: ExpressibleByArgument {
    public init?(argument: String) {
        self.init(argument)
    }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}
