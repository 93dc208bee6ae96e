import Glibc
import Testing

@testable import Daemon

@Suite struct DescriptorLimitTests {
    @Test(arguments: [
        // Of many, as many connections as are wanted; of fewer, a reserve is kept for files.
        (20_000, 10_000), (10_136, 10_000), (10_135, 9_999), (1024, 888),
        // Of very few, half.
        (256, 128), (64, 32),
    ])
    func theReserveIsKeptForFiles(descriptors: Int, connections: Int) {
        let limit = DescriptorLimit(count: descriptors)
        #expect(limit.connections(wanted: 10_000, processors: 2) == connections)
    }

    @Test func theLimitIsRaisedAsFarAsItMayGo() throws {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var before = rlimit()
        #expect(getrlimit(resource, &before) == 0)
        defer { setrlimit(resource, &before) }
        var lowered = rlimit(rlim_cur: before.rlim_max - 1, rlim_max: before.rlim_max)
        #expect(setrlimit(resource, &lowered) == 0)
        #expect(DescriptorLimit.raised()?.count == Int(before.rlim_max))
        var after = rlimit()
        #expect(getrlimit(resource, &after) == 0 && after.rlim_cur == before.rlim_max)
    }
}
