import Glibc
import Testing

@testable import Daemon

@Suite struct VerifierOptionsTests {
    private func check(_ arguments: String..., tls: [String] = []) throws {
        try VerifierOptions.parse(arguments).checkAuthKnowsUs(by: TLSOptions.parse(tls))
    }

    @Test func authKnowsUsByItsUnixSocketOrByACertificate() throws {
        try check("--auth", "unix:/run/rollcall-auth/socket")
        let certificate = ["--tls-client-certificate", "c.pem", "--tls-client-key", "k.pem"]
        try check("--auth", "tls:auth.example.org:4710", tls: certificate)
    }

    @Test func allOfSeveralInstancesHaveToKnowUs() throws {
        let two = ["--auth", "unix:/run/a", "--auth", "unix:/run/b"]
        #expect(try VerifierOptions.parse(two).auth.count == 2)
        for other in ["127.0.0.1:1", "tls:b.example.org:1"] {
            #expect(throws: Failure.self) {
                try check("--auth", "unix:/run/a", "--auth", other)
            }
        }
    }

    @Test func whereItWouldNotTheSentenceNamesTheWays() throws {
        for arguments in [[], ["--auth", "127.0.0.1:1"], ["--auth", "tls:a.example.org:1"]] {
            let failure = try #require(throws: Failure.self) {
                try VerifierOptions.parse(arguments).checkAuthKnowsUs(by: TLSOptions.parse([]))
            }
            #expect(failure.exitStatus == EX_USAGE)
            for way in ["--auth unix:", "--tls-client-certificate"] {
                #expect(failure.sentence.contains(way))
            }
        }
    }

    @Test func theBoundIsOfSecondsToAnHour() throws {
        for seconds in ["3", "60", "3600"] {
            let options = try VerifierOptions.parse(["--revocation-bound", seconds])
            #expect(options.configuration.revocationBound == .seconds(Int64(seconds) ?? 0))
        }
        for seconds in ["-1", "0", "2", "3601", "x", "1.5"] {
            #expect(throws: (any Error).self) {
                try VerifierOptions.parse(["--revocation-bound", seconds])
            }
        }
        #expect(try VerifierOptions.parse([]).configuration.revocationBound == .seconds(60))
    }
}
