import RollcallRPC

/// The streams of devices.
extension PresenceHub {
    /// - Throws: `RPCError`, while clients are sent away.
    func checkTakesStreams() throws {
        if let spread = state.withLock({ $0.streamSpread }) {
            throw RPCError.comeBack(after: .random(in: 0...spread))
        }
    }

    /// Wakes a stream's call when the stream is over. To be called before its first turn, in which
    /// a stream that was opened while a drain began ends as the others did.
    func wake(_ call: StreamReactor, for stream: AttachTable.ID) {
        state.withLock { state in
            if let spread = state.streamSpread {
                state.roster.attached.end(stream, .draining(pause: .random(in: 0...spread)))
            }
            while state.deviceStreams.count <= stream { state.deviceStreams.append(nil) }
            state.deviceStreams[Int(stream)] = call
        }
    }

    /// The call of a stream has ended. To be called before the stream is closed, as its number is
    /// used again then.
    func forgetCall(of stream: AttachTable.ID) {
        state.withLock { $0.deviceStreams[Int(stream)] = nil }
    }

    /// Has the sender of a stream wait, unless the stream is over.
    ///
    /// - Parameter pause: in milliseconds.
    /// - Throws: `RPCError`, why it is over; `CancellationError`.
    func pause(_ pause: Int64, for stream: AttachTable.ID) async throws {
        try await Task.sleep(for: .milliseconds(pause))
        if let ending = ending(of: stream) { throw RPCError(ending) }
    }

    /// Why a stream is over; nil while it is not.
    func ending(of stream: AttachTable.ID) -> AttachTable.Ending? {
        state.withLock { $0.roster.attached.ending(of: stream) }
    }
}

extension PresenceHub.State {
    /// The call of a stream that has one.
    func deviceStream(_ stream: AttachTable.ID) -> StreamReactor? {
        stream < deviceStreams.count ? deviceStreams[Int(stream)] : nil
    }
}
