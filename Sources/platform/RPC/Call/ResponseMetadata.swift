import NIOCore

/// What a handler says beside its messages, as its connection takes it.
struct ResponseMetadata: Sendable {
    let connection: Reference<ServerConnection>
    let id: UInt32

    fileprivate func sendInitial(_ metadata: Metadata) async throws {
        try await connection.eventLoop.submit { [connection, id] in
            try connection.ifOnEventLoop?.sendInitialMetadata(metadata, on: id)
        }.get()
    }

    fileprivate func setTrailers(_ metadata: Metadata) {
        connection.run { [id] in $0.streams[id]?.trailers = metadata }
    }
}

extension CallContext {
    /// Tells the client something before the first message.
    ///
    /// - Throws: `RPCError`: `failedPrecondition` behind a message or other initial metadata,
    ///   `invalidArgument` when it takes more than 8 KiB.
    public func sendInitialMetadata(_ metadata: Metadata) async throws {
        try metadata.checkSize()
        try await response?.sendInitial(metadata)
    }

    /// Says what the client is told at the end of the call. An error that has trailers of its own
    /// keeps those.
    ///
    /// - Throws: `RPCError` (`invalidArgument`) when it takes more than 8 KiB.
    public func setTrailers(_ metadata: Metadata) throws {
        try metadata.checkSize()
        response?.setTrailers(metadata)
    }
}

extension ServerConnection {
    fileprivate func sendInitialMetadata(_ metadata: Metadata, on id: UInt32) throws {
        guard let record = streams[id] else { throw RPCError(.cancelled, "the call has ended") }
        guard !record.hasMessage, record.outgoing.isEmpty else {
            throw RPCError(.failedPrecondition, "initial metadata comes first, and once")
        }
        record.hasMessage = true
        record.outgoing.append(.initialMetadata(metadata))
        takeTurn(record)
    }
}

extension Metadata {
    /// The most that a handler may say beside its messages, in bytes on the wire. It is half of a frame's meta,
    /// which also has a status.
    private static let maximumSize = 8 * 1024

    /// A little more than the bytes that the entries take on the wire.
    var wireSize: Int {
        entries.reduce(0) { sum, entry in
            switch entry.value {
            case .text(let text): sum + entry.key.utf8.count + text.utf8.count + 16
            case .bytes(let bytes): sum + entry.key.utf8.count + bytes.count + 16
            }
        }
    }

    fileprivate func checkSize() throws {
        guard wireSize <= Self.maximumSize, entries.count <= Self.maximumEntries else {
            throw RPCError(
                .invalidArgument, "what a handler says beside its messages has at most 8 KiB")
        }
    }
}
