import Testing

@testable import rollcall

struct UnknownCommandTests {
    @Test(arguments: [
        (["singup"], "sign-up"), (["signin", "--email", "x"], "sign-in"), (["sesion"], "session"),
        (["session", "lst"], "list"), (["admin", "user", "shwo"], "show"), (["acc"], "account"),
        (["rpc", "describ"], "describe"), (["who"], "whoami"),
    ])
    func aSlipOfTheFingerGetsASuggestion(_ arguments: [String], _ suggestion: String) {
        let unknown = UnknownCommand(in: arguments)
        #expect(unknown?.suggestion == suggestion)
        #expect(unknown?.failure.status == .usage)
    }

    @Test func theSuggestionCanBeTyped() {
        #expect(
            UnknownCommand(in: ["session", "lst"])?.failure.message
                == "There is no command \"rollcall session lst\". Did you mean \"rollcall session "
                + "list\"? List the commands: rollcall session --help")
    }

    @Test func whatIsLikeNothingGetsNoSuggestion() {
        let unknown = UnknownCommand(in: ["frobnicate"])
        #expect(unknown?.suggestion == nil && unknown?.word == "frobnicate")
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

    @Test(arguments: [
        ("", "", 0), ("a", "", 1), ("", "ab", 2), ("singup", "sign-up", 2), ("list", "list", 0),
        ("lsit", "list", 1), ("kitten", "sitting", 3),
    ])
    func theDistanceCountsSlips(_ from: String, _ to: String, _ distance: Int) {
        #expect(from.distance(to: to) == distance)
        #expect(to.distance(to: from) == distance)
    }

    @Test func aWrongCommandLineIsJSONIfJSONIsWanted() {
        #expect(Rollcall.wantsJSON(["whoami", "--json", "--bogus"]))
        #expect(Rollcall.wantsJSON(["rpc", "call"]))
        #expect(!Rollcall.wantsJSON(["whoami", "--", "--json"]))
        #expect(!Rollcall.wantsJSON(["rpc", "list"]))
    }
}
