import TestPostgreSQL
import TestSchemas
import TestSupport
import Testing

@testable import Presence

@Suite struct MovedTablesTests {
    @Test(arguments: 0..<3)
    func rowsOfEveryTableAreMoved(seed: UInt64) async throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/presence.sqlite"
        let location = try await PostgreSQLServer.shared.location()
        let (tables, moved) = try await blocking {
            try PresenceStore.schema.moveRandomRows(seed: seed, from: path, to: location)
        }
        #expect(moved == tables.values.reduce(0, +))
        #expect(tables.filter { $0.value == 0 }.keys.sorted() == [])
        try await blocking { try PresenceStore(location) { _ in }.close() }
    }
}
