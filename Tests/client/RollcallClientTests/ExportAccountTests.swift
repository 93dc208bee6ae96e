import RollcallAPI
import RollcallRPC
import TestServers
import TestSupport
import Testing

@testable import RollcallClient

/// An Auth that sends the beginning of an archive, each part after a pause, and then nothing more.
private struct HangingAuth: AccountDataService {
    func exportAccount(
        _ request: ExportAccountRequest, responses: ResponseWriter<ExportAccountResponse>,
        context: CallContext
    ) async throws {
        for byte in UInt8(0)..<5 {
            // Together longer than the client waits for one part.
            try await elapse(.milliseconds(60))
            try await responses.send(ExportAccountResponse(chunk: [byte]))
        }
        try await untilCancelled()
    }

    func deleteAccount(
        _ request: DeleteAccountRequest, context: CallContext
    ) async throws -> DeleteAccountResponse { throw RPCError(.unimplemented, "") }

    func getDeletionReceipt(
        _ request: GetDeletionReceiptRequest, context: CallContext
    ) async throws -> GetDeletionReceiptResponse { throw RPCError(.unimplemented, "") }
}

@Suite struct ExportAccountTests {
    @Test func anExportThatMakesNoProgressIsGivenUp() async throws {
        let deployment = Deployment()
        let client = try TestServer(authenticator: AuthDouble(deployment: deployment)) {
            $0.add(HangingAuth())
        }.connection
        let rollcall = RollcallSession(
            auth: client, profile: client, presence: client,
            store: InMemorySessionStore(.numbered(1)), now: { 0 })
        var bytes: [UInt8] = []
        let clock = ContinuousClock()
        let start = clock.now
        let error = await #expect(throws: RPCError.self) {
            try await rollcall.exportAccount(
                proof: .password("correct horse"), silence: .milliseconds(200)
            ) { bytes += $0 }
        }
        // In all longer than the silence that is allowed, as something came now and then.
        #expect(bytes == [0, 1, 2, 3, 4])
        #expect(error?.code == .deadlineExceeded)
        #expect(clock.now - start < .seconds(5))
    }
}
