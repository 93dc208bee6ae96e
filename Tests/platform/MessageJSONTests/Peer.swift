import Foundation
import MessageJSON

/// Google's protobuf, as programs: `protoc` for descriptors, and `peer.py` for messages and JSON.
struct Peer {
    /// The descriptors of the contract and of the schemas that the codec is tested with.
    let pool: DescriptorPool
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let proto = Self.tests.appending(path: "../../../proto").path
        let schema = Self.tests.appending(path: "../WireTests/Schema").path
        _ = try Self.run(
            [
                "protoc", "-I", schema, "-I", proto, "--include_imports",
                "--descriptor_set_out=\(folder.path)/set", "batch.proto", "rollcall/v1/auth.proto",
            ], in: folder)
        let set = try Data(contentsOf: folder.appending(path: "set"))
        pool = try DescriptorPool(descriptorSet: [UInt8](set))
    }

    func remove() {
        try? FileManager.default.removeItem(at: folder)
    }

    /// Random messages: encoded, as JSON in one of Google's styles, and as JSON with sorted keys.
    func make(
        _ type: String, count: Int, seed: Int
    ) throws -> [(bytes: [UInt8], json: [UInt8], plain: String)] {
        try lines(["make", type, "\(count)", "\(seed)"]).map { columns in
            (columns[0], columns[1], String(decoding: columns[2], as: UTF8.self))
        }
    }

    /// What Google reads in JSON texts: the message, and the text with sorted keys; nil where it
    /// refuses.
    func read(
        _ type: String, _ texts: [[UInt8]]
    ) throws -> [(bytes: [UInt8], plain: String)?] {
        let input = texts.map { Data($0).base64EncodedString() + "\n" }.joined()
        return try lines(["read", type], input: input).map { columns in
            guard columns.count == 2 else { return nil }
            return (columns[0], String(decoding: columns[1], as: UTF8.self))
        }
    }

    private func lines(_ arguments: [String], input: String = "") throws -> [[[UInt8]]] {
        let peer = Self.tests.appending(path: "peer.py").path
        let output = try Self.run(
            ["/usr/bin/python3", peer, "\(folder.path)/set"] + arguments, in: folder, input: input)
        return output.split(separator: "\n").map { line in
            line.split(separator: " ", omittingEmptySubsequences: false).compactMap {
                $0 == "-" ? nil : Data(base64Encoded: String($0)).map { [UInt8]($0) }
            }
        }
    }

    private static let tests = URL(filePath: #filePath).deletingLastPathComponent()

    struct Failure: Error {
        let status: Int32
    }

    /// Runs a program with files for pipes, because two pipes that fill up wait for each other.
    private static func run(
        _ arguments: [String], in folder: URL, input: String = ""
    ) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = arguments
        let (given, output) = (folder.appending(path: "input"), folder.appending(path: "output"))
        try Data(input.utf8).write(to: given)
        try Data().write(to: output)
        process.standardInput = try FileHandle(forReadingFrom: given)
        process.standardOutput = try FileHandle(forWritingTo: output)
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(status: process.terminationStatus)
        }
        return try String(contentsOf: output, encoding: .utf8)
    }
}

/// Runs `body` with a peer, whose files are removed afterwards.
func withPeer(_ body: (Peer) throws -> Void) throws {
    let peer = try Peer()
    defer { peer.remove() }
    try body(peer)
}
