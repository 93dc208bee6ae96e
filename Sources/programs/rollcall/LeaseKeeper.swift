import RollcallAPI
import RollcallBasics
import RollcallClient
import Synchronization

/// Another command took the lease over, or ended it.
struct TakenOver: Error {}

/// Tells what becomes of the lease that a command keeps.
final class LeaseKeeper: Sendable {
    private let state: DeviceState
    /// Until when, for a human.
    private let end: String
    private let output: Output
    private let leases: LeaseFile
    private let leaseID = Mutex<UInt64?>(nil)

    init(state: DeviceState, end: String, output: Output, leases: LeaseFile) {
        self.state = state
        self.end = end
        self.output = output
        self.leases = leases
    }

    @Sendable func handle(_ event: LeaseEvent) async throws {
        switch event {
        case .held(let lease, let duration):
            leaseID.withLock { $0 = lease }
            try leases.save(lease)
            try output.say(state, lease, duration, hint: end)
        case .lost:
            // Another command took it over or ended it, and that is what the user wants now.
            guard try leases.leaseID == leaseID.withLock({ $0 }) else { throw TakenOver() }
        case .interrupted:
            try output.sayInterrupted("Presence cannot be reached. Trying again.")
        }
    }

    func finish() throws {
        if let lease = leaseID.withLock({ $0 }) { try leases.remove(lease) }
        try output.sayOffline()
    }
}

extension Output {
    func say(
        _ state: DeviceState, _ leaseID: UInt64, _ lease: Duration, hint: String
    ) throws {
        try say(
            ["event": state.word, "leaseId": "\(leaseID)", "leaseMs": lease.wholeMilliseconds],
            text: "You are \(state.word), \(hint).")
    }

    func sayOffline() throws {
        try say(["event": "offline"], text: "You are offline from here.")
    }
}
