import Testing

@testable import Presence

@Suite struct WatchEdgesTests {
    @Test(arguments: 1...10)
    func theyAreWhatASetOfPairsIs(seed: UInt64) {
        var numbers = TestNumbers(seed: seed)
        var edges = WatchEdges()
        var model: [UInt32: Set<UInt32>] = [:]
        for _ in 0..<300 {
            let watcher = UInt32.random(in: 0..<12, using: &numbers)
            if model[watcher] != nil {
                edges.removeAll(of: watcher)
                model[watcher] = nil
            } else {
                let users = (0..<UInt32(20)).shuffled(using: &numbers)
                    .prefix(Int.random(in: 1...20, using: &numbers))
                for user in users { edges.add(user, to: watcher) }
                model[watcher] = Set(users)
            }
            check(edges, model)
        }
    }

    private func check(_ edges: WatchEdges, _ model: [UInt32: Set<UInt32>]) {
        #expect(edges.count == model.values.reduce(0) { $0 + $1.count })
        for (watcher, users) in model {
            #expect(Array(edges.users(of: watcher)).sorted() == users.sorted())
        }
        for user in 0..<UInt32(20) {
            let watchers = model.filter { $0.value.contains(user) }.map(\.key)
            #expect(Array(edges.watchers(of: user)).sorted() == watchers.sorted())
            #expect(edges.isWatched(user) == !watchers.isEmpty)
        }
    }
}
