import Foundation
import SwiftProtobuf
import SwiftProtobufPluginLibrary

@testable import RollcallGenerator

/// Runs the generator on the text of a .proto file.
enum Generation {
    /// What protoc is told.
    struct Failure: Error {
        let message: String
    }

    /// - Parameter options: more of the generator's.
    /// - Returns: the files by name.
    static func swift(from proto: String, options: String = "") throws -> [String: String] {
        var request = Google_Protobuf_Compiler_CodeGeneratorRequest()
        request.parameter =
            "visibility=public,c_module=CMessages,wire_module=RollcallWire" + options
        request.fileToGenerate = ["test.proto"]
        request.protoFile = try descriptors(of: proto).file
        let response = generateCode(request: request, generator: SwiftGenerator())
        guard response.error.isEmpty else { throw Failure(message: response.error) }
        return Dictionary(uniqueKeysWithValues: response.file.map { ($0.name, $0.content) })
    }

    static func descriptors(of proto: String) throws -> Google_Protobuf_FileDescriptorSet {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(proto.utf8).write(to: folder.appending(path: "test.proto"))
        let contract = URL(filePath: #filePath).appending(path: "../../../..").standardized
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "protoc", "-I", folder.path, "-I", contract.path, "--include_imports",
            "--include_source_info", "--descriptor_set_out", folder.appending(path: "set").path,
            "test.proto",
        ]
        try process.run()
        process.waitUntilExit()
        var options = SimpleExtensionMap()
        options.insert(contentsOf: SwiftGenerator().customOptionExtensions)
        return try Google_Protobuf_FileDescriptorSet(
            serializedBytes: Data(contentsOf: folder.appending(path: "set")), extensions: options)
    }
}
