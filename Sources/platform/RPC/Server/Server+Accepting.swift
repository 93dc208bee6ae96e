import Logging
import NIOCore

extension Server {
    /// Gives a channel that was accepted its connection; over TLS, once the handshake has ended
    /// well. Called on the channel's event loop.
    func accept(_ channel: any Channel, _ peer: PeerIdentity, _ tls: ServerTLS?) throws {
        let id = try admit(from: sharer(peer))
        channel.closeFuture.whenComplete { [self] _ in forget(id) }
        if channel.remoteAddress?.protocol != .unix { _ = channel.setTCPOptions(patience: 28) }
        if let tls {
            try beginHandshake(tls, on: channel, id, peer)
        } else {
            try begin(on: channel, id, peer)
        }
    }

    /// Serves a client whose bytes another transport than a socket carries. Called on the event
    /// loop.
    ///
    /// - Returns: the connection, which has not been started.
    /// - Throws: `RPCError` (`unavailable`, not processed).
    package func serve(
        over transport: any ByteTransport, on eventLoop: any EventLoop
    ) throws -> ConnectionReference {
        let id = try admit(from: nil)
        opened(id)
        let connection = makeConnection(transport, on: eventLoop)
        connection.onClosed = { [weak self] in self?.forget(id) }
        remember(Reference(connection), as: id)
        return ConnectionReference(connection)
    }

    private func begin(
        on channel: any Channel, _ id: ConnectionLedger.ID, _ peer: PeerIdentity,
        isSecured: Bool = false
    ) throws {
        let connection = makeConnection(
            ChannelTransport(channel, isSecured: isSecured), on: channel.eventLoop, identity: peer)
        // What a certificate or a token shows is not known when a connection is accepted.
        if connection.standing == .exempt { becameKnown(id) }
        connection.ledgerID = id
        try channel.pipeline.syncOperations.addHandler(ConnectionHandler(connection))
        remember(Reference(connection), as: id)
    }

    private func beginHandshake(
        _ tls: ServerTLS, on channel: any Channel, _ id: ConnectionLedger.ID, _ peer: PeerIdentity
    ) throws {
        let tlsGuard = TLSGuard()
        let handshake = TLSHandshakeHandler(timeout: TimeAmount(configuration.handshakeTimeout)) {
            [self, weak tlsGuard] certificate in
            let peer = PeerIdentity(
                address: peer.address, proof: certificate.map { .certificate($0) } ?? .none)
            try begin(on: channel, id, peer, isSecured: true)
            if let tlsGuard {
                channel.pipeline.syncOperations.removeHandler(tlsGuard, promise: nil)
            }
        } failed: { [logger] error in
            logger.debug(
                "a TLS handshake has failed",
                metadata: ["peer": "\(peer.address?.description ?? "")", "error": "\(error)"])
        }
        try channel.pipeline.syncOperations.addHandlers([tlsGuard, tls.makeHandler(), handshake])
        let guardReference = NIOLoopBound(tlsGuard, eventLoop: channel.eventLoop)
        try whenEvicted(id) { channel.eventLoop.execute { guardReference.value.closeAtOnce() } }
    }
}

/// Which connections there are.
extension Server {
    /// Enters a connection, if there may be one more.
    ///
    /// - Throws: `RPCError` (`unavailable`, not processed).
    func admit(from peer: PeerKey?) throws -> ConnectionLedger.ID {
        switch state.withLock({ $0.ledger.admit(from: peer) }) {
        case .admitted(let id, let evicted):
            for eviction in evicted { evict(eviction) }
            return id
        case .refused(let reason):
            refusals.count(reason.rawValue)
            throw RPCError(
                .unavailable, "the server accepts no more connections", wasNotProcessed: true)
        }
    }

    /// Closes a connection. One that another event loop has admitted and not entered so far is
    /// closed when it is entered (`whenEvicted`, `remember`).
    private func evict(_ eviction: ConnectionLedger.Eviction) {
        refusals.count(eviction.reason.rawValue)
        let (cutOff, connection) = state.withLock { state in
            if state.ledger.contains(eviction.id) { state.evicted[eviction.id] = eviction.reason }
            return (state.opening.removeValue(forKey: eviction.id), state.connections[eviction.id])
        }
        guard let connection else { return cutOff?() ?? () }
        close(connection, because: eviction.reason)
    }

    private func close(
        _ connection: Reference<ServerConnection>, because reason: ConnectionLedger.Eviction.Reason
    ) {
        connection.run {
            $0.sendGoAway(RPCError(.ok, reason.error.message))
            $0.endAll(reason.error)
        }
    }

    func becameKnown(_ id: ConnectionLedger.ID, as userID: String? = nil) {
        let evicted = state.withLock { $0.ledger.becameKnown(id, as: userID) }
        if let evicted { evict(evicted) }
    }

    /// Says how a connection is cut off that takes too long to open.
    ///
    /// - Throws: `RPCError` (`unavailable`) when it has to make room already.
    func whenEvicted(_ id: ConnectionLedger.ID, _ cutOff: @escaping @Sendable () -> Void) throws {
        let reason = state.withLock { state in
            state.opening[id] = cutOff
            return state.evicted[id]
        }
        if let reason { throw reason.error }
    }

    /// The client has said HELLO.
    func opened(_ id: ConnectionLedger.ID) {
        state.withLock { $0.ledger.opened(id) }
    }

    func remember(_ connection: Reference<ServerConnection>, as id: ConnectionLedger.ID) {
        let (isDraining, reason) = state.withLock { state in
            state.connections[id] = connection
            state.opening[id] = nil
            return (state.ledger.isDraining, state.evicted[id])
        }
        if let reason { return close(connection, because: reason) }
        if isDraining { connection.run { $0.drain() } }
    }

    func forget(_ id: ConnectionLedger.ID) {
        state.withLock {
            $0.ledger.closed(id)
            $0.connections[id] = nil
            $0.opening[id] = nil
            $0.evicted[id] = nil
        }
    }
}

extension ConnectionLedger.Eviction.Reason {
    /// The error that the client gets.
    fileprivate var error: RPCError {
        switch self {
        case .opening, .stranger:
            RPCError(
                .unavailable, "the server has too many connections without a signed-in user")
        case .account: RPCError(.unavailable, "the account has too many connections")
        }
    }
}
