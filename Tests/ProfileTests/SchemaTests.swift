import TestSchemas
import Testing

@testable import Profile

@Suite struct SchemaTests {
    @Test func bothEnginesHaveTheSameTables() throws {
        #expect(try ProfileStore.schema.differences == [])
    }
}
