import Foundation
import Testing

@Suite struct ContextTests {
    @Test func eachHasItsPlacesAndASessionOfItsOwn() async throws {
        let cluster = try Cluster()
        try await cluster.startAll()
        let directory = cluster.directory.appending(path: "config/rollcall")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let places = Cluster.Service.allCases.map {
            "ROLLCALL_\($0.rawValue.uppercased())=\(cluster.endpoint($0))\n"
        }
        for name in ["live", "test"] {
            try Data(places.joined().utf8).write(to: directory.appending(path: "\(name).env"))
        }
        func rollcall(_ arguments: String..., more: [String: String] = [:]) async throws
            -> ProgramOutput
        {
            let environment = [
                "XDG_CONFIG_HOME": cluster.directory.appending(path: "config").path,
                "XDG_STATE_HOME": cluster.directory.appending(path: "state").path,
                "ROLLCALL_AUTH": "unix:/nowhere",
            ]
            return try await run(
                Products.directory.appending(path: "rollcall").path, arguments,
                environment: environment.merging(more) { $1 }, input: "correct horse\n")
        }
        let signedUp = try await rollcall(
            "sign-up", "--email", "ann@example.org", "--name", "ann", "--password-file", "-",
            "--context", "live")
        #expect(signedUp.status == 0, "\(signedUp.text)")
        #expect(try await rollcall("whoami", "--context", "live").text.hasPrefix("ann "))
        let chosen = try await rollcall("whoami", more: ["ROLLCALL_CONTEXT": "live"])
        #expect(chosen.status == 0, "\(chosen.text)")
        #expect(try await rollcall("whoami", "--context", "test").status == 3)
        #expect(try await rollcall("whoami").status == 3)
        let missing = try await rollcall("whoami", "--context", "life", "--json")
        #expect(missing.status == 4)
        #expect(missing.text.contains("Contexts there: live, test."), "\(missing.text)")
        let completed = try await run(
            "/bin/bash",
            [
                "-ec",
                """
                PATH=$1:$PATH XDG_CONFIG_HOME=$2
                export PATH XDG_CONFIG_HOME
                source <(rollcall --generate-completion-script bash)
                COMP_WORDS=(rollcall whoami --context l) COMP_CWORD=3
                COMP_LINE='rollcall whoami --context l' COMP_POINT=27
                _rollcall rollcall l --context
                echo "${COMPREPLY[@]}"
                """, "bash", Products.directory.path,
                cluster.directory.appending(path: "config").path,
            ])
        #expect(completed.text == "live\n", "\(completed.text)")
    }
}
