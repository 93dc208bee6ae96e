import ArgumentParser
import RollcallAPI
import RollcallRPC
import TestServers
import TestSupport
import Testing

@testable import rollcall

/// A command that shows a stream, against a server that answers a check of photos.
struct StreamTextTests {
    /// What the command fails with when the server sends some parts, and then an error.
    private func check(
        _ parts: [CheckPhotosResponse], _ error: RPCError? = nil
    ) async throws -> Failure? {
        let directory = try TemporaryDirectory()
        var router = Router()
        router.serverStreaming(ProfileAdminServiceMethods.checkPhotos) { _, responses, _ in
            for part in parts { try await responses.send(part) }
            if let error { throw error }
        }
        let server = try Server(
            router: router,
            authenticator: PeerAuthenticator(groupID: nil, otherwise: Nobody()),
            logger: .quiet)
        let place = Endpoint.unix(path: "\(directory.path)/socket")
        _ = try await server.listen(on: place)
        let command = try #require(
            ContractCommands.all.first { $0.words == "admin photos check" })
        var failure: Failure?
        let options = try ServiceOptions.parse(["--profile", "\(place)"])
        try await options.run(Output(isJSON: false)) { base in
            do {
                try await CommandCall(command, ["operator": ["true"]], base).run()
            } catch {
                failure = Failure(error)
            }
        }
        await server.drain()
        return failure
    }

    private func progress(_ parts: UInt32) -> CheckPhotosResponse {
        CheckPhotosResponse(part: .progress(PhotoCheckProgress(checkedParts: parts, files: 3)))
    }

    private func fault(isMended: Bool) -> CheckPhotosResponse {
        CheckPhotosResponse(
            part: .fault(PhotoFault(kind: .fileMissing, photoID: "p", isMended: isMended)))
    }

    @Test func aStreamThatBreaksOffSaysHowToContinue() async throws {
        let error = RPCError(.internal, "no disk")
        let failure = try #require(try await check([progress(6), progress(7)], error))
        #expect(failure.message == "A service failed: no disk.\nTo continue: add --checked-parts 7")
        #expect(failure.status == .unforeseen)
        let early = try #require(try await check([], error))
        #expect(early.message == "A service failed: no disk.")
    }

    @Test func aStreamWithoutItsSummaryWasCutOff() async throws {
        let failure = try await check([fault(isMended: true)])
        #expect(failure?.status == .tryLater)
        #expect(failure?.message.contains("cut off") == true)
    }

    @Test func theExitStatusIsThatOfAConflictWhenAnEntryIsOpen() async throws {
        let failure = try await check([
            fault(isMended: false), fault(isMended: true), fault(isMended: false), progress(256),
        ])
        #expect(failure?.status == .conflict)
        #expect(failure?.message.hasPrefix("Faults that are not mended: 2.") == true)
        #expect(try await check([fault(isMended: true), progress(256)]) == nil)
    }
}

/// Knows no caller by a token.
private struct Nobody: Authenticator {
    func authenticate(_ context: CallContext) async throws -> Caller { .anonymous }

    func refusal(of caller: Caller) -> RPCError { RPCError(.permissionDenied, "not for you") }
}
