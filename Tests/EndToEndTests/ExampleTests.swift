import Foundation
import RollcallAPI
import RollcallClient
import RollcallRPC
import Testing

@Suite struct ExampleTests {
    @Test func theExampleInTheREADMEIsThisOneAndWorks() async throws {
        let cluster = try Cluster()
        try await cluster.startAll()
        let rollcall = RollcallSession(
            endpoints: .init(
                auth: cluster.endpoint(.auth), profile: cluster.endpoint(.profile),
                presence: cluster.endpoint(.presence)))
        try await rollcall.signUp(
            email: "ann@example.org", password: "correct horse", displayName: "Ann")
        #expect(try await whoIsOnline(["ann"], rollcall) == [])
        _ = try await rollcall.presence.goOnline(GoOnlineRequest(deviceID: "phone"))
        #expect(try await whoIsOnline(["ann"], rollcall) == ["Ann"])
        rollcall.close()

        let directory = Products.repository
        let readme = try String(contentsOf: directory.appending(path: "README.md"), encoding: .utf8)
        let example = try String(
            contentsOf: directory.appending(path: "Tests/EndToEndTests/Example.swift"),
            encoding: .utf8)
        #expect(readme.contains(example), "README.md has another example than Example.swift")
    }
}
