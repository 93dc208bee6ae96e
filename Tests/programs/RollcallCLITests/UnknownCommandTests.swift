import Testing

@testable import rollcall

struct UnknownCommandTests {
    @Test(arguments: [
        (["singup"], "sign-up"), (["signin", "--email", "x"], "sign-in"), (["sesion"], "session"),
        (["session", "lst"], "list"), (["admin", "user", "shwo"], "show"), (["acc"], "account"),
        (["rpc", "describ"], "describe"), (["who"], "whoami"),
    ])
    func aSlipOfTheFingerIsAnsweredWithTheCommandsThere(_ arguments: [String], _ meant: String) {
        let unknown = UnknownCommand(in: arguments)
        #expect(unknown?.names.contains(meant) == true)
        #expect(unknown?.failure.status == .usage)
    }

    @Test func theMessageNamesTheCommands() {
        #expect(
            UnknownCommand(in: ["rpc", "lst"])?.failure.message
                == "There is no command \"rollcall rpc lst\". There are: list, describe, call. "
                + "To explain them: rollcall rpc --help")
    }

    @Test(
        arguments: [
            [], ["--help"], ["--version"], ["help"], ["help", "session"], ["session"],
            ["session", "--help"], ["sign-up", "anything"], ["profile", "show", "anna"],
            ["admin", "user", "list", "--json"],
        ] as [[String]])
    func whatIsACommandIsLeftToTheParser(_ arguments: [String]) {
        #expect(UnknownCommand(in: arguments) == nil)
    }

    @Test func aWrongCommandLineIsJSONIfJSONIsWanted() {
        #expect(Rollcall.wantsJSON(["whoami", "--json", "--bogus"]))
        #expect(Rollcall.wantsJSON(["rpc", "call"]))
        #expect(!Rollcall.wantsJSON(["whoami", "--", "--json"]))
        #expect(!Rollcall.wantsJSON(["rpc", "list"]))
    }
}
