import Foundation
import TestSupport
import Testing

@testable import RollcallPhotos

struct ChildProcessTests {
    private func run(
        _ path: String, _ arguments: [String] = [], input: [UInt8] = [], outputLimit: Int = 1 << 20,
        for time: Duration = .seconds(20)
    ) throws -> (output: [UInt8], ending: ChildProcess.Ending) {
        try ChildProcess().run(
            path, arguments, input: input, outputLimit: outputLimit, until: .now + time)
    }

    @Test func bytesGoInAndComeOut() throws {
        let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0) }
        let (output, ending) = try run("/bin/cat", input: bytes)
        #expect(output == bytes)
        #expect(ending == .exited(0))
    }

    @Test func theStatusIsTold() throws {
        #expect(try run("/bin/sh", ["-c", "exit 13"]).ending == .exited(13))
        #expect(try run("/bin/sh", ["-c", "kill -9 $$"]).ending == .signalled(SIGKILL))
    }

    @Test func itHasNoEnvironment() throws {
        let (output, ending) = try run("/usr/bin/env")
        #expect(output.isEmpty)
        #expect(ending == .exited(0))
    }

    @Test func whoHangsIsKilledInTime() throws {
        let start = ContinuousClock.now
        #expect(
            try run("/bin/sleep", ["60"], for: .milliseconds(200)).ending == .stopped(.timedOut))
        #expect(ContinuousClock.now - start < .seconds(10))
    }

    @Test func whoStopsIsKilledInTime() throws {
        let (_, ending) = try run("/bin/sh", ["-c", "kill -STOP $$"], for: .milliseconds(200))
        #expect(ending == .stopped(.timedOut))
    }

    // Its output is closed, but it does not end.
    @Test func whoOnlyFallsSilentIsKilledInTime() throws {
        let (_, ending) = try run(
            "/bin/sh", ["-c", "exec <&- >&-; sleep 60"], for: .milliseconds(200))
        #expect(ending == .stopped(.timedOut))
    }

    @Test func whoWritesWithoutEndIsKilled() throws {
        let (output, ending) = try run("/usr/bin/yes", outputLimit: 1000)
        #expect(output.isEmpty)
        #expect(ending == .stopped(.tooMuchOutput))
    }

    @Test func whoReadsNothingIsNoError() throws {
        let (output, ending) = try run(
            "/bin/echo", ["done"], input: [UInt8](repeating: 1, count: 4 << 20))
        #expect(output == Array("done\n".utf8))
        #expect(ending == .exited(0))
    }

    @Test func whatIsNoProgramIsNotStarted() throws {
        #expect(throws: PhotoProgramError.notStarted("/nowhere", ENOENT)) { try run("/nowhere") }
    }

    @Test func whoWasStoppedBeforeItWasStartedEnds() throws {
        let child = ChildProcess()
        child.stop(.cancelled)
        let (_, ending) = try child.run(
            "/bin/sleep", ["60"], input: [], outputLimit: 0, until: .now + .seconds(30))
        #expect(ending == .stopped(.cancelled))
    }

    @Test func aTaskThatIsCancelledEndsTheProgram() async throws {
        let start = ContinuousClock.now
        let preparing = Task { try await PhotoProgram(path: Self.sleeper()).prepare([1]) }
        // So that the program mostly runs; the outcome is the same if not.
        try await elapse(.milliseconds(100))
        preparing.cancel()
        await #expect(throws: CancellationError.self) { try await preparing.value }
        #expect(ContinuousClock.now - start < .seconds(10))
    }

    @Test func aProgramThatIsKilledIsSaidToHaveCrashed() async throws {
        let killed = try Self.program("kill -9 $$")
        await #expect(throws: PhotoProgramError.crashed(SIGKILL)) {
            try await PhotoProgram(path: killed).prepare([1])
        }
    }

    @Test func anAnswerThatIsTooLongIsNone() async throws {
        let endless = try Self.program("yes")
        await #expect(throws: PhotoProgramError.misbehaved) {
            try await PhotoProgram(path: endless).prepare([1])
        }
    }

    /// As the dynamic linker ends a program that lacks a library.
    @Test func aProgramThatCannotRunIsNamed() async throws {
        let unable = try Self.program("exit 127")
        let program = try PhotoProgram(path: unable)
        await #expect(throws: PhotoProgramError.cannotRun(unable)) { try await program.check() }
        #expect(
            "\(PhotoProgramError.cannotRun(unable))"
                == "\(unable) cannot run here: \"\(unable) check\" says why")
        await #expect(throws: PhotoProgramError.cannotRun(unable)) {
            try await program.prepare(PhotoFixture.bytes("palette.png"))
        }
    }

    @Test func aJPEGWithinTheLimitsNeedsNoProgram() async throws {
        let photo = try PhotoFixture.bytes("turned-6.jpg")
        let unable = try PhotoProgram(path: Self.program("exit 127"))
        let jpeg = try await unable.prepare(photo)
        #expect(try jpeg == stored(photo))
        #expect(!jpeg.contains("secret"))
        await #expect(throws: PhotoProgramError.cannotRun(unable.path)) {
            try await unable.prepare(photo.dropLast(9))
        }
    }

    private static func sleeper() throws -> String { try program("exec sleep 60") }

    private static func program(_ script: String) throws -> String {
        let path = FileManager.default.temporaryDirectory
            .appendingPathComponent("program-\(UUID().uuidString)").path
        try "#!/bin/sh\n\(script)\n".write(toFile: path, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
        return path
    }
}
