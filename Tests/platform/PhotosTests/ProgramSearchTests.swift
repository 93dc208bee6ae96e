import Testing

@testable import RollcallPhotos

struct ProgramSearchTests {
    @Test func theProgramIsFoundBesideTheRunningOne() throws {
        #expect(try PhotoProgram().path.hasSuffix("/rollcall-photo"))
    }

    @Test func aPathIsTheOnlyPlace() throws {
        #expect(try PhotoProgram(path: "/bin/true").path == "/bin/true")
        for path in ["/nowhere/rollcall-photo", "/etc/passwd", "/bin"] {
            #expect(throws: PhotoProgramError.programMissing("at \(path)")) {
                try PhotoProgram(path: path)
            }
        }
    }

    @Test func otherProgramsAreFoundInPATH() throws {
        #expect(try ProgramSearch.find("sh", at: nil).hasSuffix("/sh"))
        #expect(throws: PhotoProgramError.programMissing("beside this one, nor in PATH")) {
            try ProgramSearch.find("rollcall-nothing", at: nil)
        }
    }
}
