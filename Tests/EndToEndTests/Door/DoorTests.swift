import Foundation
import RollcallAPI
import RollcallRPC
import TestAuthority
import TestObjectStore
import Testing

@Suite(.serialized) struct DoorTests {
    private static let repository = Products.repository

    /// Connect's own client for Python makes every call that the contract opens to apps.
    @Test func aConnectClientThatNobodyHereWroteCallsEveryRPC() async throws {
        let door = try await Door()
        let output = try await door.run(
            "connect_client.py",
            by: Self.repository.appending(path: ".build/connect/bin/python3").path,
            [
                Self.repository.appending(path: "proto").path, door.address,
                Self.repository.appending(path: "deploy/quickstart-photo.jpg").path,
            ])
        #expect(output.status == 0, "\(output.text)\n\(door.logs)")
        #expect(output.text.contains("one person\nasynchronously\none person\nasynchronously\n"))
        #expect(door.stop() == 0)
    }

    @Test func requestsThatNoClientWouldSendAreAnsweredOrEnded() async throws {
        let door = try await Door()
        let output = try await door.run(
            "requests.py", by: "/usr/bin/python3", ["127.0.0.1", "\(door.port)"])
        #expect(output.status == 0, "\(output.text)\n\(door.logs)")
        #expect(output.text.hasSuffix("health\n"))
        // Calls that the door itself has refused.
        let lines = door.ownLog.split(separator: "\n").filter { $0.contains("a call has ended") }
        #expect(
            lines.contains {
                $0.contains("rpc.code=RESOURCE_EXHAUSTED") && $0.contains("CheckDisplayName")
                    && $0.contains(/http\.request_id=[0-9a-f]{16}/)
            }, "\(lines)")
    }

    @Test(arguments: [[], ["--client-limit", "70"]])
    func behindAProxyAClientHasOnlySoManyRequests(option: [String]) async throws {
        let door = try await Door(["--trusted-proxy", "127.0.0.1"] + option)
        let output = try await door.run(
            "requests.py", by: "/usr/bin/python3",
            ["127.0.0.1", "\(door.port)", "behind_a_proxy", option.last ?? "64"])
        #expect(output.status == 0, "\(output.text)\n\(door.logs)")
    }

    @Test func aDoorThatStopsEndsStreamsAsUnavailable() async throws {
        let door = try await Door()
        let output = try await door.run(
            "requests.py", by: "/usr/bin/python3",
            ["127.0.0.1", "\(door.port)", "stops", "\(try #require(door.processID))"])
        #expect(output.status == 0, "\(output.text)\n\(door.logs)")
    }

    @Test func theDoorHasTLSItself() async throws {
        let authority = try TestAuthority.trusted.get()
        let identity = try authority.issue("door")
        let place = "tls:127.0.0.1:\(try FreePorts.find(1)[0])"
        let door = try await Door([
            "--http", place, "--tls-certificate", identity.certificateChain, "--tls-key",
            identity.privateKey,
        ])
        let url = place.replacing("tls:", with: "https://") + "/healthz"
        let answer = try await curl(["--cacert", authority.path("ca.pem"), url])
        #expect(answer.status == 200)
        #expect(answer.fields["strict-transport-security"] == "max-age=31536000")
        #expect(try await curl([url.replacing("https", with: "http")]).status == 0)
        #expect(
            try await curl(["--cacert", authority.path("ca.pem"), "--tls-max", "1.1", url]).status
                == 0)
        // A client of RPCs that lost its way sees that no RPCs are answered here.
        let stray = try authority.run(
            "s_client -connect \(place.dropFirst(4)) -alpn rollcall/1", failing: true)
        #expect(stray.contains("No ALPN negotiated"), "\(stray)")
        #expect(door.stop() == 0)
    }

    @Test func aDoorWithTLSNeedsACertificate() async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        let output = try await run(
            Products.directory.appending(path: "rollcall-web").path,
            ["--data", directory.path, "--listen", "127.0.0.1:1", "--http", "tls:127.0.0.1:1"])
        #expect(output.status == 64)
        #expect(output.text.contains("needs --tls-certificate and --tls-key"))
    }

    @Test func aPhotoComesInOneRequestAsPeopleHaveIt() async throws {
        let door = try await Door(["--photo-size", "1"])
        let tokens = try await signUp(door)
        let picture = Self.repository.appending(path: "deploy/quickstart-photo.jpg").path
        func put(_ arguments: String...) async throws -> CurlAnswer {
            try await curl(["-X", "PUT", "\(door.address)/photo"] + arguments)
        }
        let authorization = ["-H", "Authorization: Bearer \(tokens.accessToken)"]
        let stored = try await curl(
            ["-H", "Expect:", "-T", picture, "\(door.address)/photo"] + authorization)
        #expect(stored.status == 200, "\(String(decoding: stored.body, as: UTF8.self))")
        #expect(String(decoding: stored.body, as: UTF8.self).contains(#""photoId":""#))

        let nobody = try await put("--data-binary", "@\(picture)")
        #expect(nobody.status == 401)
        let text = try await put("--data-binary", "no photo", authorization[0], authorization[1])
        #expect(text.status == 400)
        #expect(String(decoding: text.body, as: UTF8.self).contains("REASON_PHOTO_UNSUPPORTED"))
        // By what the head declares, before anything was sent.
        let declared = try await put(
            "-H", "Content-Length: 9999999", "--data-binary", "x", authorization[0],
            authorization[1])
        #expect(declared.status == 400)
        #expect(String(decoding: declared.body, as: UTF8.self).contains("REASON_PHOTO_TOO_LARGE"))
    }

    @Test func eachPartIsSwitchedOffAlone() async throws {
        let door = try await Door()
        for off in ["--no-calls", "--no-photos", "--no-pages"] {
            let (process, place) = try await door.another([off])
            defer { process.kill() }
            let call = [
                "-H", "Content-Type: application/json", "-d", "{}",
                "http://\(place)/rollcall.v1.AuthService/GetSession",
            ]
            #expect(try await curl(call).status == (off == "--no-calls" ? 501 : 401))
            let photo = ["-T", Products.repository.path + "/deploy/quickstart-photo.jpg"]
            let upload = try await curl(photo + ["http://\(place)/photo"])
            #expect(upload.status == (off == "--no-photos" ? 501 : 401))
            let page = try await curl(["http://\(place)/sign-in"])
            #expect((page.status == 200) == (off != "--no-pages"))
        }
    }

    @Test func aServiceThatIsAwayIsNamed() async throws {
        let door = try await Door()
        #expect(try await curl(["\(door.address)/readyz"]).status == 200)
        door.cluster[.presence].kill()
        // An answer holds for a second.
        let isNoticed = try await holds {
            try await curl(["\(door.address)/readyz"]).status == 503
        }
        #expect(isNoticed)
        let answer = try await curl(["\(door.address)/readyz"])
        #expect(
            String(decoding: answer.body, as: UTF8.self)
                == #"{"auth":"serving","presence":"away","profile":"serving"}"#)
        // The door itself lives, and what needs the others works.
        #expect(try await curl(["\(door.address)/healthz"]).status == 200)
        _ = try await signUp(door)
    }

    /// At a unix socket a service would take the calls of everybody for the operator's.
    @Test func theDoorCallsNoServiceAtAUnixSocket() async throws {
        let output = try await run(
            Products.directory.appending(path: "rollcall-web").path,
            [
                "--data", "/tmp/x", "--listen", "127.0.0.1:1", "--auth",
                "unix:/run/rollcall/auth.sock",
            ])
        #expect(output.status == 64)
        #expect(output.text.contains("--auth: the door calls services over TCP"))
    }

    private func signUp(_ door: Door) async throws -> Tokens {
        let client = door.cluster.client(.auth)
        defer { client.close() }
        let name = "u\(UInt32.random(in: 0 ... .max))"
        let form = SignUpRequest(
            email: "\(name)@example.org", password: "correct horse", displayName: name,
            idempotencyKey: "key-\(name)-0123456789")
        return try #require(try await AuthServiceClient(client).signUp(form).tokens)
    }
}
