import Foundation
import Glibc
import TestSupport
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

    @Test func missingDirectoriesAreMadeAndOthersStayAsTheyAre() throws {
        let temporary = try TemporaryDirectory()
        chmod(temporary.path, 0o755)
        // From the working directory to the root, and from there.
        let depth = FileManager.default.currentDirectoryPath.split(separator: "/").count
        let path = String(repeating: "../", count: depth) + temporary.path.dropFirst() + "/a/b"
        try StateDirectory(path: path).makeMissing()
        var status = stat()
        #expect(stat("\(temporary.path)/a/b", &status) == 0 && status.st_mode & 0o777 == 0o700)
        try StateDirectory(path: temporary.path).makeMissing()
        #expect(stat(temporary.path, &status) == 0 && status.st_mode & 0o777 == 0o755)
    }

    @Test func withoutAHomeThereIsAnErrorOfUse() {
        #expect {
            try StateDirectory(environment: [:])
        } throws: {
            ($0 as? Failure)?.status == .usage
        }
    }
}
