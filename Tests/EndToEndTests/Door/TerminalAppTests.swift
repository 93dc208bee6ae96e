import Foundation
import RollcallApp
import TestSupport
import Testing

/// The example for a terminal (Sources/client/app/Examples/terminal), as people use it.
@Suite(.serialized) struct TerminalAppTests {
    @Test func peopleSignUpSeeWhoIsHereAndChangeTheirProfile() async throws {
        let door = try await Door()
        let bob = Rollcall(
            try #require(URL(string: door.address)), store: InMemorySessionStore())
        try await bob.signUp(
            email: "bob@example.org", password: "correct horse", displayName: "Bob")
        let lease = try await bob.presence.goOnline(
            GoOnlineRequest(deviceID: "phone", leaseMs: 300_000))
        try await withDirectory { directory in
            let program = Process()
            let output = Pipe()
            program.executableURL = URL(filePath: "/usr/bin/python3")
            program.arguments = [
                Products.repository.appending(path: "Tests/EndToEndTests/Door/terminal_app.py")
                    .path, Products.directory.appending(path: "roster").path, door.address,
                directory.appending(path: "session").path, "ann@example.org",
            ]
            program.standardOutput = output
            program.standardError = output
            try program.run()
            var said = ""
            while !said.hasSuffix("done\n") {
                let more = output.fileHandleForReading.availableData
                try #require(!more.isEmpty, "\(said)\n\(door.logs)")
                said += String(decoding: more, as: UTF8.self)
                guard said == "see bob go\n" else { continue }
                _ = try await bob.presence.goOffline(GoOfflineRequest(leaseID: lease.leaseID))
            }
            program.waitUntilExit()
            #expect(program.terminationStatus == 0)
        }
        #expect(door.stop() == 0)
    }
}
