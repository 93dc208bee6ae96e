import CPQ
import Glibc

/// The parameters of libpq for each connection: those of the URL, and defaults for the rest.
struct PostgreSQLParameters: Sendable {
    /// By libpq's keywords.
    let values: [String: String]

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
            // Of several hosts, only the primary.
            "target_session_attrs": "read-write",
            // Seconds per host.
            "connect_timeout": "5",
            // These notice a vanished server within ten seconds: milliseconds for unacknowledged data,
            // seconds for an idle connection.
            "tcp_user_timeout": "10000",
            "keepalives_idle": "10",
            "keepalives_interval": "5",
            "keepalives_count": "3",
            // libpq would try GSSAPI encryption before TLS, and it verifies less.
            "gssencmode": "disable",
        ]
    }

    private static let program =
        CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "rollcall"

    /// A server on another machine must prove its name by a certificate. `sslmode` can require less.
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
        return """
            -c statement_timeout=\(timeout) -c lock_timeout=5s \
            -c idle_in_transaction_session_timeout=10s \
            -c default_transaction_isolation=read\\ committed
            """
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
