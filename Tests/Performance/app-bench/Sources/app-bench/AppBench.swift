import Foundation
import RollcallApp

/// Measures the library for apps against a server that answers at once, and prints JSON.
///
/// Arguments: what to measure, and how often.
@main
enum AppBench {
    static func main() async throws {
        guard CommandLine.arguments.count == 3, let count = Int(CommandLine.arguments[2]) else {
            exit(64)
        }
        let figures =
            switch CommandLine.arguments[1] {
            case "restore": try await restore(count)
            case "changes": try await changes(count)
            case "calls": try await calls(count)
            case "cache": try await cache(count)
            default: exit(64)
            }
        print(String(decoding: try JSONEncoder().encode(figures), as: UTF8.self))
    }

    /// From the making of the value until it says who is signed in, by a file.
    private static func restore(_ count: Int) async throws -> [String: Double] {
        let server = try CannedServer()
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(
            "app-bench-\(UUID().uuidString)")
        defer {
            for path in [file.path, file.path + ".lock"] {
                try? FileManager.default.removeItem(atPath: path)
            }
        }
        _ = try await Rollcall(server.address, store: FileSessionStore(file: file))
            .signIn("ann", password: "p")
        // No network, as the state does not wait for it.
        server.stop()
        var times: [Duration] = []
        for _ in 0..<count {
            let start = ContinuousClock.now
            let app = Rollcall(server.address, store: FileSessionStore(file: file))
            for await state in app.states where state.user != nil { break }
            times.append(.now - start)
        }
        return ["p50_ms": times.milliseconds(0.5), "p99_ms": times.milliseconds(0.99)]
    }

    /// From a message of the server until the last of 100 subscribers has the state.
    private static func changes(_ count: Int) async throws -> [String: Double] {
        let server = try CannedServer()
        let app = Rollcall(server.address, store: InMemorySessionStore())
        _ = try await app.signIn("ann", password: "p")
        while server.watches == 0 { try await Task.sleep(for: .milliseconds(1)) }
        let (seen, sees) = AsyncStream.makeStream(of: Void.self)
        let subscribers = (0..<100).map { _ in
            let states = app.states
            return Task { for await state in states where state.user != nil { sees.yield() } }
        }
        var each = seen.makeAsyncIterator()
        // Each has the present state at first.
        for _ in subscribers { await each.next() }
        var times: [Duration] = []
        for number in 0..<count {
            // As events come now and then, and not in a row.
            try await Task.sleep(for: .milliseconds(2))
            let start = ContinuousClock.now
            server.tell(isVerified: number.isMultiple(of: 2))
            for _ in subscribers { await each.next() }
            times.append(.now - start)
        }
        for subscriber in subscribers { subscriber.cancel() }
        return ["p50_ms": times.milliseconds(0.5), "p99_ms": times.milliseconds(0.99)]
    }

    /// From a launch until all users of the cache are there, without a network.
    private static func cache(_ count: Int) async throws -> [String: Double] {
        let server = try CannedServer()
        let files = FileManager.default
        let folder = files.temporaryDirectory.appendingPathComponent(
            "app-bench-\(UUID().uuidString)")
        try files.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? files.removeItem(at: folder) }
        let store = FileSessionStore(file: folder.appendingPathComponent("session"))
        func launch() -> Rollcall { Rollcall(server.address, store: store, cache: folder) }
        func readAll(_ app: Rollcall) async throws {
            let users = try await app.users(CannedServer.userIDs)
            guard users.count == CannedServer.userIDs.count else { exit(65) }
        }
        let first = launch()
        _ = try await first.signIn("ann", password: "p")
        try await readAll(first)
        // It is saved some seconds later.
        while files.enumerator(atPath: folder.path)?.contains(where: {
            ($0 as? String)?.hasSuffix("/users") == true
        }) != true {
            try await Task.sleep(for: .milliseconds(100))
        }
        server.stop()
        var times: [Duration] = []
        for _ in 0..<count {
            let app = launch()
            for await state in app.states where state.user != nil { break }
            let start = ContinuousClock.now
            try await readAll(app)
            times.append(.now - start)
        }
        return ["p50_ms": times.milliseconds(0.5), "p99_ms": times.milliseconds(0.99)]
    }

    /// The same bytes by the library and by URLSession alone, in turn.
    private static func calls(_ count: Int) async throws -> [String: Double] {
        let server = try CannedServer()
        let app = Rollcall(server.address, store: InMemorySessionStore())
        _ = try await app.signIn("ann", password: "p")
        let bare = BareCall(server.address)
        func ours() async throws -> Duration {
            let start = ContinuousClock.now
            _ = try await app.auth.getSession()
            return .now - start
        }
        func theirs() async throws -> Duration {
            let start = ContinuousClock.now
            guard try await bare.make() == CannedServer.getSession else { exit(65) }
            return .now - start
        }
        var (own, alone, added): ([Duration], [Duration], [Duration]) = ([], [], [])
        for number in -count / 5..<count {
            // Either comes first, in turn.
            let first = number.isMultiple(of: 2) ? try await ours() : nil
            let theirs = try await theirs()
            let ours = if let first { first } else { try await ours() }
            // The rest is a warm-up.
            guard number >= 0 else { continue }
            own.append(ours)
            alone.append(theirs)
            added.append(ours - theirs)
        }
        return [
            "ours_us": own.milliseconds(0.5) * 1000, "bare_us": alone.milliseconds(0.5) * 1000,
            "added_us": added.milliseconds(0.5) * 1000,
        ]
    }
}

extension [Duration] {
    fileprivate func milliseconds(_ share: Double) -> Double {
        sorted()[Int(Double(count - 1) * share)] / .milliseconds(1)
    }
}
