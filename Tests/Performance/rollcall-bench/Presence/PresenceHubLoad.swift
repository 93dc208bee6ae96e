import ArgumentParser
import Foundation
import NIOCore
import Presence
import RollcallCrypto
import RollcallRPC
import Synchronization
import TestServers

struct PresenceHubLoad: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "presence-hub",
        abstract:
            "What Presence's users and watches take of memory, and how long others wait for a user whom"
            + " very many watch; without calls and sockets.")

    @Option(help: "Users, each online with a device.")
    var users = 1_000_000

    @Option(help: "Watches of some of them.")
    var watches = 100_000

    @Option(help: "Users in each.")
    var contacts = 100

    @Option(help: "Watches that have one and the same user.")
    var watchers = 1_000_000

    @Option(help: "Changes of that user, with one of another user amid each.")
    var times = 50

    func run() async throws {
        let hub = try MeasuredHub()
        let ticks = Task { await hub.run() }
        defer { ticks.cancel() }
        let start = Resident.bytes()
        let people = try await comeOnline(at: hub)
        let online = Resident.bytes()
        let open = try openWatches(of: people, at: hub)
        let watching = Resident.bytes()
        try report(
            [
                "mebibytes": Double(watching) / 1_048_576,
                "user_bytes": Double(online - start) / Double(users),
                "edge_bytes": Double(watching - online) / Double(watches * contacts),
            ], try await celebrity(among: people, at: hub))
        withExtendedLifetime(open) {}
    }

    private func comeOnline(at hub: MeasuredHub) async throws -> [Device] {
        let ids = UUIDv7Generator { Int64(Date().timeIntervalSince1970 * 1_000) }
        var devices: [Device] = []
        devices.reserveCapacity(users)
        for number in 0..<users {
            let user = try ids.next()
            devices.append(Device(user: user, lease: try hub.goOnline(user)))
            // As the journal's writer does.
            if number % 5_000 == 0 { hub.forgetBacklog() }
        }
        hub.forgetBacklog()
        return devices
    }

    private func openWatches(of devices: [Device], at hub: MeasuredHub) throws -> [UInt32] {
        var open: [UInt32] = []
        for number in 0..<watches {
            var some: Set<UUIDv7> = []
            while some.count < min(contacts, users) {
                some.insert(devices[Int.random(in: 0..<users)].user)
            }
            let watch = try hub.openWatch(of: Array(some), by: devices[number % users].user)
            try hub.takeNews(of: watch)
            open.append(watch)
        }
        return open
    }

    /// How long a watch waits for the change of a user, while that of another goes to very many.
    private func celebrity(
        among devices: [Device], at hub: MeasuredHub
    ) async throws -> Figures {
        let (star, other) = (devices[0], devices[1])
        var crowd: [UInt32] = []
        for number in 0..<watchers {
            let watch = try hub.openWatch(of: [star.user], by: devices[number % users].user)
            try hub.takeNews(of: watch)
            crowd.append(watch)
        }
        let quiet = try hub.openWatch(of: [other.user], by: devices[2].user)
        try hub.takeNews(of: quiet)
        let watcher = Watcher()
        hub.follow(quiet) { watcher.note() }

        var (others, all) = (Latencies(expecting: times), Latencies(expecting: times))
        for time in 0..<times {
            let start = NIODeadline.now()
            try star.setAway(time % 2 == 0, at: hub)
            // Amid the news of the first: that takes some tens of milliseconds.
            try await Task.sleep(for: .microseconds(Int.random(in: 0..<20_000)))
            let seen = watcher.count
            let change = NIODeadline.now()
            try other.setAway(time % 2 == 0, at: hub)
            while watcher.count == seen { try await Task.sleep(for: .microseconds(100)) }
            others.add(watcher.last - change)
            while hub.isFanningOut { try await Task.sleep(for: .microseconds(100)) }
            all.add(NIODeadline.now() - start)
            for watch in crowd { try hub.takeNews(of: watch) }
        }
        return ["others_p99_ms": others.p99 / 1_000, "all_ms": all.p99 / 1_000]
    }
}

/// A user who is online.
private struct Device {
    let user: UUIDv7
    let lease: UInt64

    func setAway(_ isAway: Bool, at hub: MeasuredHub) throws {
        try hub.setAway(isAway, lease, of: user)
    }
}

/// What a watch was told of.
private final class Watcher: Sendable {
    private let news = Mutex((count: 0, last: NIODeadline.now()))

    var count: Int { news.withLock { $0.count } }
    var last: NIODeadline { news.withLock { $0.last } }

    func note() {
        news.withLock { $0 = ($0.count + 1, .now()) }
    }
}

/// What the process holds of memory.
private enum Resident {
    static func bytes() -> Int {
        let fields = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?
            .split(separator: " ")
        return fields.flatMap { Int($0[1]) }.map { $0 * sysconf(Int32(_SC_PAGESIZE)) } ?? 0
    }
}
