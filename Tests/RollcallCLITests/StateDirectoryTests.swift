import Testing

@testable import rollcall

struct StateDirectoryTests {
    @Test func itFollowsTheBaseDirectorySpecification() throws {
        let variables = ["HOME": "/home/anna", "XDG_STATE_HOME": "/state"]
        #expect(try StateDirectory(environment: variables).path == "/state/rollcall")
        #expect(
            try StateDirectory(environment: ["HOME": "/home/anna"]).path
                == "/home/anna/.local/state/rollcall")
    }

    @Test func aRelativePathIsIgnored() throws {
        let variables = ["HOME": "/home/anna", "XDG_STATE_HOME": "state"]
        #expect(
            try StateDirectory(environment: variables).path == "/home/anna/.local/state/rollcall")
    }

    @Test func withoutAHomeThereIsAnErrorOfUse() {
        #expect {
            try StateDirectory(environment: [:])
        } throws: {
            ($0 as? Failure)?.status == .usage
        }
    }
}
