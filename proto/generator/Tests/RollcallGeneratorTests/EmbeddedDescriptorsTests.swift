import Foundation
import SwiftProtobuf
import SwiftProtobufPluginLibrary
import Testing

@testable import RollcallGenerator

struct EmbeddedDescriptorsTests {
    @Test func whatIsEmbeddedIsTheFileWithItsOptionsAndWithoutItsComments() throws {
        var field = Google_Protobuf_FieldDescriptorProto()
        field.name = "password"
        field.options = try .init(serializedBytes: [0xD0, 0xF3, 0x18, 0x01])
        var message = Google_Protobuf_DescriptorProto()
        message.name = String(repeating: "Long", count: 40)
        message.field = [field]
        var file = Google_Protobuf_FileDescriptorProto()
        file.name = "a.proto"
        file.messageType = [message]
        var commented = file
        commented.sourceCodeInfo.location = [.init()]

        let text = try EmbeddedDescriptors.text(of: .with { $0.file = [commented] })
        let digits = text.split(separator: "\"\"\"")[1].filter { !" \n\\".contains($0) }
        let padding = String(repeating: "=", count: (4 - digits.count % 4) % 4)
        let bytes = try #require(Data(base64Encoded: digits + padding))
        #expect(try Google_Protobuf_FileDescriptorProto(serializedBytes: bytes) == file)
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 100 })
    }
}
