import TestSupport
import Testing

@testable import Storage

@Suite struct DeploymentLeaseTests {
    private static let schema = Schema(
        applicationID: 0x5243_0004, versions: [Schema.Version { $0.deploymentLeaseTable }])

    @Test func oneInstanceHoldsItUntilItRenewsItNoMore() async throws {
        let files = try await TemporaryStore(.postgresql)
        let (store, clock) = (try files.open(Self.schema), TestClock())
        let leases = (0..<2).map { _ in DeploymentLease("sweep", in: store, clock: clock.now) }
        for _ in 0..<3 {
            #expect(try await leases[0].take(until: .seconds(100)))
            #expect(try await !leases[1].take(until: .seconds(100)))
            clock.advance(.seconds(100))
        }
        #expect(try await DeploymentLease("other", in: store, clock: clock.now).take(until: .zero))
        clock.advance(.seconds(60))
        #expect(try await leases[1].take(until: .seconds(100)))
        #expect(try await !leases[0].take(until: .seconds(100)))
    }

    @Test func theOnlyProcessOfAFileHoldsItAndWritesNothing() async throws {
        let files = TemporaryStore()
        let store = try files.open(Self.schema)
        let lease = DeploymentLease("sweep", in: store, clock: { 0 })
        #expect(try await lease.take(until: .seconds(100)))
        let count = try await store.first(Query<Int>("SELECT count(*) FROM deploymentLease"))
        #expect(count == 0)
    }
}
