import Foundation
import TestSupport
import Testing

@testable import RollcallPhotos

struct SandboxTests {
    @Test func theProgramCannotLeaveItsSandbox() async throws {
        try await PhotoProgram().check()
    }

    @Test(arguments: [["prepare"], ["sizes"]])
    func itIsInItsSandboxBeforeItReadsAByte(mode: [String]) async throws {
        let path = try PhotoProgram().path
        let running = try RunningProgram(path, mode)
        defer { running.kill() }
        // It waits for input that does not come.
        let status = try await running.status { $0["Seccomp"] == "2" }
        #expect(status["NoNewPrivs"] == "1")
        #expect(status["Threads"] == "1")
        // Nothing but the three that it was given.
        #expect(try running.descriptors == ["0", "1", "2"])
        let limits = try running.limits
        #expect(limits["Max open files"] == "0")
        #expect(limits["Max processes"] == "0")
        #expect(limits["Max core file size"] == "0")
        #expect(Int(limits["Max address space"] ?? "").map { $0 <= 3 << 29 } == true)
        #expect(Int(limits["Max cpu time"] ?? "").map { $0 <= 30 } == true)
    }

    @Test func wrongArgumentsEndItAtOnce() throws {
        let path = try PhotoProgram().path
        for arguments in [
            [], ["sizes", "64"], ["prepare", "0"], ["prepare", "2048", "x"], ["copy"],
        ] {
            let (output, ending) = try ChildProcess().run(
                path, arguments, input: [], outputLimit: 100, until: .now + .seconds(10))
            #expect(ending == .exited(64))
            #expect(output.isEmpty)
        }
    }
}

/// A program that was started and is given nothing.
private final class RunningProgram {
    private let process = Process()

    init(_ path: String, _ arguments: [String]) throws {
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.standardInput = Pipe()
        process.standardOutput = Pipe()
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    func kill() {
        Glibc.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// What the kernel says of it, once that is as it should be.
    func status(until isReady: ([String: String]) -> Bool) async throws -> [String: String] {
        try await eventually { isReady(try table("status", separator: ":")) }
        return try table("status", separator: ":")
    }

    var descriptors: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(
                atPath: "/proc/\(process.processIdentifier)/fd"
            ).sorted()
        }
    }

    /// The hard limits.
    var limits: [String: String] {
        get throws {
            let text = try String(
                contentsOfFile: "/proc/\(process.processIdentifier)/limits", encoding: .utf8)
            let rows = text.split(separator: "\n").dropFirst().map { line in
                let name = line.prefix(26).trimmingCharacters(in: .whitespaces)
                return (name, String(line.dropFirst(26).split(separator: " ")[1]))
            }
            return Dictionary(uniqueKeysWithValues: rows)
        }
    }

    private func table(_ file: String, separator: Character) throws -> [String: String] {
        let text = try String(
            contentsOfFile: "/proc/\(process.processIdentifier)/\(file)", encoding: .utf8)
        let rows = text.split(separator: "\n").compactMap { line -> (String, String)? in
            let parts = line.split(separator: separator, maxSplits: 1)
            guard parts.count == 2 else { return nil }
            return (String(parts[0]), parts[1].trimmingCharacters(in: .whitespaces))
        }
        return Dictionary(rows) { first, _ in first }
    }
}
