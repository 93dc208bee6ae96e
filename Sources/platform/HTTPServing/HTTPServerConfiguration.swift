import RollcallRPC

/// The limits of an `HTTPServer`.
package struct HTTPServerConfiguration: Sendable {
    /// The most connections in total, and from one client: an IPv4 address, or a /64 of IPv6. A
    /// connection above either is closed.
    package var connections = 1024
    package var connectionsPerClient = 64
    /// Proxies may have any number of connections, as they serve many clients.
    package var proxies = TrustedProxies()
    /// Whether each connection of a proxy begins with a `ProxyHeader`.
    package var expectsProxyHeader = false
    /// How long a connection may have no request, or an incomplete one.
    package var idleTime = Duration.seconds(30)
    /// How long a client may read nothing of its response.
    package var stallTime = Duration.seconds(30)

    /// In each time of this length, so many bytes of a request's body have to arrive until it has
    /// ended.
    package var sliceTime = Duration.seconds(10)
    package var sliceSize = 16 << 10

    package init() {}
}
