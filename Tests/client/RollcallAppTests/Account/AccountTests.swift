import Foundation
import TestSupport
import Testing

@testable import RollcallApp

@Suite(.serialized) struct AccountTests {
    private func app(_ door: ScriptedDoor) throws -> Rollcall {
        door.app(InMemorySessionStore(try ScriptedDoor.stored(expired: false)))
    }

    @Test func aVerifiedAddressShowsInTheStateAtOnce() async throws {
        let door = try ScriptedDoor()
        door.answer("VerifyAddress") { _, connection in
            var (answer, info, address) = (VerifyAddressResponse(), AccountInfo(), Address())
            (address.email, address.verifiedAtMs, address.isPrimary) = ("new@example.org", 1, true)
            (info.userID, info.addresses) = ("user-of-ann", [address])
            answer.account = info
            connection.answer(answer)
        }
        let app = try app(door)
        _ = await app.restored()
        try await app.verifyAddress(code: "12345678")
        #expect(app.state.user?.isEmailVerified == true)
        #expect(app.state.user?.email == "new@example.org")
        let stored = try await app.keeper.vault.load().state
        #expect(stored.session?.user == app.state.user)
    }

    @Test func aDeletedAccountIsSignedOutAndNothingIsLeftToEnd() async throws {
        let door = try ScriptedDoor()
        door.answer("DeleteAccount") { request, connection in
            let asked = try? DeleteAccountRequest(decoding: request.body)
            guard asked?.proof?.proof == .password("correct") else {
                return connection.answer(403, .permissionDenied, .wrongCredentials)
            }
            var answer = DeleteAccountResponse()
            answer.receipt = "rcx1_receipt"
            connection.answer(answer)
        }
        let app = try app(door)
        await #expect {
            try await app.deleteAccount(.password("wrong"))
        } throws: {
            ($0 as? RollcallError)?.reasons == [.wrongCredentials]
        }
        #expect(app.state.user != nil)
        #expect(try await app.deleteAccount(.password("correct")).receipt == "rcx1_receipt")
        #expect(app.state == .signedOut(.sessionEnded(.accountDeleted)))
        let stored = try await app.keeper.vault.load().state
        #expect(stored.session == nil && stored.endings.isEmpty)
    }

    @Test func anExportIsPutTogetherAndABrokenOneIsNone() async throws {
        let door = try ScriptedDoor()
        func part(_ text: String) -> ExportAccountResponse {
            var part = ExportAccountResponse()
            part.chunk = Data(text.utf8)
            return part
        }
        let parts = [part("all "), part("data")]
        door.answer("ExportAccount") { _, connection in
            connection.beginStream()
            for part in parts { connection.sendPart(part) }
            connection.endStream()
        }
        let app = try app(door)
        #expect(try await app.exportAccount() == Data("all data".utf8))
        door.answer("ExportAccount") { _, connection in
            connection.beginStream()
            connection.sendPart(parts[0])
            connection.close()
        }
        await #expect {
            _ = try await app.exportAccount(.password("p"))
        } throws: {
            ($0 as? RollcallError)?.origin == .connectionLost
        }
    }
}
