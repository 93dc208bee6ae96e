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

    /// Looks at a stream before its next message is read.
    ///
    /// - Returns: the lease that the device is told again, as it was told nothing for long.
    /// - Throws: `RPCError`, why the stream is over.
    func look(at stream: AttachTable.ID) throws -> GrantedLease? {
        let quiet = configuration.longestQuiet.wholeMilliseconds
        return try state.withLock { state in
            if let ending = state.roster.attached.ending(of: stream) { throw RPCError(ending) }
            guard state.roster.attached.isQuiet(stream, longestQuiet: quiet) else { return nil }
            let lease = state.roster.attached.lease(of: stream)
            return lease.flatMap { state.roster.leases.lease($0.id) }.map { GrantedLease($0) }
        }
    }

    /// Records that a stream has sent something.
    func noteSent(on stream: AttachTable.ID) {
        state.withLock { $0.roster.attached.noteSent(on: stream) }
    }
}

extension PresenceHub.State {
    /// The call of a stream that has one.
    func deviceStream(_ stream: AttachTable.ID) -> StreamReactor? {
        stream < deviceStreams.count ? deviceStreams[Int(stream)] : nil
    }
}
