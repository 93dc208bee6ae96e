import Foundation

/// Google's protobuf, as a program.
enum Protoc {
    /// Text to bytes.
    static func encode(_ text: String, as type: String) throws -> [UInt8] {
        try [UInt8](run(["--encode=\(type)"], input: Data(text.utf8)))
    }

    /// Bytes to text.
    static func decode(_ bytes: [UInt8], as type: String) throws -> String {
        try String(decoding: run(["--decode=\(type)"], input: Data(bytes)), as: UTF8.self)
    }

    struct Failure: Error {
        let status: Int32
    }

    private static func run(_ arguments: [String], input: Data) throws -> Data {
        let tests = URL(filePath: #filePath).deletingLastPathComponent()
        let schema = tests.appending(path: "Schema")
        let contract = tests.appending(path: "../../../proto")
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments =
            ["protoc", "-I", schema.path, "-I", contract.path] + arguments + ["batch.proto"]
        // Files, because pipes that both fill up would wait for each other.
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let output = folder.appending(path: "output")
        try input.write(to: folder.appending(path: "input"))
        try Data().write(to: output)
        process.standardInput = try FileHandle(forReadingFrom: folder.appending(path: "input"))
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(status: process.terminationStatus)
        }
        return try Data(contentsOf: output)
    }
}
