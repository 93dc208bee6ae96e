import Foundation
import TestSupport
import Testing

@testable import RollcallApp

@Suite(.serialized) struct FactorTests {
    @Test func aFactorIsAddedAndTheCodeOfItGoesWithAProof() async throws {
        let door = try ScriptedDoor()
        door.answer("StartTotp") { _, connection in
            var answer = StartTotpResponse()
            answer.secret = "SECRET"
            connection.answer(answer)
        }
        door.answer("ConfirmTotp") { _, connection in
            var answer = ConfirmTotpResponse()
            answer.recoveryCodes = ["abcde-fghjk"]
            connection.answer(answer)
        }
        door.answer("RemoveTotp") { $1.answer(RemoveTotpResponse()) }
        let app = door.app(InMemorySessionStore(try ScriptedDoor.stored(expired: false)))
        _ = await app.restored()
        #expect(try await app.startTotp(.password("correct")).secret == "SECRET")
        #expect(try await app.confirmTotp(code: "123456") == ["abcde-fghjk"])
        try await app.removeTotp(.password("correct", factorCode: "654321"))
        let sent = try #require(door.server.asked.last { $0.path.hasSuffix("/RemoveTotp") })
        let proof = try RemoveTotpRequest(decoding: sent.body).proof
        #expect(proof?.proof == .password("correct") && proof?.factorCode == "654321")
    }
}
