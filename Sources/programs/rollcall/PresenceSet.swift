import ArgumentParser
import RollcallAPI
import RollcallClient

struct PresenceSet: UserAction {
    static let name = "set"
    static let abstract = "Go online, away or invisible, until Ctrl-C; or go offline."
    static let discussion = """
        Only offline ends the presence that an earlier command keeps; the other states replace it. \
        While one of your devices is invisible, others see you offline, whatever your other devices \
        report.

        JSON: {"event":"online","leaseId","leaseMs"} (or "away", \
        "invisible"), {"event":"interrupted"} \
        while Presence cannot be reached, {"event":"offline"} at the end, or \
        {"event":"taken_over"} when another command set your presence. leaseId is a string.
        """

    @Argument(help: "online, away, invisible or offline.")
    var state: DeviceState

    @Option(
        help: ArgumentHelp(
            "What others read beside your presence, at most 100 characters; \"\" removes it. It stays when "
                + "you go offline, and is shown when you are back.", valueName: "text"))
    var status: String?

    @Option(
        help: ArgumentHelp("How long the status is shown, at most 365 days.", valueName: "seconds"))
    var statusFor: Double?

    @Option(help: ArgumentHelp("How long to stay, instead of until Ctrl-C.", valueName: "seconds"))
    var `for`: Double?

    @Flag(help: "Take one lease, and let it expire.")
    var once = false

    @Option(
        help: ArgumentHelp(
            "How long others see you without a sign of life, 5 to 300.", valueName: "seconds"))
    var lease = 30.0

    @Option(
        help: ArgumentHelp(
            "Which device goes online: 1 to 64 of [A-Za-z0-9_.-]; by default one for each session.",
            valueName: "id"))
    var device: String?

    func validate() throws {
        guard (5...300).contains(lease) else {
            throw ValidationError("--lease takes 5 to 300 seconds.")
        }
        guard statusFor.map({ status != nil && (1...31_536_000).contains($0) }) ?? true else {
            throw ValidationError("--status-for takes 1 to 31536000 seconds, beside --status.")
        }
        guard state != .offline || status == nil else {
            throw ValidationError("--status goes with online, away or invisible.")
        }
        guard `for`.map({ (0...1e9).contains($0) }) ?? true else {
            throw ValidationError("--for takes a number of seconds, 0 to 1000000000.")
        }
    }

    func run(_ command: Command) async throws {
        let lease = command.store.directory.lease
        if state == .offline { return try await goOffline(command, lease) }
        once ? try await goOnlineOnce(command, lease) : try await stay(command, lease)
    }

    private func goOffline(_ command: Command, _ file: StateFile) async throws {
        if let lease = try file.text.flatMap(UInt64.init) {
            _ = try await command.rollcall.presence.goOffline(GoOfflineRequest(leaseID: lease))
            try file.remove()
        }
        try command.output.sayOffline()
    }

    private func goOnlineOnce(_ command: Command, _ file: StateFile) async throws {
        let request = GoOnlineRequest(
            deviceID: try deviceID(command), leaseMs: UInt32(lease * 1000), state: state)
        let response = try await command.rollcall.presence.goOnline(request)
        if let text = try await statusMessage(command) {
            _ = try await command.rollcall.presence.heartbeat(
                HeartbeatRequest(leaseID: response.leaseID, status: text))
        }
        try file.save("\(response.leaseID)")
        try command.output.say(
            state, response.leaseID, .milliseconds(response.leaseMs),
            hint: "until the lease ends")
    }

    private func stay(_ command: Command, _ file: StateFile) async throws {
        let device = try deviceID(command)
        let keeper = LeaseKeeper(
            state: state, end: `for`.map { "for \($0) seconds" } ?? "until Ctrl-C",
            output: command.output, file: file)
        do {
            try await untilInterrupted(for: `for`.map { .seconds($0) }) {
                try await command.rollcall.stayOnline(
                    deviceID: device, lease: .seconds(lease),
                    DeviceSignals(state, status: try await statusMessage(command)), keeper.handle)
            }
        } catch is TakenOver {
            return try command.output.say(
                ["event": "taken_over"], text: "Another command has taken over.")
        }
        try keeper.finish()
    }

    private func statusMessage(_ command: Command) async throws -> Status? {
        guard let status else { return nil }
        let now = try await command.rollcall.serverTime()
        return Status(text: status, endsAtMs: statusFor.map { now + Int64($0 * 1000) } ?? 0)
    }

    private func deviceID(_ command: Command) throws -> String {
        try device ?? command.storedSession().sessionID
    }
}

extension DeviceState: ExpressibleByArgument {
    public init?(argument: String) {
        let states: [DeviceState] = [.online, .away, .invisible, .offline]
        guard let state = states.first(where: { $0.word == argument }) else { return nil }
        self = state
    }
}
