import Foundation
import TestSupport
import Testing

@testable import RollcallApp

/// The services and the door for tests of apps, as an app's tests use them.
@Suite(.serialized) struct TestingCommandTests {
    private func app(
        _ command: TestingCommand, _ store: any SessionStore = InMemorySessionStore()
    ) throws -> Rollcall {
        Rollcall(try #require(URL(string: command.places.door)), store: store)
    }

    @Test func theDoorAnswersASignUpAndTheMailsCodeVerifiesTheAddress() async throws {
        let start = ContinuousClock.now
        let command = try TestingCommand()
        // A second on an idle machine.
        #expect(ContinuousClock.now - start < .seconds(10))
        let app = try app(command)
        try await app.signUp(
            email: "zoe@example.org", password: "correct horse", displayName: "zoe", locale: "de")
        let mail = try await command.newestMail(to: "zoe@example.org")
        #expect(mail.to == "zoe@example.org")
        #expect(mail.subject.contains("bestätige") || mail.subject.contains("Bestätige"))
        #expect(mail.text.contains(mail.code) && mail.code.count == 8)
        #expect(mail.link.hasPrefix("\(command.places.door)/verify-address#rcl1_"))
        _ = try await app.account.verifyAddress(VerifyAddressRequest(code: mail.code))
        try await eventually { app.state.user?.isEmailVerified == true }
        try await command.ask("DELETE", "/mails")
        let (_, none) = try await command.ask("GET", "/mails")
        #expect(String(decoding: none, as: UTF8.self) == "[]")
    }

    @Test func tokensAndCodesExpireWhenTheClockGoesForward() async throws {
        let command = try TestingCommand()
        let store = InMemorySessionStore()
        let app = try app(command, store)
        try await app.signUp(
            email: "ann@example.org", password: "correct horse", displayName: "ann")
        let mail = try await command.newestMail(to: "ann@example.org")
        let token = try await store.state().session?.accessToken
        _ = try await app.auth.getSession()
        #expect(try await store.state().session?.accessToken == token)

        try await command.forward(3_601)
        // The app's own clock has not moved: the services refuse the token, and a refresh follows.
        _ = try await app.auth.getSession()
        #expect(try await store.state().session?.accessToken != token)
        await #expect {
            _ = try await app.account.verifyAddress(VerifyAddressRequest(code: mail.code))
        } throws: {
            ($0 as? RollcallError)?.reasons == [.codeExpired]
        }

        // A month without use is the end of a session.
        try await command.forward(31 * 86_400)
        await #expect(throws: RollcallError.self) { try await app.auth.getSession() }
        #expect(app.state.user == nil)
        _ = try await app.signIn("ann", password: "correct horse")
    }

    @Test func whoIsOnlineIsGoneWhenTheLeaseIsOver() async throws {
        let command = try TestingCommand()
        let (ann, bob) = (try app(command), try app(command))
        let id = try await ann.signUp(
            email: "ann@example.org", password: "correct horse", displayName: "ann"
        ).id
        try await bob.signUp(
            email: "bob@example.org", password: "correct horse", displayName: "bob")
        _ = try await ann.presence.goOnline(GoOnlineRequest(deviceID: "phone"))
        let request = GetPresenceRequest(userIDs: [id])
        try await eventually {
            try await bob.presence.getPresence(request).presences.map(\.state) == [.online]
        }
        try await command.forward(3_600)
        try await eventually {
            try await bob.presence.getPresence(request).presences.map(\.state) == [.offline]
        }
    }

    @Test func aServiceCanBeAwayForATest() async throws {
        let command = try TestingCommand()
        let app = try app(command)
        try await app.signUp(
            email: "ann@example.org", password: "correct horse", displayName: "ann")
        #expect(try await command.ask("POST", "/services/auth/stop").0 == 200)
        await #expect {
            _ = try await app.auth.getSession()
        } throws: {
            ($0 as? RollcallError)?.code == .unavailable
        }
        #expect(try await command.ask("POST", "/services/auth/start").0 == 200)
        _ = try await app.auth.getSession()
        #expect(try await command.ask("POST", "/services/auth/fly").0 == 400)
        for seconds in ["-1", "nan", "1e10", "x"] {
            #expect(try await command.ask("POST", "/clock?forward=\(seconds)").0 == 400)
        }
        #expect(try await command.ask("GET", "/mails?wait=nan&count=100").0 == 200)
        // One that runs is not started twice.
        #expect(try await command.ask("POST", "/services/web/start").0 == 200)
    }

    @Test func aPageInABrowserLearnsNothing() async throws {
        let command = try TestingCommand()
        let mails = "\(command.places.control)/mails"
        #expect(try await curl([mails]).status == 200)
        for field in ["Origin: https://evil.example", "Host: evil.example"] {
            #expect(try await curl(["-H", field, mails]).status == 400)
        }
    }

    @Test(arguments: [SIGKILL, SIGTERM, SIGINT, 0])
    func nothingIsLeftHoweverItEnds(signal: Int32) async throws {
        let command = try TestingCommand()
        #expect(command.leftovers.count > 5)
        if signal == 0 {
            command.closeInput()
        } else {
            kill(command.process.processIdentifier, signal)
        }
        command.process.waitUntilExit()
        // After SIGKILL a shell does it, a moment later.
        if signal == SIGKILL { try await eventually { command.leftovers.isEmpty } }
        #expect(command.leftovers == [])
    }

    @Test func aCommandRunsBesideItAndItsStatusIsTheResult() async throws {
        let script = "curl -sf \"$ROLLCALL_DOOR/readyz\" && curl -sf \"$ROLLCALL_CONTROL/mails\""
        let output = try await run(
            TestingCommand.program.path, ["sh", "-c", "\(script); exit 7"])
        #expect(output.status == 7)
        #expect(output.text.contains(#""auth":"serving""#) && output.text.hasSuffix("[]"))
    }

    @Test func aCommandThatIsEndedByASignalIsNoSuccess() async throws {
        let process = Process()
        process.executableURL = TestingCommand.program
        let output = Pipe()
        process.arguments = ["sh", "-c", "echo; exec sleep 60"]
        process.standardOutput = output
        try process.run()
        _ = try output.fileHandleForReading.read(upToCount: 1)
        kill(process.processIdentifier, SIGINT)
        process.waitUntilExit()
        #expect(process.terminationStatus == 128 + SIGINT)
    }

    @Test func anOptionThatAServiceDoesNotKnowIsNamed() async throws {
        let output = try await run(TestingCommand.program.path, ["--option", "auth:--fly"])
        #expect(output.status == 1)
        #expect(output.text.contains("--fly"), "\(output.text)")
    }
}
