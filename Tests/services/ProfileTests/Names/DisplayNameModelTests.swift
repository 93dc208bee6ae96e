import RollcallCrypto
import RollcallRPC
import TestPostgreSQL
import TestSupport
import Testing

@testable import Profile

/// Random orders of all that happens to names, held against a model of a few lines.
@Suite(.serialized, .onEachEngine) struct DisplayNameModelTests {
    private struct Model {
        enum State: Equatable {
            /// With an empty name for a user without one.
            case held(String), confirmed(String), released, erased

            var text: String? {
                switch self {
                case .held(let name), .confirmed(let name): name
                case .released, .erased: nil
                }
            }

            var name: String? { text.flatMap { $0.isEmpty ? nil : $0 } }
        }

        struct Tenure: Equatable {
            var user: UUIDv7?
            let from: Int64
            let until: Int64?
        }

        static let month: Int64 = 30 * 86_400_000

        var users: [UUIDv7: State] = [:]
        /// By name in lower case.
        var quarantine: [String: (owner: UUIDv7?, until: Int64)] = [:]
        /// By name in lower case, the first one first.
        var history: [String: [Tenure]] = [:]
        /// Since when users have their names.
        var since: [UUIDv7: Int64] = [:]
        var now: Int64 = 0

        /// Which names one cannot tell apart.
        static func look(_ name: String) -> String {
            let groups = [["bill", "bi11", "blll"], ["max", "rnax"]]
            let name = name.lowercased()
            return groups.first { $0.contains(name) }?.first ?? name
        }

        func isConfirmed(_ user: UUIDv7) -> Bool {
            if case .confirmed = users[user] { true } else { false }
        }

        func isFree(_ name: String, for user: UUIDv7) -> Bool {
            guard !name.isEmpty else { return true }
            let look = Self.look(name)
            return isUnowned(name, by: user)
                && !quarantine.contains {
                    Self.look($0.key) == look && $0.value.until > now && $0.value.owner != user
                }
        }

        func isUnowned(_ name: String, by user: UUIDv7) -> Bool {
            let look = Self.look(name)
            return !users.contains { $0.key != user && $0.value.name.map(Self.look) == look }
        }

        /// Who had a name and who has it, the last one first.
        func tenures(of name: String) -> [Tenure] {
            let owner = users.first { $0.value.name?.lowercased() == name && isConfirmed($0.key) }
            let last = owner.map { Tenure(user: $0.key, from: since[$0.key] ?? -1, until: nil) }
            return [last].compactMap(\.self) + (history[name] ?? []).reversed()
        }

        private mutating func endTenure(of name: String, _ user: UUIDv7) {
            let tenure = Tenure(user: user, from: since[user] ?? -1, until: now)
            history[name.lowercased(), default: []].append(tenure)
        }

        mutating func hold(_ name: String, _ user: UUIDv7) -> Bool {
            switch users[user] {
            case .released, .erased: return false
            case .confirmed(let own): return own.lowercased() == name.lowercased()
            case .held, nil:
                guard isFree(name, for: user) else { return false }
                users[user] = .held(name)
                return true
            }
        }

        mutating func confirm(_ user: UUIDv7) -> Bool {
            guard let name = users[user]?.text else { return false }
            if !isConfirmed(user) { since[user] = now }
            users[user] = .confirmed(name)
            return true
        }

        mutating func release(_ user: UUIDv7) {
            switch users[user] {
            case .confirmed, .erased: return
            case .held, .released, nil: users[user] = .released
            }
        }

        private static let day: Int64 = 86_400_000

        /// What is left says the day alone.
        private static func endOfDay(_ time: Int64) -> Int64 { (time + day - 1) / day * day }
        private static func beginOfDay(_ time: Int64) -> Int64 { time / day * day }

        mutating func erase(_ user: UUIDv7) {
            if let name = users[user]?.name {
                quarantine[name.lowercased()] = (nil, Self.endOfDay(now) + Self.month)
                if isConfirmed(user) { endTenure(of: name, user) }
            }
            for (name, tenures) in history {
                history[name] = tenures.map { tenure in
                    guard tenure.user == user else { return tenure }
                    return Tenure(
                        user: nil, from: Self.beginOfDay(tenure.from),
                        until: tenure.until.map(Self.beginOfDay))
                }
            }
            for (name, row) in quarantine where row.owner == user {
                quarantine[name] = (nil, Self.endOfDay(row.until))
            }
            users[user] = .erased
        }

        mutating func rename(_ user: UUIDv7, _ name: String) -> Bool {
            guard case .confirmed(let own) = users[user] else { return false }
            if own.lowercased() != name.lowercased() {
                guard isFree(name, for: user) else { return false }
                let before = quarantine
                quarantine[name.lowercased()] = nil
                if !own.isEmpty { quarantine[own.lowercased()] = (user, now + Self.month) }
                let count = quarantine.values.count { $0.owner == user && $0.until > now }
                guard count <= ProfileStore.quarantineLimit else {
                    quarantine = before
                    return false
                }
                if !own.isEmpty { endTenure(of: own, user) }
                since[user] = now
            }
            users[user] = .confirmed(name)
            return true
        }

        /// What an administrator does; with an empty name, take the user's away.
        mutating func give(_ user: UUIDv7, _ name: String) -> Bool {
            guard case .confirmed(let own) = users[user] else { return false }
            if own.lowercased() != name.lowercased() {
                guard name.isEmpty || isUnowned(name, by: user) else { return false }
                quarantine[name.lowercased()] = nil
                if !own.isEmpty {
                    quarantine[own.lowercased()] = (nil, now + Self.month)
                    endTenure(of: own, user)
                }
                since[user] = now
            }
            users[user] = .confirmed(name)
            return true
        }
    }

    @Test(arguments: UInt64(1)...3)
    func theStoreDoesWhatTheModelDoes(_ seed: UInt64) async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            var random = TestNumbers(seed: seed)
            // The server forgets by itself what has expired by its clock.
            var model = Model(now: server.clock.now())
            let users = try (0..<12).map { _ in try server.ids.next() }
            let names = ["anna", "Anna", "berta", "Bill", "bi11", "BLLL", "max", "rnax", "dora"]
            for _ in 0..<150 {
                model.now += .random(in: 0...5 * TestClock.day, using: &random)
                let now = model.now
                guard let user = users.randomElement(using: &random),
                    let text = names.randomElement(using: &random)
                else { return }
                let name = try #require(DisplayName(text))
                let store = server.store
                let isNameless = Int.random(in: 0..<4, using: &random) == 0
                switch Int.random(in: 0..<12, using: &random) {
                case 0..<4:
                    let isHeld = try await succeeds {
                        try await store.hold(isNameless ? nil : name, for: user, now: now)
                    }
                    #expect(isHeld == model.hold(isNameless ? "" : text, user))
                case 10:
                    let isGiven = try await succeeds {
                        _ = try await store.giveName(
                            name, to: .id(user), because: .init(reason: "why"), telling: nil,
                            now: now)
                    }
                    #expect(isGiven == model.give(user, text))
                case 11:
                    let isTaken = try await succeeds {
                        _ = try await store.takeName(
                            from: .id(user), because: .init(reason: "why"), telling: nil, now: now)
                    }
                    #expect(isTaken == model.give(user, ""))
                case 4..<6:
                    let isConfirmed = try await succeeds { try await store.confirm(user, now: now) }
                    #expect(isConfirmed == model.confirm(user))
                case 6:
                    // Not later: whose release is forgotten may hold again.
                    try await store.release(user, now: 0)
                    model.release(user)
                case 7 where Int.random(in: 0..<4, using: &random) == 0:
                    _ = try await store.erase(user, freesName: false, now: now)
                    model.erase(user)
                default:
                    let isRenamed = try await succeeds {
                        _ = try await store.rename(user, to: name, now: now)
                    }
                    #expect(isRenamed == model.rename(user, text))
                }
                try await compare(server, model, users)
            }
        }
    }

    // U2
    /// The same calls at once: whatever their order was, no name has two owners, and every
    /// user's answers fit what the user has in the end.
    @Test(arguments: UInt64(1)...2)
    func concurrentCallsLeaveEveryNameOneOwner(_ seed: UInt64) async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let names = ["anna", "Anna", "berta", "BERTA", "clara"]
            let users = try (0..<32).map { _ in try server.ids.next() }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (number, user) in users.enumerated() {
                    group.addTask {
                        var random = TestNumbers(seed: seed << 32 | UInt64(number))
                        try await act(server.store, user, names, &random)
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await server.count("profile") <= 3)
            let held = try await server.count("profile WHERE createdAtMs IS NULL")
            #expect(held == 0)
        }
    }

    private func act(
        _ store: ProfileStore, _ user: UUIDv7, _ names: [String],
        _ random: inout TestNumbers
    ) async throws {
        var last: String?
        for _ in 0..<6 {
            let text = names.randomElement(using: &random) ?? ""
            let name = try #require(DisplayName(text))
            if try await succeeds({ try await store.hold(name, for: user, now: 1) }) { last = text }
        }
        guard Bool.random(using: &random), let last else {
            try await store.release(user, now: 1)
            #expect(try await !succeeds { try await store.confirm(user, now: 1) })
            return
        }
        try await store.confirm(user, now: 1)
        #expect(try await store.profile(of: user, for: .user(user)).name == last)
        let name = try #require(DisplayName(names.randomElement(using: &random) ?? ""))
        let isRenamed = try await succeeds { _ = try await store.rename(user, to: name, now: 1) }
        let profile = try await store.profile(of: user, for: .user(user))
        #expect(profile.name == (isRenamed ? name.text : last))
        // A name that was refused may be free by now, as its owner may have released it.
        guard isRenamed else { return }
        #expect(try await store.profile(named: name, for: .stranger).user == user)
    }

    private func compare(
        _ server: ProfileServer, _ model: Model, _ users: [UUIDv7]
    ) async throws {
        let names = try await server.names()
        for user in users {
            #expect(names[user.description]?.name == model.users[user]?.text)
            #expect(names[user.description]?.isConfirmed ?? false == model.isConfirmed(user))
        }
        for text in ["anna", "berta", "bill", "bi11", "blll", "max", "rnax", "dora"] {
            let name = try #require(DisplayName(text))
            let tenures = try await server.store.history(
                of: name, before: nil, limit: 500, now: model.now
            ).tenures
            let told = tenures.map {
                Model.Tenure(
                    user: UUIDv7($0.userID), from: $0.beganAtMs,
                    until: $0.endedAtMs == 0 ? nil : $0.endedAtMs)
            }
            #expect(told == model.tenures(of: text))
        }
    }

    private func succeeds(_ body: () async throws -> Void) async throws -> Bool {
        do {
            try await body()
            return true
        } catch is RPCError {
            return false
        }
    }
}
