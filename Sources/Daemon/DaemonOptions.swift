import AccessTokens
import ArgumentParser
import Foundation
import Logging
import RollcallRPC

/// The options that every daemon has.
package struct DaemonOptions: ParsableArguments {
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

    @Option(
        name: .customLong("trusted-proxy"),
        help: ArgumentHelp(
            "Where proxies are that are believed for which client they call: an IP address, or a "
                + "range of them. They say it in the metadata \(TrustedProxies.key). Can be given "
                + "more than once.",
            valueName: "cidr"))
    var proxies: [AddressRange] = []

    @Option(
        help: ArgumentHelp(
            "The name of the deployment, the same for all of its services: tokens of another one are "
                + "refused. 1 to \(DeploymentName.lengths.upperBound) letters, digits, periods, "
                + "underscores and hyphens.",
            valueName: "name"))
    package var deployment = DeploymentName.standard

    @Option(
        help: ArgumentHelp(
            "The least that is logged: trace, debug, info, notice, warning, error or critical.",
            valueName: "level"))
    package var logLevel = Logger.Level.info

    @Option(
        help: ArgumentHelp(
            "Where it writes every ten seconds what it has counted, as Prometheus's node_exporter "
                + "reads it.", valueName: "file"))
    var metricsFile: String?

    @Flag(
        inversion: .prefixedNo,
        help: "Tell clients what can be called here, as `rollcall rpc` asks.")
    var reflection = true

    package init() {}

    package func validate() throws {
        guard !dataDirectory.isEmpty else {
            throw ValidationError("say where the files lie: --data <directory>")
        }
        guard !endpoints.isEmpty else {
            throw ValidationError("say where to listen: --listen <endpoint>")
        }
        for endpoint in endpoints {
            if let lack = tls.lack(of: endpoint) { throw ValidationError(lack) }
        }
    }

    /// What the help of a daemon says of its ways.
    package static let discussion = """
        SIGTERM or SIGINT ends it in order: the running calls have ten seconds to end.

        A process that cannot start, or go on, says why in one sentence and exits with:
          64  the command line is wrong
          65  the data are damaged, or another program's: restore a backup
          69  an endpoint is taken, or cannot be listened on
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

extension Endpoint: ExpressibleByArgument {
    public init?(argument: String) {
        self.init(argument)
    }
}

extension DeploymentName: ExpressibleByArgument {
    package init?(argument: String) {
        self.init(argument)
    }
}

extension AddressRange: ExpressibleByArgument {
    public init?(argument: String) {
        self.init(argument)
    }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}
