import TestPostgreSQL
import TestSupport
import Testing

@testable import Storage

@Suite struct NotificationTests {
    @Test func notificationsOfOthersAreHeardAlsoAfterTheConnectionWasLost() async throws {
        let place = try await ServerStore()
        let store = try place.open()
        let heard = Shared(0)
        store.onNotification { heard.withLock { $0 += 1 } }
        try await eventually { heard.withLock { $0 } > 0 }
        for _ in 0..<2 {
            let before = heard.withLock { $0 }
            try place.session().execute("NOTIFY rollcall")
            try await eventually { heard.withLock { $0 } > before }
            try place.session().execute(
                """
                SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                WHERE application_name = '\(place.schema)' AND query LIKE 'LISTEN%'
                """)
        }
        try await blocking { try store.close() }
    }
}
