import TestSchemas
import Testing

@testable import Profile

@Suite struct SchemaTests {
    @Test func bothEnginesHaveTheSameTables() throws {
        let differences = try ProfileStore.schema.differences
        #expect(differences == [])
    }
}
