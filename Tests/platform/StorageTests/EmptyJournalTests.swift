import Foundation
import Testing

@testable import Storage

@Suite struct EmptyJournalTests {
    @Test func whatWasDeletedIsInNoFileOnceTheJournalIsEmpty() async throws {
        let temporary = TemporaryStore()
        var configuration = StoreConfiguration()
        configuration.erasesDeleted = true
        let store = try Store<Never>(
            .file(temporary.directory + "/erased.sqlite"), schema: TemporaryStore.schema,
            configuration: configuration, onFailure: { _ in })
        let secret = Array("what nobody is to read again".utf8)
        let add = Command<Int, [UInt8]>("INSERT INTO item (id, value) VALUES ($1, $2)")
        let remove = Command<Int>("DELETE FROM item WHERE id = $1")
        for id in 1...100 { _ = try await store.write { try $0.run(add, id, secret) } }
        for id in 1...100 { _ = try await store.write { try $0.run(remove, id) } }
        func isThere() throws -> Bool {
            try FileManager.default.contentsOfDirectory(atPath: temporary.directory).contains {
                let file = URL(fileURLWithPath: temporary.directory + "/" + $0)
                return try Data(contentsOf: file).range(of: Data(secret)) != nil
            }
        }
        #expect(try isThere())
        try await store.emptyJournal()
        #expect(try !isThere())
        // The store goes on.
        _ = try await store.write { try $0.run(add, 1, secret) }
        #expect(try isThere())
        try store.close()
        await #expect(throws: StorageError.closed) { try await store.emptyJournal() }
    }
}
