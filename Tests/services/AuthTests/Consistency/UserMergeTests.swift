import RollcallAPI
import RollcallCrypto
import Testing

@testable import Auth

@Suite struct UserMergeTests {
    /// Three lists with any users, in pages of any lengths: every user comes once, in order, with what
    /// each list has of them.
    @Test func everyUserComesOnceWithAllThatThereIs() throws {
        let ids = UUIDv7Generator(random: .system) { 1 }
        for round in 0..<300 {
            let users = try (0..<Int.random(in: 0...40)).map { _ in try ids.next() }.sorted()
            let share = Double(round % 5) / 4
            var expected = users.map { user in
                UserTraces(
                    user: user, hasAccount: .random(in: 0..<1) < share,
                    profile: .random() ? ProfileTrace(userID: user.description) : nil,
                    presence: .random() ? PresenceTrace(userID: user.description) : nil)
            }
            expected.removeAll { !$0.hasAccount && $0.profile == nil && $0.presence == nil }
            var accounts = pages(expected.compactMap { $0.hasAccount ? ($0.user, ()) : nil })
            var profiles = pages(expected.compactMap { t in t.profile.map { (t.user, $0) } })
            var presences = pages(expected.compactMap { t in t.presence.map { (t.user, $0) } })
            var (merge, found) = (UserMerge(), [UserTraces]())
            while let list = merge.needs {
                switch list {
                case .accounts: try feed(&accounts, to: &merge.accounts)
                case .profiles: try feed(&profiles, to: &merge.profiles)
                case .presences: try feed(&presences, to: &merge.presences)
                }
                found += merge.takeUsers()
            }
            #expect(found == expected)
            #expect(merge.profiles.count == expected.count { $0.profile != nil })
        }
    }

    @Test func anErasedUserIsComparedAndNotCounted() throws {
        let ids = UUIDv7Generator(random: .system) { 1 }
        let (user, erased) = try (ids.next(), ids.next())
        var list = PagedList<ProfileTrace>()
        let page = [user, erased].map {
            ($0, ProfileTrace(userID: "\($0)", state: $0 == erased ? .erased : .complete))
        }
        try list.add(page, isLast: true) { $0.state != .erased }
        #expect(list.count == 1)
        #expect(list.take(user) != nil && list.take(erased) != nil)
    }

    @Test func usersOutOfOrderAreRefused() throws {
        let ids = UUIDv7Generator(random: .system) { 1 }
        let (first, second) = (try ids.next(), try ids.next())
        for page in [[second, first], [first, first]] {
            var list = PagedList<Void>()
            #expect(throws: PagedList<Void>.Disorder.self) {
                try list.add(page.map { ($0, ()) }, isLast: true)
            }
        }
        var list = PagedList<Void>()
        try list.add([(second, ())], isLast: false)
        #expect(throws: PagedList<Void>.Disorder.self) {
            try list.add([(first, ())], isLast: true)
        }
    }

    private typealias Page<Trace> = [(user: UUIDv7, trace: Trace)]

    private func pages<Trace>(_ entries: [(UUIDv7, Trace)]) -> [Page<Trace>] {
        var (pages, rest) = ([Page<Trace>](), entries[...])
        while !rest.isEmpty {
            let page = rest.prefix(.random(in: 1...9))
            pages.append(page.map { (user: $0.0, trace: $0.1) })
            rest = rest.dropFirst(page.count)
        }
        return pages
    }

    private func feed<Trace>(_ pages: inout [Page<Trace>], to list: inout PagedList<Trace>) throws {
        guard !pages.isEmpty else { return try list.add([], isLast: .random()) }
        let page = pages.removeFirst()
        try list.add(page, isLast: pages.isEmpty && .random())
    }
}
