import CPQ
import Glibc

/// A database of a PostgreSQL server, as libpq's URLs name it: one host or several, a user, a
/// database, and any of its keywords (postgresql.org/docs/15/libpq-connect.html).
///
/// A password belongs in a file that `passfile` names: a URL is an argument, which others can see.
package struct PostgreSQLURL: Sendable, Equatable {
    /// What the URL says, by libpq's keywords.
    let parameters: [String: String]

    /// - Returns: `nil` if libpq cannot read it. What libpq says of that is dropped: it repeats
    ///   parts of the URL.
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

    /// Whether every server that it names is on this machine: reached by a unix socket or the
    /// loopback interface.
    var isLocal: Bool {
        guard value("service", "PGSERVICE") == nil else { return false }
        return [value("host", "PGHOST"), value("hostaddr", "PGHOSTADDR")]
            .compactMap { $0 }
            .flatMap { $0.split(separator: ",") }
            .allSatisfy(Self.isLocal)
    }

    /// What the URL does not say, libpq takes from the environment.
    func value(_ keyword: String, _ variable: String) -> String? {
        parameters[keyword] ?? getenv(variable).map { String(cString: $0) }
    }

    private static func isLocal(_ host: Substring) -> Bool {
        let isSocket = host.hasPrefix("/") || host.hasPrefix("@")
        var address = in_addr()
        let isLoopback =
            inet_pton(AF_INET, String(host), &address) == 1
            && UInt32(bigEndian: address.s_addr) >> 24 == 127
        return isSocket || isLoopback || ["localhost", "::1"].contains(host)
    }
}

/// Without the password, and whatever else a keyword may say.
extension PostgreSQLURL: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String {
        let host = parameters["host"] ?? parameters["hostaddr"] ?? ""
        return "postgresql://\(host)/\(parameters["dbname"] ?? "")"
    }

    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
