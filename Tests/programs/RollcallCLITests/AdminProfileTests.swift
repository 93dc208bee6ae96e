import ArgumentParser
import Testing

@testable import rollcall

@Suite struct AdminProfileTests {
    @Test func whatIsTakenAwayHasToBeNamed() throws {
        let user = ["admin", "profile", "take-down", "anna", "--reason", "gore"]
        #expect(throws: (any Error).self) { try Rollcall.parseAsRoot(user) }
        for field in ["name", "Photo", "unspecified"] {
            #expect(throws: (any Error).self) {
                try Rollcall.parseAsRoot(user + ["--take-down", field])
            }
        }
        _ = try Rollcall.parseAsRoot(user + ["--take-down", "display-name"])
        _ = try Rollcall.parseAsRoot(user + ["--take-down", "photo", "--allow-photo"])
    }
}
