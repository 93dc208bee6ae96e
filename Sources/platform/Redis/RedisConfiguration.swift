/// The settings of a connection.
package struct RedisConfiguration: Sendable {
    /// For `AUTH`; nil if the server requires none.
    package var password: String?
    /// The connection's name in the server's list of clients.
    package var name = "rollcall"
    /// The time limit for connecting to one address, and for each command of the greeting.
    package var connectTimeout = Duration.seconds(2)
    /// The time limit of a command. If one takes longer, the connection is closed.
    package var timeout = Duration.seconds(5)
    /// The most commands that are sent and unanswered. Others wait here, those of the first rank
    /// first.
    package var window = 1_024
    /// The most commands of each rank that wait. More are refused.
    package var queueLimit = 65_536
    /// Whether commands are refused from the loss of a connection until there is another one. By
    /// default they wait for it once.
    package var refusesWhileReconnecting = false
    /// Whether a server on another machine may be used. All traffic to it is unencrypted.
    package var allowsRemotePlaintext = false
    /// The first commands on each connection.
    package var greeting: @Sendable (RedisServerInfo) -> [RedisCommand] = { _ in [] }

    package init() {}
}
