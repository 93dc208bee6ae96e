import RollcallBasics
import Testing

struct ProgramArgumentsTests {
    @Test func theProgramsNameIsNoArgument() {
        #expect(
            programArguments(["/usr/bin/rollcall", "status", "--json"]) == ["status", "--json"])
    }

    /// As a preloaded library that calls setenv(3) leaves the command line of a static executable.
    @Test func ifSwiftFindsNoneTheKernelIsAsked() {
        #expect(CommandLine.arguments.count > 1)
        #expect(programArguments([]) == Array(CommandLine.arguments.dropFirst()))
    }
}
