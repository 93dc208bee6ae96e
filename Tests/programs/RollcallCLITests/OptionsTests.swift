import Foundation
import RollcallRPC
import TestSupport
import Testing

@testable import rollcall

struct OptionsTests {
    @Test func anOptionGoesBeforeTheEnvironmentAndThatBeforeTheDefault() throws {
        let options = try ServiceOptions.parse(["--auth", "[::1]:1"])
        let endpoints = try options.endpoints([
            "ROLLCALL_AUTH": "127.0.0.1:9", "ROLLCALL_PROFILE": "unix:/run/profile",
        ])
        #expect(endpoints.auth == .tcp(host: "::1", port: 1))
        #expect(endpoints.profile == .unix(path: "/run/profile"))
        #expect(endpoints.presence == .tcp(host: "127.0.0.1", port: 4712))
    }

    @Test func anotherMachineIsCalledWithoutTLSOnlyIfThatWasSaid() throws {
        let places = ["--auth", "auth.internal:4710"]
        #expect {
            try ServiceOptions.parse(places).endpoints([:])
        } throws: {
            guard let failure = $0 as? Failure else { return false }
            return failure.status == .usage && failure.message.contains("or --plaintext")
        }
        let place = Endpoint.tcp(host: "auth.internal", port: 4710)
        #expect(try ServiceOptions.parse(places + ["--plaintext"]).endpoints([:]).auth == place)
        let environment = ["ROLLCALL_AUTH": "auth.internal:4710"]
        #expect(throws: Failure.self) { try ServiceOptions.parse([]).endpoints(environment) }
        let trusting = environment.merging(["ROLLCALL_PLAINTEXT": "1"]) { $1 }
        #expect(try ServiceOptions.parse([]).endpoints(trusting).auth == place)
    }

    @Test func aTLSEndpointCanHaveAnAuthorityOfItsOwn() throws {
        let options = try ServiceOptions.parse(["--auth", "tls:auth.example.org:4710"])
        #expect(try options.endpoints([:]).auth == .tls(host: "auth.example.org", port: 4710))
        #expect(try options.tls([:]) == nil)
        #expect {
            try options.tls(["ROLLCALL_TLS_CA": "/nowhere/at/all"])
        } throws: {
            ($0 as? Failure)?.message.contains("/nowhere/at/all cannot be read") == true
        }
    }

    @Test func anEndpointInTheEnvironmentThatCannotBeReadIsNamed() throws {
        let options = try ServiceOptions.parse([])
        #expect {
            try options.endpoints(["ROLLCALL_AUTH": "nonsense"])
        } throws: {
            ($0 as? Failure)?.message
                == "ROLLCALL_AUTH is \"nonsense\", which is not an endpoint. Give HOST:PORT, "
                + "[IPV6]:PORT, tls:HOST:PORT or unix:PATH."
        }
    }

    @Test(arguments: ["http://auth.example.org:4710", "https://auth.example.org:443", "tls://a:1"])
    func aURLIsNoEndpoint(_ text: String) throws {
        #expect {
            try ServiceOptions.parse([]).endpoints(["ROLLCALL_AUTH": text])
        } throws: {
            ($0 as? Failure)?.message.hasSuffix("tls:HOST:PORT or unix:PATH.") == true
        }
    }

    @Test(arguments: ["--auth", "--profile", "--presence"])
    func anEndpointThatCannotBeReadIsToldTheForms(_ option: String) {
        let error = #expect(throws: (any Error).self) { try WhoAmI.command.parse([option, "foo"]) }
        let message = error.map { WhoAmI.command.message(for: $0) } ?? ""
        #expect(
            message == "The value 'foo' is invalid for '\(option) <endpoint>': Give HOST:PORT, "
                + "[IPV6]:PORT, tls:HOST:PORT or unix:PATH.")
    }

    @Test func aPasswordFileThatIsMissingIsNotFoundAsAPhotoIs() throws {
        let options = try PasswordOptions.parse(["--password-file", "/nowhere/at/all"])
        let failure = #expect(throws: Failure.self) { try options.read(isNew: false) }
        #expect(failure == .noSuchFile("/nowhere/at/all"))
        #expect(failure?.status == .notFound && failure?.message.hasSuffix(".") == true)
    }

    @Test func aPasswordIsNeverAnArgument() {
        #expect(throws: (any Error).self) {
            try SignIn.parse(["--email", "a@example.org", "--password", "secret"])
        }
    }

    @Test func aPasswordIsTheFirstLineOfItsFile() throws {
        let directory = try TemporaryDirectory()
        let path = "\(directory.path)/password"
        for text in ["pa ss\u{E9}", "pa ss\u{E9}\n", "pa ss\u{E9}\r\nmore\n"] {
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
            let options = try PasswordOptions.parse(["--password-file", path])
            #expect(try options.read(isNew: true) == "pa ss\u{E9}")
        }
    }

    @Test func aResetIsAskedForOrDoneByACodeOrByALink() throws {
        for (name, value) in [("--email", "a@b.c"), ("--code", "12345678"), ("--link", "rcl1_")] {
            _ = try PasswordReset.parse([name, value])
            #expect(throws: (any Error).self) {
                try PasswordReset.parse([name, value, "--email", "x", "--code", "y"])
            }
        }
        #expect(throws: (any Error).self) { try PasswordReset.parse([]) }
        #expect(throws: (any Error).self) { try EmailVerify.parse([]) }
        #expect(throws: (any Error).self) { try EmailVerify.parse(["12345678", "--link", "x"]) }
    }

    @Test func aPhotoForStandardOutputLeavesNoRoomForJSON() {
        #expect(throws: (any Error).self) { try PhotoGet.command.parse(["anna", "-", "--json"]) }
    }

    @Test(arguments: ["4.9", "301", "-1"])
    func aLeaseHasItsLimits(_ seconds: String) {
        #expect(throws: (any Error).self) {
            try PresenceSet.parse(["online", "--lease=\(seconds)"])
        }
    }
}
