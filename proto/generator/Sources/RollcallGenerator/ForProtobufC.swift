import Foundation
import SwiftProtobuf
import SwiftProtobufPluginLibrary

/// Rewrites a descriptor set for protoc-c, so that the .proto files stay clean of protobuf-c.
public enum ForProtobufC {
    /// From standard input to standard output.
    public static func run() throws {
        let input = FileHandle.standardInput.readDataToEndOfFile()
        let set = try Google_Protobuf_FileDescriptorSet(serializedBytes: input)
        let output: Data = try rewrite(set).serializedBytes()
        FileHandle.standardOutput.write(output)
    }

    /// Keeps the messages and enums of the files, without services and options.
    static func rewrite(
        _ set: Google_Protobuf_FileDescriptorSet
    ) throws -> Google_Protobuf_FileDescriptorSet {
        // What protobuf-c.proto declares: its generator knows it, this package does not.
        let withoutPackHelpers = try Google_Protobuf_FileOptions(
            serializedBytes: protobufCOption([0x10, 0x00]))
        let asBytes = try Google_Protobuf_FieldOptions(
            serializedBytes: protobufCOption([0x08, 0x01]))

        let kept = set.file.filter { $0.package != "google.protobuf" && !$0.declaresOptions }
        let keptNames = Set(kept.map(\.name))
        var result = Google_Protobuf_FileDescriptorSet()
        result.file = kept.map { original in
            var file = original
            file.options = withoutPackHelpers
            file.service = []
            file.extension = []
            file.dependency = original.dependency.filter(keptNames.contains)
            file.publicDependency = []
            file.weakDependency = []
            file.enumType = original.enumType.map(rewrite)
            file.messageType = original.messageType.map { rewrite($0, stringOptions: asBytes) }
            return file
        }
        return result
    }

    /// `protobuf-c.proto` has its options in a message in extension field 1019.
    private static func protobufCOption(_ option: [UInt8]) -> [UInt8] {
        [0xDA, 0x3F, UInt8(option.count)] + option
    }

    private static func rewrite(
        _ original: Google_Protobuf_EnumDescriptorProto
    ) -> Google_Protobuf_EnumDescriptorProto {
        var result = original
        let allowsAlias = original.options.allowAlias
        result.clearOptions()
        if allowsAlias {
            result.options.allowAlias = true
        }
        for index in result.value.indices {
            result.value[index].clearOptions()
        }
        return result
    }

    private static func rewrite(
        _ original: Google_Protobuf_DescriptorProto, stringOptions: Google_Protobuf_FieldOptions
    ) -> Google_Protobuf_DescriptorProto {
        var result = original
        let isMapEntry = original.options.mapEntry
        result.clearOptions()
        if isMapEntry {
            result.options.mapEntry = true
        }
        result.enumType = original.enumType.map(rewrite)
        result.nestedType = original.nestedType.map { rewrite($0, stringOptions: stringOptions) }
        result.field = original.field.map { rewrite($0, stringOptions: stringOptions) }
        for index in result.oneofDecl.indices {
            result.oneofDecl[index].name = CNames.oneof(named: original.oneofDecl[index].name)
            result.oneofDecl[index].clearOptions()
        }
        return result
    }

    private static func rewrite(
        _ original: Google_Protobuf_FieldDescriptorProto,
        stringOptions: Google_Protobuf_FieldOptions
    ) -> Google_Protobuf_FieldDescriptorProto {
        var result = original
        result.name = CNames.field(named: original.name)
        result.clearOptions()
        if original.type == .string {
            // With a plain `char *` the length is lost, and "a\0b" becomes "a".
            result.options = stringOptions
        }
        if original.isPackedInProto3 {
            // protoc-c packs only what says so.
            result.options.packed = true
        }
        // protoc-c 1.4 refuses `optional` in proto3; a oneof of one field is the same on the wire.
        result.clearProto3Optional()
        return result
    }
}

extension Google_Protobuf_FileDescriptorProto {
    fileprivate var declaresOptions: Bool { !self.extension.isEmpty }
}

extension Google_Protobuf_FieldDescriptorProto {
    fileprivate var isPackedInProto3: Bool {
        guard label == .repeated else { return false }
        switch type {
        case .string, .bytes, .message, .group: return false
        default: return !options.hasPacked || options.packed
        }
    }
}
