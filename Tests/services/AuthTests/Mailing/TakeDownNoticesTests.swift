import Foundation
import RollcallAPI
import RollcallBasics
import RollcallCrypto
import RollcallRPC
import TestSupport
import Testing

@testable import Auth

/// What Profile has taken away by administrators, and the mails that tell the owners.
@Suite struct TakeDownNoticesTests {
    private func variables(_ mail: WaitingMail) throws -> [String: String] {
        try JSONDecoder().decode([String: String].self, from: Data(mail.variables.utf8))
    }

    @Test func theOwnerOfAProvedAddressIsToldWhatAndWhyAndWhen() async throws {
        try await withAuth { world in
            _ = try await world.verifiedAnna()
            try await world.addNotice([.links, .displayName], "not <b>you</b>")
            // Auth was away meanwhile.
            world.clock.advance(.seconds(3600))
            try await world.readNotices()
            let mail = try await world.newest(.profileTakenDown)
            #expect(mail.recipient == "anna@example.com")
            #expect(
                try variables(mail) == [
                    "display_name": "-", "links": "-", "reason": "not <b>you</b>",
                    "time": "2027-01-15 08:00 UTC",
                ])
            #expect(try await world.profile.noticeCount() == 0)
        }
    }

    @Test func aCrashBetweenTheMailAndTheRemovalOfTheNoticeIsOneMail() async throws {
        try await withAuth { world in
            _ = try await world.verifiedAnna()
            try await world.addNotice()
            for moment in FaultyProfile.Moment.allCases {
                world.profile.setFault { step, now in
                    if step == .removeNotices, now == moment { throw RPCError(.unavailable, "") }
                }
                #expect(await failure { try await world.readNotices() }?.code == .unavailable)
                #expect(try await world.mails(.profileTakenDown).count == 1)
                #expect(try await world.profile.noticeCount() == (moment == .before ? 1 : 0))
                try await world.stop()
                try await world.start()
            }
            world.profile.setFault(nil)
            try await world.readNotices()
            #expect(try await world.mails(.profileTakenDown).count == 1)
        }
    }

    @Test func severalThatReadANoticeAtOnceMakeOneMailAndOneOfTheLimit() async throws {
        try await withAuth { world in
            _ = try await world.verifiedAnna()
            try await world.stop()
            try await world.start { $0.limits[.noticeAccount] = LimitPolicy(20, per: 86_400) }
            for round in 1...2 {
                try await world.addNotice()
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<16 { group.addTask { try await world.readNotices() } }
                    try await group.waitForAll()
                }
                #expect(try await world.mails(.profileTakenDown).count == round)
            }
        }
    }

    @Test func whoHasNoProvedAddressOrNoAccountIsNotToldAndThatIsNoError() async throws {
        try await withAuth { world in
            _ = try await world.client.signUp(.anna())
            try await world.addNotice()
            let stranger = try UUIDv7Generator(clock: world.clock.now).next()
            try await world.addNotice(for: stranger)
            try await world.readNotices()
            #expect(try await world.mails(.profileTakenDown).isEmpty)
            #expect(try await world.profile.noticeCount() == 0)
        }
    }

    @Test func aDeletedUserIsNotTold() async throws {
        try await withAuth { world in
            _ = try await world.verifiedAnna()
            let anna = try await world.annaID()
            try await world.addNotice()
            try await world.readNotices()
            #expect(try await world.mails(.profileTakenDown).count == 1)
            _ = try await world.auth.asOperator.deleteUser(
                DeleteUserRequest(user: .id(anna.description)))
            try await world.addNotice(for: anna)
            try await world.readNotices()
            #expect(try await world.mails(.profileTakenDown).isEmpty)
        }
    }

    @Test func anAccountGetsOnlySoManyADayAndNoNoticeIsLeftOnAnyPage() async throws {
        try await withAuth { world in
            _ = try await world.verifiedAnna()
            try await world.stop()
            try await world.start { $0.limits[.noticeAccount] = LimitPolicy(2, per: 86_400) }
            // Two pages and a part.
            for _ in 0..<201 { try await world.addNotice() }
            try await world.readNotices()
            #expect(try await world.profile.noticeCount() == 0)
            #expect(try await world.mails(.profileTakenDown).count == 2)
        }
    }

    @Test func aProfileThatListsAPageAgainAndAgainIsNotAskedForEver() async throws {
        try await withAuth { world in
            world.profile.isStuck.store(true, ordering: .relaxed)
            #expect(await failure { try await world.readNotices() }?.code == .internal)
        }
    }

    @Test func whatCannotBeReadStaysAndStopsNothingElse() async throws {
        try await withAuth { world in
            _ = try await world.verifiedAnna()
            let right = TakeDownNotice(
                noticeID: try UUIDv7Generator(clock: world.clock.now).next().description,
                userID: try await world.annaID().description, fields: [.bio], reason: "spam")
            let changes: [(inout TakeDownNotice) -> Void] = [
                { $0.noticeID = "" }, { $0.noticeID = "x" }, { $0.userID = "" },
                { $0.userID = "../anna" }, { $0.fields = [] }, { $0.fields = [.unspecified] },
                { $0.fields = [.bio, .unrecognized(99)] }, { $0.reason = "" },
                { $0.reason = "a\r\nBcc: eve@example.com" }, { $0.reason = "\u{202e}live" },
                { $0.reason = String(repeating: "x", count: 501) },
            ]
            world.profile.setForgedNotices(
                changes.map { change in
                    var notice = right
                    change(&notice)
                    return notice
                })
            try await world.addNotice()
            await #expect(throws: Unusable.self) { try await world.readNotices() }
            #expect(try await world.mails(.profileTakenDown).count == 1)
            #expect(try await world.profile.noticeCount() == changes.count)
        }
    }

    @Test func aProfileThatDoesNotAnswerForLongIsOneWarningAndIsAskedAgain() async throws {
        try await withAuth { world in
            _ = try await world.verifiedAnna()
            try await world.stop()
            world.profile.setFault { step, _ in
                if step == .listNotices { throw RPCError(.unavailable, "it starts") }
            }
            try await world.start {
                $0.noticePoll = .milliseconds(5)
            }
            func warnings() -> Int {
                world.log.text.split(separator: "\n").count {
                    $0.hasPrefix("warning notices of what was taken away")
                }
            }
            try await eventually { warnings() > 0 }
            #expect(warnings() == 1)
            try await world.addNotice()
            world.profile.setFault(nil)
            try await eventually { try await world.profile.noticeCount() == 0 }
            #expect(try await world.mails(.profileTakenDown).count == 1)
            #expect(warnings() == 1)
        }
    }
}

extension AuthServer {
    /// Has Profile keep a new notice, for Anna unless it is for another user.
    func addNotice(
        _ fields: [ProfileField] = [.photo], _ reason: String = "spam", for user: UUIDv7? = nil
    ) async throws {
        var owner = user
        if owner == nil { owner = try await annaID() }
        try await profile.addNotice(
            UUIDv7Generator(clock: clock.now).next(), for: #require(owner), of: fields,
            because: reason)
    }

    func readNotices() async throws {
        try await auth.runtime.takeDownNotices().readAll()
    }

    fileprivate func annaID() async throws -> UUIDv7 {
        try #require(try await auth.store.account(email: EmailAddress("anna@example.com"))).id
    }
}
