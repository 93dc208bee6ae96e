import CPQ
import Glibc

/// The parameters of libpq for each connection: those of the URL, and defaults for the rest.
struct PostgreSQLParameters: Sendable {
    /// By libpq's keywords.
    private(set) var values: [String: String]

    init(_ url: PostgreSQLURL, _ configuration: StoreConfiguration) {
        var values = Self.defaults
        if !url.isLocal { values.merge(Self.remoteDefaults(url)) { $1 } }
        values.merge(url.parameters) { $1 }
        // If a setting is named twice, the last value counts: the URL's.
        values["options"] = [Self.settings(configuration), url.value("options", "PGOPTIONS")]
            .compactMap { $0 }.joined(separator: " ")
        values["client_encoding"] = "UTF8"
        self.values = values
    }

    private static var defaults: [String: String] {
        [
            "application_name": Self.program,
            // Of several hosts, only the primary: also while it is read-only, as it answers reads.
            "target_session_attrs": "primary",
            // Seconds per host.
            "connect_timeout": "3",
            // These notice a vanished server within five seconds: milliseconds for unacknowledged
            // data, seconds for a connection on which an answer is awaited.
            "tcp_user_timeout": "4000",
            "keepalives_idle": "2",
            "keepalives_interval": "1",
            "keepalives_count": "2",
            // libpq would try GSSAPI encryption before TLS, and it verifies less.
            "gssencmode": "disable",
        ]
    }

    private static let program =
        CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "rollcall"

    /// A server on another machine must prove its name by a certificate. `sslmode` can require
    /// less.
    private static func remoteDefaults(_ url: PostgreSQLURL) -> [String: String] {
        let mode = url.value("sslmode", "PGSSLMODE") ?? "verify-full"
        // With certificates of authorities, `require` would verify too (libpq-ssl.html §34.19.1).
        guard mode.hasPrefix("verify"), url.value("sslrootcert", "PGSSLROOTCERT") == nil else {
            return ["sslmode": mode]
        }
        return ["sslmode": mode, "sslrootcert": "/etc/ssl/certs/ca-certificates.crt"]
    }

    private static func settings(_ configuration: StoreConfiguration) -> String {
        let timeout = Int(configuration.statementTimeout / .milliseconds(1))
        // A process that has vanished holds its locks for three seconds, which others wait for.
        return """
            -c statement_timeout=\(timeout) -c lock_timeout=5s \
            -c idle_in_transaction_session_timeout=3s \
            -c tcp_user_timeout=3000 -c tcp_keepalives_idle=1 -c tcp_keepalives_interval=1 \
            -c tcp_keepalives_count=2 \
            -c default_transaction_isolation=read\\ committed
            """
    }

    /// If the URL names several hosts, the parameters for each one alone.
    var ofEachHost: [PostgreSQLParameters] {
        let lists = ["host", "hostaddr", "port"].reduce(into: [:]) { lists, keyword in
            lists[keyword] = values[keyword]?.split(
                separator: ",", omittingEmptySubsequences: false)
        }
        let count = lists.values.map(\.count).max() ?? 1
        return (0..<(count > 1 ? count : 0)).map { index in
            var one = self
            for (keyword, list) in lists { one.values[keyword] = String(list[index % list.count]) }
            return one
        }
    }

    /// Connects, and waits until then.
    ///
    /// - Returns: `nil` if there is no memory. A failed connection carries its own error.
    func connect() -> OpaquePointer? {
        let pairs = values.map { (strdup($0.key), strdup($0.value)) }
        defer {
            for (keyword, value) in pairs {
                free(keyword)
                free(value)
            }
        }
        let keywords = pairs.map { UnsafePointer($0.0) } + [nil]
        let values = pairs.map { UnsafePointer($0.1) } + [nil]
        return PQconnectdbParams(keywords, values, 0)
    }
}
