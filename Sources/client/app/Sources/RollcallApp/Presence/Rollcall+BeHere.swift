import Foundation

extension Rollcall {
    /// How long a call to go offline takes at the most. Without it the lease ends by itself.
    private static let farewell = Duration.seconds(3)

    public func beHere() async throws(RollcallError) {
        let user = try await keeper.user()
        // Each call has a device of its own, so that none takes the lease of another one.
        let number = UInt32.random(in: 0 ... .max)
        try await whileHere(user.id) { () async throws(RollcallError) in
            try await self.keepLease(number)
        }
    }

    /// Holds a lease until the task is cancelled, and ends it then.
    ///
    /// - Throws: `RollcallError` when it is refused.
    private func keepLease(_ number: UInt32) async throws(RollcallError) {
        var pauses = Pauses(longest: .seconds(8))
        var (lease, failure) = (nil as GoOnlineResponse?, nil as RollcallError?)
        while !Task.isCancelled, failure == nil {
            do throws(RollcallError) {
                if let lease {
                    _ = try await presence.heartbeat(HeartbeatRequest(leaseID: lease.leaseID))
                } else {
                    lease = try await goOnline(number)
                }
                pauses.end()
                // A third, as a beat can be late or lost.
                let beat = (lease?.leaseMs ?? 0) / 3
                try? await Task.sleep(for: .milliseconds(min(max(beat, 1_000), 100_000)))
            } catch {
                if error.reasons.contains(.leaseEnded) {
                    lease = nil
                } else if !error.isPassing, error.code != .canceled {
                    failure = error
                }
                await pauses.wait(until: error.retryAt)
            }
        }
        if let lease { await goOffline(lease) }
        if let failure { throw failure }
    }

    /// A task that is cancelled meanwhile does not stop it halfway: nobody would know the lease.
    private func goOnline(_ number: UInt32) async throws(RollcallError) -> GoOnlineResponse {
        // A session is of one device, and its end ends the lease.
        guard let session = keeper.sessionID else { throw .notSignedIn }
        let request = GoOnlineRequest(deviceID: "\(session).\(number)")
        let call = Task { try await presence.goOnline(request) }
        do { return try await call.value } catch { throw RollcallError(error) }
    }

    private func goOffline(_ lease: GoOnlineResponse) async {
        let request = GoOfflineRequest(leaseID: lease.leaseID)
        await Task {
            let _: GoOfflineResponse? = try? await caller.unary(
                "rollcall.v1.PresenceService/GoOffline", .user, request, timeout: Self.farewell)
        }.value
    }
}
