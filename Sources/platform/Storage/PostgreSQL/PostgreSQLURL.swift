import CPQ
import Glibc
import RollcallBasics

/// A database of a PostgreSQL server, as a libpq URL: one or more hosts, a user, a database, and
/// any of libpq's keywords (postgresql.org/docs/15/libpq-connect.html).
///
/// Put the password into a file named by `passfile`: a URL is an argument, which other users can
/// see.
package struct PostgreSQLURL: Sendable, Equatable {
    /// The parameters of the URL, by libpq's keywords.
    let parameters: [String: String]

    /// - Returns: `nil` if libpq cannot read it. Its message is dropped, as it repeats parts of the
    ///   URL.
    init?(_ text: String) {
        guard let options = PQconninfoParse(text, nil) else { return nil }
        defer { PQconninfoFree(options) }
        var parameters: [String: String] = [:]
        var option = options
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val {
                parameters[String(cString: keyword)] = String(cString: value)
            }
            option += 1
        }
        self.parameters = parameters
    }

    /// Whether every server in the URL is on this machine: reached by a unix socket or the loopback
    /// interface.
    var isLocal: Bool {
        guard value("service", "PGSERVICE") == nil else { return false }
        return [value("host", "PGHOST"), value("hostaddr", "PGHOSTADDR")]
            .compactMap { $0 }
            .flatMap { $0.split(separator: ",") }
            .allSatisfy(Self.isLocal)
    }

    /// A value of the URL. If the URL lacks it, libpq takes it from the environment.
    func value(_ keyword: String, _ variable: String) -> String? {
        parameters[keyword] ?? getenv(variable).map { String(cString: $0) }
    }

    private static func isLocal(_ host: Substring) -> Bool {
        host.hasPrefix("/") || host.hasPrefix("@") || host.isLoopbackHost
    }
}

/// Leaves out the password and all other values of keywords.
extension PostgreSQLURL: Redacted {
    package var description: String {
        let host = parameters["host"] ?? parameters["hostaddr"] ?? ""
        return "postgresql://\(host)/\(parameters["dbname"] ?? "")"
    }
}
