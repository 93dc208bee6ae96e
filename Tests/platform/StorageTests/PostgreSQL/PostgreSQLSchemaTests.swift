import TestPostgreSQL
import Testing

@testable import Storage

struct PostgreSQLSchemaTests {
    private func schema(id: Int32 = 0x5243_0001, _ versions: String...) -> Schema {
        Schema(
            applicationID: id,
            versions: versions.map { Schema.Version(sqlite: "", postgresql: $0) })
    }

    @Test func eachVersionIsAppliedOnce() async throws {
        let place = try await ServerStore()
        _ = try place.open(schema("CREATE TABLE a (id BIGINT)"))
        let newer = schema("CREATE TABLE a (id BIGINT)", "CREATE TABLE b (id BIGINT)")
        for _ in 1...2 { _ = try place.open(newer) }
        #expect(try place.session().execute("SELECT version FROM rollcall_schema") == "2")
    }

    @Test func thoseWhoStartTogetherMakeTheTablesOnce() async throws {
        let place = try await ServerStore()
        let schema = schema("CREATE TABLE a (id BIGINT)")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 1...4 { group.addTask { _ = try place.open(schema) } }
            try await group.waitForAll()
        }
        #expect(try place.session().execute("SELECT count(*) FROM rollcall_schema") == "1")
    }

    @Test func aVersionThatFailsLeavesNothing() async throws {
        let place = try await ServerStore()
        #expect(throws: StorageError.self) {
            try place.open(schema("CREATE TABLE a (id BIGINT)", "nonsense"))
        }
        let tables = try place.session().execute(
            "SELECT count(*) FROM pg_tables WHERE schemaname = '\(place.schema)'")
        #expect(tables == "0")
    }

    @Test func aNewerOneIsRefused() async throws {
        let place = try await ServerStore()
        _ = try place.open(schema("CREATE TABLE a (id BIGINT)", "CREATE TABLE b (id BIGINT)"))
        #expect(throws: StorageError.newerSchema) {
            try place.open(schema("CREATE TABLE a (id BIGINT)"))
        }
    }

    @Test func tablesThatAreFoundBehindTheFirstSchemaAreRefused() async throws {
        let place = try await ServerStore()
        _ = try place.open(schema("CREATE TABLE a (id BIGINT)"))
        let server = try await PostgreSQLServer.shared
        let first = try server.makeSchema()
        let url = server.url(schema: "\(first),\(place.schema)")
        #expect(
            performing: {
                _ = try Store<Int>(
                    StoreLocation(argument: url), schema: schema("CREATE TABLE a (id BIGINT)")
                ) { _ in }
            },
            throws: { error in
                guard case .unfitDatabase(let sentence) = error as? StorageError else {
                    return false
                }
                return sentence.contains("search_path")
            })
    }

    @Test func anotherApplicationsIsRefused() async throws {
        let place = try await ServerStore()
        _ = try place.open(schema(id: 7, "CREATE TABLE a (id BIGINT)"))
        #expect(throws: StorageError.foreignFile(applicationID: 7)) {
            try place.open(schema(id: 8, "CREATE TABLE a (id BIGINT)"))
        }
    }

    @Test func tablesOfSomebodyElseAreRefused() async throws {
        let place = try await ServerStore()
        try place.session().execute("CREATE TABLE a (id BIGINT)")
        #expect(throws: StorageError.foreignFile(applicationID: 0)) {
            try place.open(schema("CREATE TABLE b (id BIGINT)"))
        }
    }

    @Test(arguments: ["ENCODING 'SQL_ASCII' LOCALE 'C'", "ENCODING 'UTF8' LOCALE 'C.UTF-8'"])
    func aDatabaseThatComparesOtherwiseIsRefusedWithTheOneThatWouldBeRight(
        properties: String
    ) async throws {
        let server = try await PostgreSQLServer.shared
        let session = try PostgreSQLSession(of: server)
        let name = "unfit-\(UInt32.random(in: 0 ... .max))"
        try session.execute("CREATE DATABASE \"\(name)\" TEMPLATE template0 \(properties)")
        func open(_ name: String) throws {
            _ = try Store<Int>(
                StoreLocation(argument: server.url(schema: "public", database: name)),
                schema: schema("CREATE TABLE a (id BIGINT)")
            ) { _ in }
        }
        let error = #expect(throws: StorageError.self) { try open(name) }
        guard case .unfitDatabase(let sentence) = error,
            let advice = sentence.firstRange(of: "CREATE DATABASE")
        else {
            Issue.record("\(error.debugDescription)")
            return
        }
        // Somebody who follows the advice is through.
        try session.execute("DROP DATABASE \"\(name)\" WITH (FORCE)")
        try session.execute(String(sentence[advice.lowerBound...]))
        try open(name)
    }

    @Test func aSchemaThatIsNotThereIsNamed() async throws {
        let server = try await PostgreSQLServer.shared
        let location = try StoreLocation(argument: server.url(schema: "nobody"))
        let error = #expect(throws: StorageError.self) {
            _ = try Store<Int>(location, schema: schema("CREATE TABLE a (id BIGINT)")) { _ in }
        }
        #expect("\(error.debugDescription)".contains("search_path"))
    }
}
