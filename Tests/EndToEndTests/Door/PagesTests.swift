import Foundation
import Testing

/// The pages without a browser: what their forms and their script send, and what strangers would
/// send in somebody's name.
@Suite(.serialized) struct PagesTests {
    @Test func peopleFindSeeBlockAndReportEachOtherWithoutScript() async throws {
        let door = try await Door()
        try await visit(door, ["people"])
    }

    @Test func onlyThePagesOfTheDoorActInAReadersName() async throws {
        let door = try await Door()
        let other = try await door.another()
        defer { other.process.kill() }
        try await visit(door, ["calls", "cookies=\(other.place)", "origins", "return_to"])
    }

    @Test func aCookieIsWorthNothingAfterTheSignOut() async throws {
        let door = try await Door()
        try await visit(door, ["sign_outs"])
    }

    @Test func whoLoadsEveryLinkTwiceUsesNothingUp() async throws {
        let door = try await Door()
        try await visit(door, ["scanners"])
    }

    /// To this door every access token is too old, so each visit is a refresh.
    @Test func whatLayOpenOvernightWorksAndTwoTabsAtOneInstantStaySignedIn() async throws {
        let door = try await Door()
        let library = door.cluster.directory.appending(path: "clock.so")
        try compilePreload("clock", to: library)
        let late = try await door.another(
            environment: ["LD_PRELOAD": library.path, "CLOCK_AHEAD": "3600"])
        defer { late.process.kill() }
        try await visit(door, ["late", "tabs=1000"], at: late.place)
    }

    /// - Parameters:
    ///   - parts: those of `pages.py`, with what they need.
    ///   - place: of the door that is visited.
    private func visit(_ door: Door, _ parts: [String], at place: String? = nil) async throws {
        let place = place ?? "127.0.0.1:\(door.port)"
        let spool = door.cluster.spool.directory.path
        let output = try await door.run("pages.py", by: "/usr/bin/python3", [spool, place] + parts)
        #expect(output.status == 0, "\(output.text)\n\(door.logs)")
        #expect(output.text.hasSuffix("\(parts.last?.prefix { $0 != "=" } ?? "")\n"))
    }
}
