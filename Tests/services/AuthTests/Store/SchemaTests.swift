import TestSchemas
import Testing

@testable import Auth

@Suite struct SchemaTests {
    @Test func bothEnginesHaveTheSameTables() throws {
        #expect(try AuthStore.schema.differences == [])
    }
}
