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
    /// Of the lease, which another command may change.
    private let file: StateFile
    private let leaseID = Mutex<UInt64?>(nil)

    init(state: DeviceState, end: String, output: Output, file: StateFile) {
        self.state = state
        self.end = end
        self.output = output
        self.file = file
    }

    @Sendable func handle(_ event: LeaseEvent) async throws {
        switch event {
        case .held(let lease, let duration):
            leaseID.withLock { $0 = lease }
            try file.save("\(lease)")
            try output.say(state, lease, duration, hint: end)
        case .lost:
            // Another command took it over or ended it, and that is what the user wants now.
            guard try isOwn else { throw TakenOver() }
        case .interrupted:
            try output.sayInterrupted("Presence cannot be reached. Trying again.")
        }
    }

    /// Whether the file is about the lease that is kept here.
    private var isOwn: Bool {
        get throws { try file.text.flatMap(UInt64.init) == leaseID.withLock { $0 } }
    }

    func finish() throws {
        if leaseID.withLock({ $0 }) != nil, try isOwn { try file.remove() }
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
