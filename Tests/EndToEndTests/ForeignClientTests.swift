import Foundation
import Testing

@Suite struct ForeignClientTests {
    /// `client.py` was written from PROTOCOL.md and the .proto files, on Google's protobuf.
    @Test func aClientInAnotherLanguageSignsUpUploadsAndWatches() async throws {
        let cluster = try Cluster()
        try await cluster.startAll()
        let output = try await run(
            "/usr/bin/python3",
            [
                Products.repository.appending(path: "Tests/EndToEndTests/client.py").path,
                Products.repository.appending(path: "proto").path,
                "\(cluster.endpoint(.auth))", "\(cluster.endpoint(.profile))",
                "\(cluster.endpoint(.presence))",
                Products.repository.appending(path: "deploy/quickstart-photo.jpg").path,
                cluster.spool.directory.path,
            ])
        #expect(output.status == 0, "\(output.text)\n\(cluster.logs)")
        #expect(output.text.contains("moved to another address\nproved who it is\n"))
        #expect(output.text.contains("watched\nsigned out\n"))
    }

    /// `mistakes.py` reads the table of the page itself.
    @Test func everyMistakeOfAClientIsAnsweredAsThePageSays() async throws {
        let cluster = try Cluster()
        try await cluster.startAll()
        let output = try await run(
            "/usr/bin/python3",
            [
                Products.repository.appending(path: "Tests/EndToEndTests/mistakes.py").path,
                Products.repository.appending(path: "proto").path, "\(cluster.endpoint(.auth))",
            ])
        #expect(output.status == 0, "\(output.text)\n\(cluster.logs)")
        #expect(output.text.contains("made "))
    }
}

/// What a program printed, and how it ended.
struct ProgramOutput {
    let text: String
    let status: Int32
}

/// Runs a program to its end, without blocking a thread of Swift's own.
func run(
    _ program: String, _ arguments: [String], environment: [String: String] = [:],
    input: String = ""
) async throws -> ProgramOutput {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let (output, standardInput) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = output
    process.standardInput = standardInput
    try process.run()
    // A program that ends before it has read all of it says why in its status and text.
    try? standardInput.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try standardInput.fileHandleForWriting.close()
    let data = try await withCheckedThrowingContinuation { continuation in
        DispatchQueue.global().async {
            continuation.resume(
                with: Result { try output.fileHandleForReading.readToEnd() ?? Data() })
        }
    }
    process.waitUntilExit()
    return ProgramOutput(
        text: String(decoding: data, as: UTF8.self), status: process.terminationStatus)
}
