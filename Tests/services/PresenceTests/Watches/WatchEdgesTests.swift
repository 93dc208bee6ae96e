import TestSupport
import Testing

@testable import Presence

@Suite struct WatchEdgesTests {
    @Test(arguments: 1...30)
    func theyAreWhatASetOfPairsIs(seed: UInt64) {
        var numbers = TestNumbers(seed: seed)
        var world = ModelledEdges()
        for _ in 0..<400 {
            world.step(&numbers)
            world.check()
        }
    }

    @Test(arguments: 1...30)
    func whoeverWatchesAllTheWhileIsFoundInParts(seed: UInt64) {
        var numbers = TestNumbers(seed: seed)
        var edges = WatchEdges()
        for watcher in 0..<60 as Range<UInt32> { edges.add(7, to: watcher) }
        var staying = Set(0..<60 as Range<UInt32>)
        var found: [UInt32] = []
        while true {
            let part = edges.nextWatchers(of: 7, limit: Int.random(in: 1...5, using: &numbers))
            found += part.watchers
            if part.areLast { break }
            // Some go, among them perhaps the one that would be next, and others come.
            for _ in 0..<3 {
                let watcher = UInt32.random(in: 0..<60, using: &numbers)
                _ = edges.remove([7], from: watcher)
                staying.remove(watcher)
                if Bool.random(using: &numbers) { edges.add(7, to: watcher) }
                edges.add(UInt32.random(in: 100...1_000_000, using: &numbers), to: watcher)
            }
        }
        #expect(staying.isSubset(of: found))
        #expect(!edges.isUnderWay(7))
    }

    @Test func removingOneOfAMillionIsNoSearch() {
        var edges = WatchEdges()
        for watcher in 0..<1_000_000 as Range<UInt32> { edges.add(0, to: watcher) }
        let start = ContinuousClock.now
        for watcher in stride(from: 0, to: 1_000_000 as UInt32, by: 50) {
            _ = edges.remove([0], from: watcher)
        }
        // A search for each of the 20,000 would take minutes.
        #expect(start.duration(to: .now) < .seconds(5))
        #expect(edges.count == 980_000)
    }

    @Test func anEdgeTakesThirteenBytes() {
        #expect(WatchEdges.bytesOfBlock == 8 * 12 + 8)
    }
}

/// Edges, and a set for each watcher.
private struct ModelledEdges {
    private static let users: UInt32 = 40

    private var edges = WatchEdges()
    private var model: [UInt32: Set<UInt32>] = [:]
    private var untold: [UInt32: Set<UInt32>] = [:]

    mutating func step(_ numbers: inout TestNumbers) {
        let watcher = UInt32.random(in: 0..<12, using: &numbers)
        let some = (0..<Self.users).shuffled(using: &numbers)
            .prefix(Int.random(in: 0...25, using: &numbers))
        switch Int.random(in: 0..<8, using: &numbers) {
        case 0:
            #expect(Set(edges.removeAll(of: watcher)) == model[watcher] ?? [])
            model[watcher] = nil
            untold[watcher] = nil
        case 1..<4:
            let removed = edges.remove(Set(some), from: watcher)
            #expect(Set(removed) == model[watcher, default: []].intersection(some))
            #expect(Set(removed).count == removed.count)
            model[watcher, default: []].subtract(some)
            untold[watcher, default: []].subtract(some)
        case 4..<7:
            let known = edges.users(of: watcher, among: Set(some))
            #expect(known == model[watcher, default: []].intersection(some))
            for user in some where !known.contains(user) {
                let isNew = Bool.random(using: &numbers)
                edges.add(user, to: watcher, isNew: isNew)
                model[watcher, default: []].insert(user)
                if isNew { untold[watcher, default: []].insert(user) }
            }
        default: takeNews(of: watcher, Set(some), limit: Int.random(in: 1...9, using: &numbers))
        }
    }

    private mutating func takeNews(of watcher: UInt32, _ changed: Set<UInt32>, limit: Int) {
        var (position, told): (Int?, [UInt32]) = (0, [])
        while let start = position {
            let part = edges.takeNews(of: watcher, from: start, limit: limit) {
                changed.contains($0)
            }
            #expect(part.users.count <= limit)
            told += part.users
            position = part.position
        }
        let users = model[watcher] ?? []
        #expect(told.count == Set(told).count)
        #expect(Set(told) == users.intersection(changed).union(untold[watcher] ?? []))
        untold[watcher] = nil
    }

    func check() {
        #expect(edges.count == model.values.reduce(0) { $0 + $1.count })
        for watcher in 0..<12 as Range<UInt32> {
            let users = edges.users(of: watcher, among: Set(0..<Self.users))
            #expect(users == Set(model[watcher, default: []]))
            #expect(edges.count(of: watcher) == model[watcher, default: []].count)
        }
        for user in 0..<Self.users {
            let watchers = model.filter { $0.value.contains(user) }.map(\.key)
            var copy = edges
            let (found, areLast) = copy.nextWatchers(of: user, limit: 100)
            #expect(areLast && found.sorted() == watchers.sorted())
            #expect(edges.isWatched(user) == !watchers.isEmpty)
        }
    }
}
