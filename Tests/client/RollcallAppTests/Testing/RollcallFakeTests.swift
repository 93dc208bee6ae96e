import Foundation
import RollcallApp
import RollcallTesting
import TestSupport
import Testing

/// What a test of an app arranges with a fake. What it does is compared with the services in
/// `EndToEndTests/Door/FakeTests.swift`.
@Suite struct RollcallFakeTests {
    private let fake = RollcallFake()

    @Test func aUserOfTheTestSignsIn() async throws {
        let ann = fake.addUser(email: "ann@example.org", displayName: "ann")
        #expect(try await fake.signIn("Ann", password: "correct horse") == .signedIn(ann))
        #expect(fake.state == .signedIn(ann) && ann.isEmailVerified)
    }

    @Test func aPreviewShowsAUserAtOnce() {
        let ann = fake.addUser(email: "ann@example.org", displayName: "ann")
        fake.show(ann)
        #expect(fake.state.user?.displayName == "ann")
    }

    @Test func ordersFailTheNextCallsInTurnAndDoNothing() async throws {
        fake.fail(next: .noRoute)
        fake.fail(next: RollcallError(.resourceExhausted, "too many"), times: 2)
        for code in [RollcallError.Code.unavailable, .resourceExhausted, .resourceExhausted] {
            await #expect {
                try await fake.signUp(email: "ann@example.org", password: "correct horse")
            } throws: {
                ($0 as? RollcallError)?.code == code
            }
        }
        #expect(fake.state == .signedOut(.noSession) && fake.mails(to: "ann@example.org").isEmpty)
        try await fake.signUp(email: "ann@example.org", password: "correct horse")
        #expect(fake.mails(to: "ANN@example.org").map(\.kind) == [.verifyAddress])
    }

    @Test func withoutANetworkTheUserStaysAndCanSignOut() async throws {
        let device = fake.anotherDevice()
        device.show(fake.addUser(email: "ann@example.org"))
        let states = device.states
        device.isOffline = true
        await #expect {
            try await device.accountInfo()
        } throws: {
            ($0 as? RollcallError)?.origin == .noRoute
        }
        #expect(device.state.user != nil)
        try await device.signOut()
        #expect(device.state == .signedOut(.signedOut))
        var seen: [Bool] = []
        for await state in states {
            seen.append(state.user != nil)
            if seen.count == 2 { break }
        }
        #expect(seen == [true, false])
    }

    @Test func aCallThatTakesLongCanBeCancelled() async throws {
        fake.delay = .seconds(3600)
        let call = Task { [fake] in try await fake.checkDisplayName("ann") }
        call.cancel()
        await #expect {
            try await call.value
        } throws: {
            ($0 as? RollcallError)?.code == .canceled
        }
    }

    @Test func peopleAreStaleWithoutANetwork() async throws {
        let bob = fake.anotherDevice()
        let id = fake.addUser(email: "bob@example.org", displayName: "bob").id
        bob.show(User(id: id))
        fake.show(fake.addUser(email: "ann@example.org", displayName: "ann"))
        let people = fake.people([id])
        for await users in people where users.map(\.displayName) == ["bob"] { break }
        #expect(!people.isStale)
        fake.isOffline = true
        for await _ in people where people.isStale { break }
        #expect(people.users.map(\.displayName) == ["bob"])
    }
}
