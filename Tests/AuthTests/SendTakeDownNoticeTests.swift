import AccessTokens
import Foundation
import Logging
import RollcallAPI
import RollcallCrypto
import RollcallRPC
import TestPostgreSQL
import Testing

@testable import Auth

@Suite(.onEachEngine) struct SendTakeDownNoticeTests {
    private func variables(_ mail: WaitingMail) throws -> [String: String] {
        try JSONDecoder().decode([String: String].self, from: Data(mail.variables.utf8))
    }

    @Test func theOwnerOfAProvedAddressIsToldWhatAndWhyAndWhen() async throws {
        try await withAuth { world in
            _ = try await world.verifiedAnna()
            let notice = try await world.notice([.links, .displayName], "not <b>you</b>")
            // Auth was away meanwhile.
            world.clock.advance(.seconds(3600))
            try await world.send(notice)
            let mail = try await world.newest(.profileTakenDown)
            #expect(mail.recipient == "anna@example.com")
            #expect(
                try variables(mail) == [
                    "display_name": "-", "links": "-", "reason": "not <b>you</b>",
                    "time": "2027-01-15 08:00 UTC",
                ])
        }
    }

    @Test func aNoticeThatComesAgainSendsNoSecondMail() async throws {
        try await withAuth { world in
            _ = try await world.verifiedAnna()
            let notice = try await world.notice()
            for _ in 0..<3 { try await world.send(notice) }
            try await world.stop()
            try await world.start()
            try await world.send(notice)
            #expect(try await world.mails(.profileTakenDown).count == 1)
            try await world.send(try await world.notice())
            #expect(try await world.mails(.profileTakenDown).count == 2)
        }
    }

    @Test func aNoticeThatComesSeveralTimesAtOnceIsOneMailAndOneOfTheLimit() async throws {
        try await withAuth { world in
            _ = try await world.verifiedAnna()
            try await world.stop()
            try await world.start { $0.limits[.noticeAccount] = LimitPolicy(20, per: 86_400) }
            for round in 1...2 {
                let notice = try await world.notice()
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<16 { group.addTask { try await world.send(notice) } }
                    try await group.waitForAll()
                }
                #expect(try await world.mails(.profileTakenDown).count == round)
            }
        }
    }

    @Test func whoHasNoProvedAddressOrNoAccountIsNotToldAndThatIsNoError() async throws {
        try await withAuth { world in
            _ = try await world.client.signUp(.anna())
            try await world.send(try await world.notice())
            var stranger = try await world.notice()
            stranger.userID = try UUIDv7Generator(clock: world.clock.now).next().description
            try await world.send(stranger)
            #expect(try await world.mails(.profileTakenDown).isEmpty)
        }
    }

    @Test func aDeletedUserIsNotTold() async throws {
        try await withAuth { world in
            _ = try await world.verifiedAnna()
            let (before, after) = (try await world.notice(), try await world.notice())
            try await world.send(before)
            _ = try await world.auth.asOperator.deleteUser(
                DeleteUserRequest(userID: before.userID))
            try await world.send(after)
            #expect(try await world.mails(.profileTakenDown).isEmpty)
        }
    }

    @Test func anAccountGetsOnlySoManyADay() async throws {
        try await withAuth { world in
            _ = try await world.verifiedAnna()
            try await world.stop()
            try await world.start { $0.limits[.noticeAccount] = LimitPolicy(2, per: 86_400) }
            for _ in 0..<4 { try await world.send(try await world.notice()) }
            #expect(try await world.mails(.profileTakenDown).count == 2)
        }
    }

    @Test func onlyProfileMayAndNoOtherService() async throws {
        try await withAuth { world in
            let tokens = try await world.verifiedAnna()
            let admin = try await world.newAdmin("berta").tokens
            let notice = try await world.notice()
            let games = try await world.auth.asService("games")
            let refused: [(StatusCode, () async throws -> Void)] = [
                (.permissionDenied, { try await world.send(notice, by: games) }),
                (
                    .permissionDenied,
                    {
                        _ = try await world.client.sendTakeDownNotice(
                            notice, options: .bearer(tokens))
                    }
                ),
                (
                    .permissionDenied,
                    {
                        _ = try await world.client.sendTakeDownNotice(
                            notice, options: .bearer(admin))
                    }
                ),
                (.unauthenticated, { _ = try await world.client.sendTakeDownNotice(notice) }),
            ]
            for (code, call) in refused { #expect(await failure(call)?.code == code) }
            #expect(try await world.mails(.profileTakenDown).isEmpty)
            try await world.send(notice, by: world.auth.asService("profile"))
            #expect(try await world.mails(.profileTakenDown).count == 1)
        }
    }

    @Test func whatIsNoNoticeIsRefused() async throws {
        try await withAuth { world in
            _ = try await world.verifiedAnna()
            let right = try await world.notice()
            let wrong: [(Reason, String, (inout SendTakeDownNoticeRequest) -> Void)] = [
                (.fieldMissing, "notice_id", { $0.noticeID = "" }),
                (.fieldMalformed, "notice_id", { $0.noticeID = "x" }),
                (.fieldMissing, "user_id", { $0.userID = "" }),
                (.fieldMalformed, "user_id", { $0.userID = "../anna" }),
                (.fieldMissing, "fields", { $0.fields = [] }),
                (.fieldMalformed, "fields", { $0.fields = [.unspecified] }),
                (.fieldMalformed, "fields", { $0.fields = [.unrecognized(99)] }),
                (.fieldMalformed, "fields", { $0.fields = [.bio, .bio] }),
                (.fieldMissing, "reason", { $0.reason = "" }),
                (.fieldMalformed, "reason", { $0.reason = "a\r\nBcc: eve@example.com" }),
                (.fieldMalformed, "reason", { $0.reason = "\u{202e}live" }),
                (.fieldMalformed, "reason", { $0.reason = String(repeating: "x", count: 501) }),
            ]
            for (reason, field, change) in wrong {
                var notice = right
                change(&notice)
                let error = await failure { try await world.send(notice) }
                let violations = error?.detail(ErrorInfo.self)?.violations ?? []
                #expect(error?.code == .invalidArgument)
                #expect(violations.map(\.reason) == [reason] && violations[0].field == field)
            }
            #expect(try await world.mails(.profileTakenDown).isEmpty)
        }
    }
}

extension AuthWorld {
    /// A new notice for Anna.
    func notice(
        _ fields: [ProfileField] = [.photo], _ reason: String = "spam"
    ) async throws -> SendTakeDownNoticeRequest {
        SendTakeDownNoticeRequest(
            noticeID: try UUIDv7Generator(clock: clock.now).next().description,
            userID: try await annaID(), fields: fields, reason: reason)
    }

    func annaID() async throws -> String {
        let email = try EmailAddress("anna@example.com")
        return try #require(try await auth.store.account(email: email)).id.description
    }

    /// As the operator, who may do what Profile may, unless somebody else sends.
    func send(
        _ notice: SendTakeDownNoticeRequest, by caller: AuthServiceClient? = nil
    ) async throws {
        _ = try await (caller ?? AuthServiceClient(auth.operatorConnection))
            .sendTakeDownNotice(notice)
    }
}

extension RunningAuth {
    /// A client that calls as a service of a name does which has a credential.
    func asService(_ name: String) async throws -> AuthServiceClient {
        let added = try await asOperator.addService(AddServiceRequest(name: name))
        let verifier = TokenVerifier(
            auth: connection, credential: added.credential, logger: Logger(label: "test"))
        return AuthServiceClient(verifier.auth)
    }
}
