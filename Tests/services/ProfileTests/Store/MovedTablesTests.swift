import TestPostgreSQL
import TestSchemas
import TestSupport
import Testing

@testable import Profile

@Suite struct MovedTablesTests {
    @Test(arguments: 0..<3)
    func rowsOfEveryTableAreMoved(seed: UInt64) async throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/profile.sqlite"
        let location = try await PostgreSQLServer.shared.location()
        let (tables, moved) = try await blocking {
            try ProfileStore.schema.moveRandomRows(seed: seed, from: path, to: location)
        }
        #expect(moved == tables.values.reduce(0, +))
        #expect(tables.filter { $0.value == 0 }.keys.sorted() == [])
        try await blocking { try ProfileStore(location) { _ in }.close() }
    }
}
