import Synchronization
import TestSupport
import Testing

@testable import Auth

@Suite struct TokenProbeTests {
    /// Without anybody who signs up, too.
    @Test func bothServicesAreCalledNowAndThen() async throws {
        try await withAuth { world in
            let (profile, presence) = (Count(), Count())
            world.profile.setFault { step, _ in if step == .list { profile.increment() } }
            world.presence.setFault { _ in presence.increment() }
            try await world.stop()
            try await world.start { $0.tokenProbeInterval = .milliseconds(2) }
            try await eventually { profile.value >= 4 && presence.value >= 4 }
        }
    }
}

private final class Count: Sendable {
    private let count = Mutex(0)

    var value: Int { count.withLock { $0 } }

    func increment() { count.withLock { $0 += 1 } }
}
