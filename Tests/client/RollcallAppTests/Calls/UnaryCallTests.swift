import Foundation
import TestSupport
import Testing

@testable import RollcallApp

@Suite(.serialized) struct UnaryCallTests {
    /// Calls an RPC for anyone.
    private func check(
        _ server: HostileServer, timeout: Duration = .seconds(20)
    ) async throws(RollcallError) -> RefreshResponse {
        let connection = RollcallApp.Connection(
            server.address, timeout: timeout, longestSilence: .seconds(20))
        return try await connection.unary(
            "rollcall.v1.AuthService/Refresh", RefreshRequest(refreshToken: "r"), token: "secret")
    }

    private func error(
        of server: HostileServer, timeout: Duration = .seconds(20)
    ) async throws -> RollcallError {
        do throws(RollcallError) {
            _ = try await check(server, timeout: timeout)
        } catch {
            return error
        }
        throw Unexpected()
    }

    private struct Unexpected: Error {}

    @Test func aCallIsMadeAsTheProtocolSays() async throws {
        let server = try HostileServer { request, connection in
            var answer = RefreshResponse()
            answer.tokens = Tokens()
            answer.tokens?.accessToken = "fresh"
            connection.answer(answer)
        }
        #expect(try await check(server).tokens?.accessToken == "fresh")
        let request = try #require(server.asked.first)
        #expect(request.path == "/rollcall.v1.AuthService/Refresh")
        #expect(request.headers["content-type"] == "application/proto")
        #expect(request.headers["connect-protocol-version"] == "1")
        #expect(request.headers["connect-timeout-ms"] == "20000")
        #expect(request.token == "secret")
        #expect(request.headers["cookie"] == nil)
        #expect(try RefreshRequest(decoding: request.body).refreshToken == "r")
    }

    @Test func anErrorNamesRulesTimesAndTheRequest() async throws {
        let server = try HostileServer { _, connection in
            var (info, first, second) = (ErrorInfo(), Violation(), Violation())
            (first.reason, first.field) = (.passwordTooShort, "password")
            (second.reason, second.field) = (.fieldMalformed, "status.text")
            info.violations = [first, second]
            info.retryAfterMs = 60_000
            connection.answer(
                429, .resourceExhausted, info,
                ["X-Request-Id: 0123456789abcdef", "Retry-After: 5"])
        }
        let error = try await error(of: server)
        #expect(error.code == .resourceExhausted)
        #expect(error.origin == .service)
        #expect(error.reasons == [.passwordTooShort, .fieldMalformed])
        #expect(error.violations(of: "password").map(\.reason) == [.passwordTooShort])
        #expect(error.violations(of: "status").map(\.field) == ["status.text"])
        #expect(error.violations(of: "pass").isEmpty)
        #expect(error.requestID == "0123456789abcdef")
        let pause = try #require(error.retryAt).timeIntervalSinceNow
        #expect(pause > 30 && pause <= 60)
    }

    /// A status, the type and the body of an answer, and who is said to have sent it.
    @Test(arguments: [
        (502, "text/html", "<h1>Bad Gateway</h1>", RollcallError.Origin.proxy(status: 502)),
        (503, "application/json", "{}", .proxy(status: 503)),
        (504, "", "", .proxy(status: 504)),
        (200, "text/html", "<form>Welcome to our network</form>", .notRollcall(status: 200)),
        (200, "application/json", "{}", .notRollcall(status: 200)),
        (404, "application/json", #"{"error":"not found"}"#, .notRollcall(status: 404)),
        (401, "text/plain", "who are you?", .notRollcall(status: 401)),
        (400, "application/json", #"{"code":"nonsense"}"#, .notRollcall(status: 400)),
        (400, "application/json", #"{"code":"#, .notRollcall(status: 400)),
        (511, "text/html", "<html>", .notRollcall(status: 511)),
        (200, "application/proto", "\u{7}", .malformedAnswer),
        (
            400, "application/json", #"{"code":"not_found","details":[{}]}"#,
            .notRollcall(status: 400)
        ),
        (400, "application/json", #"{"code":"not_found"}"#, .service),
    ])
    func whoHasAnsweredIsNamed(
        _ status: Int, _ type: String, _ body: String, _ origin: RollcallError.Origin
    ) async throws {
        let server = try HostileServer { $1.answer(status, type, Data(body.utf8)) }
        let error = try await error(of: server)
        #expect(error.origin == origin)
        #expect(!error.localizedDescription.isEmpty)
    }

    @Test func whatSpeaksNoHTTPIsNotRollcall() async throws {
        let server = try HostileServer { _, connection in
            connection.send("SSH-2.0-server\r\n")
            connection.close()
        }
        #expect(try await error(of: server).origin == .notRollcall(status: 0))
    }

    @Test func aProxyMaySayWhenToTryAgain() async throws {
        let seconds = try HostileServer {
            $1.answer(503, "text/html", Data(), ["Retry-After: 120"])
        }
        let pause = try #require(await error(of: seconds).retryAt).timeIntervalSinceNow
        #expect(pause > 60 && pause <= 120)
        let endless = try HostileServer {
            $1.answer(503, "text/html", Data(), ["Retry-After: 1e300"])
        }
        let longest = try #require(await error(of: endless).retryAt).timeIntervalSinceNow
        #expect(longest <= 86_400)
        let date = try HostileServer {
            $1.answer(503, "text/html", Data(), ["Retry-After: Fri, 31 Dec 1999 23:59:59 GMT"])
        }
        #expect(try await error(of: date).retryAt == nil)
    }

    @Test func aRedirectIsNotFollowed() async throws {
        let elsewhere = try HostileServer { $1.answer(200, "text/html", Data("page".utf8)) }
        let target = elsewhere.address.appending(path: "login").absoluteString
        for status in [301, 302, 303, 307, 308] {
            let server = try HostileServer {
                $1.answer(status, "text/html", Data("moved".utf8), ["Location: \(target)"])
            }
            #expect(try await error(of: server).origin == .redirect(to: target))
        }
        #expect(elsewhere.asked.isEmpty)
    }

    @Test func anAnswerThatBreaksOffIsALostConnection() async throws {
        let nothing = try HostileServer { $1.close() }
        #expect(try await error(of: nothing).origin == .connectionLost)
        let half = try HostileServer { _, connection in
            connection.send(
                "HTTP/1.1 200 OK\r\nContent-Type: application/proto\r\nContent-Length: 99\r\n\r\nab"
            )
            connection.close()
        }
        #expect(try await error(of: half).origin == .connectionLost)
        #expect(try await error(of: half).isOutcomeUnknown)
    }

    @Test func whatDoesNotAnswerIsGivenUp() async throws {
        let silent = try HostileServer { $1.waitForEnd() }
        let start = ContinuousClock.now
        #expect(try await error(of: silent, timeout: .milliseconds(300)).origin == .noAnswer)
        // A byte now and then is no answer, either.
        let slow = try HostileServer { _, connection in
            connection.send("HTTP/1.1 200 OK\r\nContent-Type: application/proto\r\n")
            connection.send("Content-Length: 100000\r\n\r\n")
            while connection.send("a") { usleep(20_000) }
        }
        #expect(try await error(of: slow, timeout: .milliseconds(300)).origin == .noAnswer)
        #expect(ContinuousClock.now - start < .seconds(15))
    }

    @Test func anAnswerWithoutEndIsNotRead() async throws {
        let sent = Locked(0)
        let part = Data(repeating: 97, count: 1 << 20)
        for head in ["Content-Length: 17179869184", "Transfer-Encoding: chunked"] {
            let large = try HostileServer { _, connection in
                connection.send("HTTP/1.1 200 OK\r\nContent-Type: application/proto\r\n")
                connection.send("\(head)\r\n\r\n")
                connection.flood(part, sent)
            }
            #expect(try await error(of: large).origin == .answerTooLarge)
            // The server is left.
            try await eventually {
                let before = sent.withLock { $0 }
                try await elapse(.milliseconds(200))
                return sent.withLock { $0 } == before
            }
        }
        let error = try HostileServer { _, connection in
            connection.answer(400, "application/json", part)
        }
        #expect(try await self.error(of: error).origin == .answerTooLarge)
    }

    @Test func headersWithoutEndAreNotRead() async throws {
        let sent = Locked(0)
        let server = try HostileServer { _, connection in
            connection.send("HTTP/1.1 200 OK\r\n")
            let header = "X-Filler: \(String(repeating: "a", count: 1000))\r\n"
            while connection.send(header) { sent.withLock { $0 += 1 } }
            connection.close()
        }
        _ = try await error(of: server, timeout: .seconds(2))
        // Some kilobytes each.
        #expect(sent.withLock { $0 } < 100_000, "\(sent.withLock { $0 })")
    }

    @Test func whereNobodyAnswersIsNoRoute() async throws {
        let server = try HostileServer { $1.close() }
        server.stop()
        #expect(try await error(of: server).origin == .noRoute)
        let unknown = RollcallApp.Connection(
            URL(string: "https://nobody.invalid")!, timeout: .seconds(20),
            longestSilence: .seconds(20))
        await #expect {
            let _: RefreshResponse = try await unknown.unary("a/B", RefreshRequest())
        } throws: {
            ($0 as? RollcallError)?.origin == .noRoute
        }
    }

    @Test func aServerWithoutTLSIsNotSecure() async throws {
        let server = try HostileServer { $1.close() }
        let connection = RollcallApp.Connection(
            URL(string: "https://127.0.0.1:\(server.port)")!, timeout: .seconds(20),
            longestSilence: .seconds(20))
        await #expect {
            let _: RefreshResponse = try await connection.unary("a/B", RefreshRequest())
        } throws: {
            ($0 as? RollcallError)?.origin == .notSecure
        }
    }

    @Test func aCertificateThatNobodyVouchesForIsNotSecure() async throws {
        try await withDirectory { directory in
            let (key, certificate) = (
                directory.appending(path: "key").path, directory.appending(path: "certificate").path
            )
            let request = Process()
            request.executableURL = URL(filePath: "/usr/bin/openssl")
            request.arguments = [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
                "-keyout", key, "-out", certificate, "-subj", "/CN=localhost",
            ]
            request.standardError = FileHandle.nullDevice
            try request.run()
            request.waitUntilExit()
            // The port of a server that was here a moment ago.
            let port = try HostileServer { $1.close() }.port
            let server = Process()
            server.executableURL = request.executableURL
            server.arguments = [
                "s_server", "-accept", "127.0.0.1:\(port)", "-key", key, "-cert", certificate,
                "-www",
            ]
            server.standardOutput = FileHandle.nullDevice
            server.standardError = FileHandle.nullDevice
            try server.run()
            defer { kill(server.processIdentifier, SIGKILL) }
            let connection = RollcallApp.Connection(
                URL(string: "https://127.0.0.1:\(port)")!, timeout: .seconds(20),
                longestSilence: .seconds(20))
            try await eventually {
                do throws(RollcallError) {
                    let _: RefreshResponse = try await connection.unary("a/B", RefreshRequest())
                    return false
                } catch {
                    return error.origin == .notSecure
                }
            }
        }
    }

    @Test func aTokenDoesNotLeaveTheMachineInPlaintext() async throws {
        let connection = RollcallApp.Connection(
            URL(string: "http://accounts.example.org")!, timeout: .seconds(20),
            longestSilence: .seconds(20))
        await #expect {
            let _: RefreshResponse = try await connection.unary("a/B", RefreshRequest())
        } throws: {
            ($0 as? RollcallError)?.code == .failedPrecondition
        }
    }

    @Test func aCancelledCallEndsAtOnceAndLeavesTheServer() async throws {
        let (hasBegun, hasEnded) = (Locked(false), Locked(false))
        let server = try HostileServer { _, connection in
            hasBegun.withLock { $0 = true }
            connection.waitForEnd()
            hasEnded.withLock { $0 = true }
        }
        let call = Task { try await error(of: server) }
        try await eventually { hasBegun.withLock { $0 } }
        call.cancel()
        #expect(try await call.value == .canceled)
        try await eventually { hasEnded.withLock { $0 } }
    }

    @Test func onlyACallThatMayBeRepeatedIsMadeTwice() async throws {
        let server = try HostileServer { $1.close() }
        let rollcall = Rollcall(server.address)
        await #expect(throws: RollcallError.self) {
            try await rollcall.auth.refresh(RefreshRequest())
        }
        await #expect(throws: RollcallError.self) {
            try await rollcall.auth.signIn(SignInRequest())
        }
        #expect(server.count(of: "Refresh") == 2)
        #expect(server.count(of: "SignIn") == 1)
    }
}
