import TestSchemas
import Testing

@testable import Presence

@Suite struct SchemaTests {
    @Test func bothEnginesHaveTheSameTables() throws {
        #expect(try PresenceStore.schema.differences == [])
    }
}
