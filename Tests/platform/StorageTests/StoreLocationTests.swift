import RollcallBasics
import Testing

@testable import Storage

struct StoreLocationTests {
    @Test func aPathIsAFile() throws {
        #expect(try StoreLocation(argument: "/var/lib/a.sqlite") == .file("/var/lib/a.sqlite"))
        #expect(try StoreLocation(argument: "a:b") == .file("a:b"))
    }

    @Test(arguments: ["postgresql", "postgres"])
    func aURLIsADatabase(scheme: String) throws {
        let location = try StoreLocation(
            argument: "\(scheme)://app:secret@a.example:5433,b.example/rollcall?sslmode=require")
        guard case .postgresql(let url) = location else {
            Issue.record("\(location)")
            return
        }
        #expect(
            url.parameters == [
                "user": "app", "password": "secret", "host": "a.example,b.example",
                "port": "5433,", "dbname": "rollcall", "sslmode": "require",
            ])
    }

    @Test func nothingShowsThePassword() throws {
        let location = try StoreLocation(argument: "postgresql://app:secret@db.example/rollcall")
        var dumped = ""
        dump(location, to: &dumped)
        for text in ["\(location)", String(reflecting: location), dumped] {
            #expect(!text.contains("secret") && text.contains("db.example"))
        }
    }

    @Test func libpqsOtherFormIsNoFile() {
        #expect(throws: Unusable.malformedStoreURL) {
            try StoreLocation(argument: "host=db.example password=secret")
        }
    }

    @Test func anythingElseIsRefused() {
        #expect(throws: Unusable.emptyStore) { try StoreLocation(argument: "") }
        let unknown = Unusable(
            "there is no engine for mysql:// URLs; name a file or a postgresql:// URL")
        #expect(throws: unknown) {
            try StoreLocation(argument: "mysql://app:secret@db.example/rollcall")
        }
        for text in ["postgresql://app:se%cret@db.example/", "postgresql:///a?nonsense=1"] {
            #expect(throws: Unusable.malformedStoreURL) { try StoreLocation(argument: text) }
        }
    }
}
