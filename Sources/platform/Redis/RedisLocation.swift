import RollcallBasics

/// A server of Redis or Valkey, or several of which one is the primary:
/// `redis://HOST:PORT/DATABASE`, `redis://USER@HOST,HOST/DATABASE`, or
/// `redis+unix:///PATH?db=DATABASE`.
///
/// A password belongs in a file: a URL is an argument, which others can see.
package struct RedisLocation: Sendable, Equatable {
    package enum Address: Sendable, Equatable {
        case host(String, port: UInt16)
        /// The path of a unix socket.
        case socket(String)
    }

    package static let defaultPort: UInt16 = 6379

    /// At least one. The first that is a primary is used.
    package var addresses: [Address]
    /// For `AUTH`; nil for the default user.
    package var user: String?
    package var database: UInt32

    package init(addresses: [Address], user: String? = nil, database: UInt32 = 0) {
        self.addresses = addresses
        self.user = user
        self.database = database
    }

    /// Reads what an operator writes.
    ///
    /// - Throws: `Unusable`, which never repeats a URL: there may be a password in it.
    package init(argument: String) throws(Unusable) {
        let parts = argument.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { throw .malformedRedisURL }
        switch parts[0] {
        case "redis", "valkey": try self.init(network: parts[1])
        case "redis+unix", "valkey+unix": try self.init(socket: parts[1])
        case "rediss", "valkeys": throw .encryptedRedis
        default: throw .unknownRedisScheme
        }
    }

    /// - Parameter text: `USER@HOST:PORT,HOST:PORT/DATABASE`.
    private init(network text: Substring) throws(Unusable) {
        let halves = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        var hosts = halves[0]
        if let at = hosts.lastIndex(of: "@") {
            let user = hosts[..<at]
            guard !user.contains(":") else { throw .redisPassword }
            guard !user.isEmpty else { throw .malformedRedisURL }
            self.user = String(user)
            hosts = hosts[hosts.index(after: at)...]
        }
        addresses = []
        for host in hosts.split(separator: ",", omittingEmptySubsequences: false) {
            addresses.append(try Self.address(host))
        }
        database = try Self.database(halves.count > 1 && !halves[1].isEmpty ? halves[1] : "0")
    }

    /// - Parameter text: `/PATH?db=DATABASE`.
    private init(socket text: Substring) throws(Unusable) {
        let halves = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard halves[0].hasPrefix("/") else { throw .malformedRedisURL }
        addresses = [.socket(String(halves[0]))]
        guard halves.count > 1 else {
            database = 0
            return
        }
        guard halves[1].hasPrefix("db=") else { throw .malformedRedisURL }
        database = try Self.database(halves[1].dropFirst(3))
    }

    private static func database(_ text: Substring) throws(Unusable) -> UInt32 {
        guard let number = UInt32(text) else { throw .malformedRedisURL }
        return number
    }

    /// - Parameter text: `HOST`, `HOST:PORT`, or an IPv6 address in brackets in place of the host.
    private static func address(_ text: Substring) throws(Unusable) -> Address {
        guard let place = HostAndPort(text) else { throw .malformedRedisURL }
        return .host(place.host, port: place.port ?? defaultPort)
    }

    /// Whether all of its servers are on this machine.
    package var isLocal: Bool { addresses.allSatisfy(\.isLocal) }
}

extension RedisLocation.Address {
    /// Whether it is reached by a unix socket or the loopback interface.
    var isLocal: Bool {
        guard case .host(let host, _) = self else { return true }
        return host.isLoopbackHost
    }
}

extension RedisLocation: CustomStringConvertible {
    package var description: String {
        let places = addresses.map { address in
            switch address {
            case .host(let host, let port):
                host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
            case .socket(let path): path
            }
        }
        return "\(places.joined(separator: ","))/\(database)"
    }
}

extension Unusable {
    static let malformedRedisURL = Unusable(
        "it is neither redis://HOST:PORT/DATABASE nor redis+unix:///PATH?db=DATABASE")
    static let unknownRedisScheme = Unusable("its scheme is not redis or redis+unix")
    static let redisPassword = Unusable(
        "it has a password, which other users of the machine can read there: put it in a file")
    static let encryptedRedis = Unusable(
        "TLS is not spoken: have stunnel listen on the loopback interface, and name that")
}
