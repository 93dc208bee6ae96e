import RollcallAPI
import RollcallRPC
import Testing

@testable import rollcall

struct ServerReportTests {
    private func report(_ change: (inout GetStatusResponse) -> Void = { _ in }) -> ServerReport {
        var status = GetStatusResponse(
            program: "rollcall-auth", version: "1.2.3", startedAtMs: 1_795_255_395_000,
            isServing: true)
        change(&status)
        return ServerReport(name: .auth, endpoint: "127.0.0.1:4710", status: status)
    }

    @Test func whoServesWithoutTroubleIsWell() {
        var well = report()
        well.resources = GetResourcesResponse(
            disk: DiskSpace(freeBytes: 1536 << 20, sizeBytes: 40 << 30),
            queues: [WorkQueue(name: "mail", count: 3)])
        #expect(well.isWell)
        #expect(
            well.text == """
                auth at 127.0.0.1:4710: answers calls
                  version 1.2.3, running since 2026-11-21T10:03:15Z
                  disk: 1.5 GiB of 40.0 GiB are free
                  mails that wait: 3
                """)
    }

    @Test func noticesThatWaitAreShown() throws {
        var profile = ServerReport(
            name: .profile, endpoint: "x:1", status: GetStatusResponse(program: "rollcall-profile"))
        #expect(profile.json.line().contains(#""resources":null"#))
        profile.resources = GetResourcesResponse(queues: [WorkQueue(name: "notices", count: 2)])
        #expect(profile.text.hasSuffix("\n  notices that wait for Auth: 2"))
        #expect(profile.json.line().contains(#"{"count":"2","name":"notices"}"#))
    }

    @Test func troubleIsNotWellThoughCallsAreAnswered() {
        let trouble = ServerTrouble(
            name: "rollcall.disk", refusesCalls: false, sentence: "the disk is full",
            beganAtMs: 1_795_255_395_000)
        let full = report { $0.troubles = [trouble] }
        #expect(full.isServing && !full.isWell)
        #expect(full.text.contains("\n  the disk is full, since 2026-11-21T10:03:15Z\n"))
        #expect(!report { $0.isServing = false }.isWell)
        #expect(!report { $0.program = "rollcall-profile" }.isWell)
    }

    @Test func whoCannotBeAskedSaysWhyInBothForms() throws {
        var away = ServerReport(name: .presence, endpoint: "x:1")
        away.error = RPCError(.unavailable, "could not connect to x:1")
        #expect(!away.isWell)
        #expect(away.text == "presence at x:1: could not connect to x:1")
        let line = away.json.line()
        #expect(line.contains(#""isServing":false"#) && line.contains(#""status":null"#))
        #expect(line.contains(#""problem":"could not connect to x:1""#))
    }

    @Test func aUnitThatCannotBeAskedIsNamed() {
        var away = ServerReport(
            name: .presence, endpoint: "unix:/run/rollcall-presence/socket",
            error: RPCError(.unavailable, "could not connect"))
        #expect(away.text.hasSuffix("could not connect; systemctl status rollcall-presence"))
        away.error = nil
        #expect(!away.text.contains("systemctl"))
    }
}
