import SwiftProtobuf
import Testing

@testable import RollcallGenerator

struct ForProtobufCTests {
    @Test func protobufCSeesBytesAndNoOptionsOfOurs() throws {
        let set = try Generation.descriptors(
            of: """
                syntax = "proto3";
                package test;
                import "rollcall/rpc/v1/options.proto";
                message M {
                  string secret = 1 [(rollcall.rpc.v1.sensitive) = true];
                  optional string class = 2;
                  repeated int32 numbers = 3;
                  map<string, string> texts = 4;
                }
                """)
        let files = try ForProtobufC.rewrite(set).file
        #expect(files.map(\.name) == ["test.proto"])
        #expect(files[0].dependency == [])

        let fields = files[0].messageType[0].field
        let asBytes = try Google_Protobuf_FieldOptions(
            serializedBytes: [0xDA, 0x3F, 0x02, 0x08, 0x01] as [UInt8])
        #expect(fields[0].options == asBytes)
        #expect(fields[1].name == "class_" && !fields[1].proto3Optional)
        #expect(fields[2].options.packed)
        #expect(files[0].messageType[0].nestedType[0].field.allSatisfy { $0.options == asBytes })
    }
}
