import Foundation
import RollcallClient
import TestSupport
import Testing

/// One of the clocks is wrong: a service's, or a device's.
@Suite struct ClockTests {
    private let cluster: Cluster
    private let library: String

    init() async throws {
        cluster = try Cluster()
        library = cluster.directory.appending(path: "clock.so").path
        try compilePreload("clock", to: URL(filePath: library))
        try await cluster.startAll()
        let account = ["--email", "anna@example.org", "--password-file", "-"]
        _ = try await rollcall(["sign-up", "--name", "anna"] + account)
    }

    /// - Parameter ahead: the seconds by which the device's clock is ahead.
    @discardableResult
    private func rollcall(_ arguments: [String], ahead: Int = 0) async throws -> ProgramOutput {
        try await run(
            Products.directory.appending(path: "rollcall").path, arguments,
            environment: [
                "ROLLCALL_AUTH": "\(cluster.endpoint(.auth))",
                "ROLLCALL_PROFILE": "\(cluster.endpoint(.profile))",
                "ROLLCALL_PRESENCE": "\(cluster.endpoint(.presence))",
                "XDG_STATE_HOME": cluster.directory.appending(path: "device").path,
                "LD_PRELOAD": library, "CLOCK_AHEAD": "\(ahead)",
            ], input: "correct horse\n")
    }

    private func accessToken() throws -> String {
        let file = cluster.directory.appending(path: "device/rollcall/session")
        return try JSONDecoder().decode(StoredSession.self, from: Data(contentsOf: file))
            .accessToken
    }

    /// Each refresh is a write at Auth, and would bring a token that is refused, too.
    @Test(arguments: [(-8, true), (-90, false), (7_200, false)])
    func aServiceWithAWrongClockCausesNoRefreshAndNamesTheClocks(
        seconds: Int, isServed: Bool
    ) async throws {
        let token = try accessToken()
        cluster[.profile].stop()
        cluster[.profile].environment = ["LD_PRELOAD": library, "CLOCK_AHEAD": "\(seconds)"]
        try await cluster[.profile].start(at: cluster.endpoint(.profile))
        let sentence =
            seconds < 0 ? "seconds behind Auth's: set both" : "seconds ahead of Auth's: set both"
        try await eventually {
            let status = try await rollcall(["status", "profile"])
            return status.status == 7 && status.text.contains(sentence)
        }
        let answer = try await rollcall(["profile", "set", "--bio", "hello"])
        #expect((answer.status == 0) == isServed, "\(answer.text)")
        #expect(isServed || answer.text.contains(sentence), "\(answer.text)")
        #expect(try accessToken() == token)
        #expect(cluster[.profile].text.split(separator: "the clocks differ").count == 2)
    }

    @Test(arguments: [570, -3_600, 86_400])
    func aDeviceWithAWrongClockRefreshesNothingAndSaysTheTimesOfTheServers(
        seconds: Int
    ) async throws {
        try await rollcall(["sign-out"], ahead: seconds)
        try await rollcall(
            ["sign-in", "--email", "anna@example.org", "--password-file", "-"], ahead: seconds)
        let token = try accessToken()
        for _ in 0..<2 {
            let answer = try await rollcall(["whoami"], ahead: seconds)
            #expect(answer.status == 0, "\(answer.text)")
        }
        #expect(try accessToken() == token)
        let online = try await rollcall(
            ["presence", "set", "online", "--once", "--status", "busy", "--status-for", "60"],
            ahead: seconds)
        #expect(online.status == 0, "\(online.text)")
        let presence = try await rollcall(["presence", "get", "anna"], ahead: seconds)
        #expect(presence.text.contains("busy"), "\(presence.text)")
    }
}
