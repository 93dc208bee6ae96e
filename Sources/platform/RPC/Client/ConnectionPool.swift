/// The connections of a client, as a value: events of the connections come in, and it returns which
/// to open and which takes the next call.
struct ConnectionPool<Connection: Equatable & Sendable>: Sendable {
    private let isWatched: Bool
    /// Those of the first endpoint, then those of the second, and so on.
    private(set) var subchannels: [Subchannel<Connection>]
    /// The connections that take calls in turn.
    private(set) var usable: [Connection] = []
    /// The subchannels that the next call opens.
    private var wanted: [Int]
    private var turn = 0
    private(set) var isClosed = false

    /// - Parameters:
    ///   - count: the connections that there are when everything is well.
    ///   - isWatched: whether a connection takes calls only once its server is reported healthy, as
    ///     long as any is.
    init(_ count: Int, isWatched: Bool = false) {
        self.isWatched = isWatched
        self.subchannels = Array(repeating: Subchannel(), count: count)
        self.wanted = Array(0..<count)
    }

    /// Whether a call has connections to open.
    var hasWanted: Bool { !wanted.isEmpty }

    /// The usable connection whose turn it is.
    mutating func next() -> Connection? {
        guard !usable.isEmpty else { return nil }
        turn = turn + 1 < usable.count ? turn + 1 : 0
        return usable[turn]
    }

    /// Whether a call that waits a little may find another usable connection.
    var isPending: Bool { hasWanted || subchannels.contains(where: \.isPending) }

    /// Why there are no more usable connections.
    var failure: RPCError {
        subchannels.lazy.compactMap(\.failure).first
            ?? RPCError(.unavailable, "there is no connection", wasNotProcessed: true)
    }
}

/// What happens to the connections.
extension ConnectionPool {
    /// - Returns: the subchannels whose connections are to be opened now.
    mutating func connectWanted() -> [Int] {
        let opening = wanted.filter { subchannels[$0].connect() }
        update()
        return opening
    }

    /// - Returns: whether the connection is wanted.
    mutating func opened(_ connection: Connection, at index: Int) -> Bool {
        defer { update() }
        guard !isClosed else { return false }
        return subchannels[index].opened(connection, isHealthy: isWatched ? nil : true)
    }

    /// - Returns: how many attempts have failed in a row.
    mutating func failed(_ error: RPCError, at index: Int) -> Int? {
        defer { update() }
        return subchannels[index].failed(error)
    }

    mutating func backoffEnded(at index: Int) {
        subchannels[index].backoffEnded()
        update()
    }

    /// - Returns: whether it was a connection that took calls.
    mutating func lost(_ connection: Connection, at index: Int) -> Bool {
        defer { update() }
        return subchannels[index].lost(connection)
    }

    mutating func report(isHealthy: Bool, of connection: Connection, at index: Int) {
        subchannels[index].report(isHealthy: isHealthy, of: connection)
        update()
    }

    /// - Returns: the connections that are open.
    mutating func close() -> [Connection] {
        let open = subchannels.compactMap(\.connection)
        isClosed = true
        subchannels = subchannels.map { _ in Subchannel() }
        update()
        return open
    }

    private mutating func update() {
        usable = subchannels.compactMap(\.usable)
        // If no server reports that it serves, a call gets the answer of one, as from a single
        // server.
        if usable.isEmpty, !subchannels.contains(where: \.isUndecided) {
            usable = subchannels.compactMap(\.connection)
        }
        wanted = isClosed ? [] : subchannels.indices.filter { subchannels[$0].isIdle }
    }
}
