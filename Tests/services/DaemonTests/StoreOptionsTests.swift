import ArgumentParser
import Storage
import Testing

@testable import Daemon

struct StoreOptionsTests {
    @Test func withoutAnOptionTheTablesAreInTheDataDirectory() throws {
        let options = try StoreOptions.parse([])
        #expect(try options.location(otherwise: "/data/a.sqlite") == .file("/data/a.sqlite"))
        #expect(options.configuration.connections == 8)
    }

    @Test func aFileOrAServerIsNamed() throws {
        let file = try StoreOptions.parse(["--store", "/data/b.sqlite"])
        #expect(try file.location(otherwise: "/data/a.sqlite") == .file("/data/b.sqlite"))
        let server = try StoreOptions.parse([
            "--store", "postgresql://app@db.example/app?passfile=/etc/pass",
            "--store-connections", "16",
        ])
        guard case .postgresql = try server.location(otherwise: "") else {
            Issue.record("it is no server")
            return
        }
        #expect(server.configuration.connections == 16)
    }

    /// What is said of it never repeats it, as it may end up in a log.
    @Test(arguments: [
        ("postgresql://app:secret@db/app", "?passfile=FILE"),
        ("postgresql://app@db/app?password=secret", "?passfile=FILE"),
        ("mysql://app:secret@db/app", "no engine for mysql:// URLs"),
        ("postgresql://app:secret@db:port/app?nonsense", "cannot be read"),
        ("", "is empty"),
    ])
    func whatCannotBeUsedIsRefusedInASentence(_ place: String, _ sentence: String) {
        let error = #expect(throws: (any Error).self) {
            try StoreOptions.parse(["--store", place])
        }
        let message = error.map { StoreOptions.fullMessage(for: $0, columns: 200) } ?? ""
        #expect(message.contains(sentence), "\(message)")
        #expect(!message.contains("secret"), "\(message)")
    }

    @Test(arguments: ["0", "257", "many"])
    func theNumberOfConnectionsHasBounds(_ count: String) {
        #expect(throws: (any Error).self) {
            try StoreOptions.parse(["--store-connections", count])
        }
    }
}
