import Foundation
import TestSupport
import Testing

@testable import rollcall

struct ContextTests {
    private let directory: TemporaryDirectory
    private let environment: [String: String]

    init() throws {
        directory = try TemporaryDirectory()
        environment = [
            "HOME": "/home/ann", "XDG_CONFIG_HOME": directory.path, "PATH": "/bin",
            "ROLLCALL_AUTH": "unix:/staging", "ROLLCALL_PLAINTEXT": "1",
        ]
        try FileManager.default.createDirectory(
            atPath: "\(directory.path)/rollcall", withIntermediateDirectories: false)
    }

    private func write(_ text: String, as name: String) throws {
        try Data(text.utf8).write(to: URL(filePath: "\(directory.path)/rollcall/\(name)"))
    }

    @Test func itsFileTakesThePlaceOfAllVariablesOfTheEnvironment() throws {
        try write(
            "# Here.\n\nROLLCALL_PROFILE=tls:a.b:1\r\nROLLCALL_TLS_CA=/x=y\n"
                + "ROLLCALL_AUTH=tls:a.b:2\nROLLCALL_PRESENCE=tls:a.b:3", as: "live.env")
        var expected = environment.filter { !$0.key.hasPrefix("ROLLCALL_") }
        expected["ROLLCALL_PROFILE"] = "tls:a.b:1"
        expected["ROLLCALL_AUTH"] = "tls:a.b:2"
        expected["ROLLCALL_PRESENCE"] = "tls:a.b:3"
        expected["ROLLCALL_TLS_CA"] = "/x=y"
        expected["ROLLCALL_CONTEXT"] = "live"
        #expect(try Context.environment("live", in: environment) == expected)
        #expect(
            try StateDirectory(environment: expected).path
                == "/home/ann/.local/state/rollcall/contexts/live")
    }

    @Test func theOptionGoesBeforeTheVariableAndAnEmptyNameIsNone() throws {
        for name in ["live", "test"] {
            let places = ["AUTH", "PROFILE", "PRESENCE"].map { "ROLLCALL_\($0)=unix:/\(name)\n" }
            try write(places.joined(), as: "\(name).env")
        }
        let chosen = environment.merging(["ROLLCALL_CONTEXT": "test"]) { $1 }
        #expect(try Context.environment(nil, in: chosen)["ROLLCALL_AUTH"] == "unix:/test")
        #expect(try Context.environment("live", in: chosen)["ROLLCALL_AUTH"] == "unix:/live")
        #expect(try Context.environment("", in: chosen) == environment)
        #expect(try Context.environment(nil, in: environment) == environment)
        let empty = environment.merging(["ROLLCALL_CONTEXT": ""]) { $1 }
        #expect(try Context.environment(nil, in: empty) == environment)
    }

    @Test(arguments: ["other", "../rollcall/live", "live.env", "."])
    func onlyAFileOfTheDirectoryIsOne(name: String) throws {
        try write("ROLLCALL_AUTH=unix:/live\n", as: "live.env")
        let place = "\(directory.path)/rollcall/\(name).env"
        #expect(throws: Failure(.notFound, "There is no file \(place). Contexts there: live.")) {
            try Context.environment(name, in: environment)
        }
    }

    /// Its call would go to this machine, with the token of another.
    @Test func aServiceThatIsLeftOutIsNamed() throws {
        try write("ROLLCALL_AUTH=unix:/a\nROLLCALL_PRESENCE=unix:/b\n", as: "live.env")
        let path = "\(directory.path)/rollcall/live.env"
        #expect(throws: Failure(.usage, "\(path): ROLLCALL_PROFILE is missing.")) {
            try Context.environment("live", in: environment)
        }
    }

    @Test func aPipeIsNoFile() throws {
        let path = "\(directory.path)/rollcall/live.env"
        #expect(mkfifo(path, 0o600) == 0)
        #expect(throws: Failure(.notFound, "There is no file \(path).")) {
            try Context.environment("live", in: environment)
        }
    }

    @Test(arguments: [
        "ROLLCALL_AUHT=unix:/x", "ROLLCALL_AUTH", "export ROLLCALL_AUTH=unix:/x", " ",
    ])
    func aLineThatSetsNothingIsNamed(line: String) throws {
        try write("ROLLCALL_PLAINTEXT=1\n\(line)\n", as: "live.env")
        let error = #expect(throws: Failure.self) {
            try Context.environment("live", in: environment)
        }
        #expect(error?.status == .usage)
        #expect(error?.message.contains("/rollcall/live.env: \(line): ") == true)
    }
}
