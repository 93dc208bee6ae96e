/// How a connection behaves.
package struct RedisConfiguration: Sendable {
    /// For `AUTH`; nil if the server asks for none.
    package var password: String?
    /// How the server's list of clients names the connection.
    package var name = "rollcall"
    /// How long connecting may take, for each address, and each command of its beginning.
    package var connectTimeout = Duration.seconds(2)
    /// How long a command may take. A connection on which one takes longer is given up.
    package var timeout = Duration.seconds(5)
    /// Commands without an answer that are sent; the others wait here, those of the first rank before the
    /// rest.
    package var window = 1_024
    /// Commands of each rank that wait; one more is refused.
    package var queueLimit = 65_536
    /// Whether a server on another machine may be used, to which everything goes unencrypted.
    package var allowsRemotePlaintext = false
    /// What is told a server at the beginning of each connection, before anything else.
    package var greeting: @Sendable (RedisServerInfo) -> [RedisCommand] = { _ in [] }

    package init() {}
}
