import RollcallAPI
import RollcallRPC
import TestSupport
import Testing

@testable import Daemon

struct DiskRefusalsTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// Auth passes Profile's refusal on to its own caller.
    @Test func onlyTheProcessWhoseOwnDiskIsFullTakesItForFull() async throws {
        let (far, near) = (Disk(of: directory.path), Disk(of: directory.path))
        let profile = StatusServiceClient(
            try ScriptedStatus.client(interceptors: [DiskRefusals(disk: far)]) {
                throw RPCError.noSpace
            })
        let auth = StatusServiceClient(
            try ScriptedStatus.client(interceptors: [DiskRefusals(disk: near)]) {
                _ = try await profile.getStatus(.init())
            })
        let error = await #expect(throws: RPCError.self) { try await auth.getStatus(.init()) }
        #expect(error?.code == .resourceExhausted && error?.reasons == [.noSpace])
        #expect(far.trouble() == .full)
        #expect(near.trouble() == nil)
    }
}
