import RollcallRPC

/// What a `PhotoServer` holds to.
package struct PhotoServerConfiguration: Sendable {
    /// Connections at once, and of them from one client: an IPv4 address, or a /64 of IPv6. More wait until
    /// one ends; those of a client who has its part are closed.
    package var connections = 1024
    package var connectionsPerClient = 64
    /// Who may have any number of them, as many clients are behind them.
    package var proxies = TrustedProxies()
    /// For how long a connection may have no request, or only a part of one.
    package var idleTime = Duration.seconds(30)
    /// For how long a client may read nothing of what it has asked for.
    package var stallTime = Duration.seconds(30)
    /// Bytes of photos that are kept in memory, those that were asked for last.
    package var cacheSize = 64 << 20
    /// Bytes of photos that are read or sent at once.
    package var outgoingSize = 256 << 20

    package init() {}
}
