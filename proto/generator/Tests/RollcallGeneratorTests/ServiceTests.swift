import Foundation
import Testing

@testable import RollcallGenerator

struct ServiceTests {
    private static let proto = """
        syntax = "proto3";
        package test;
        import "rollcall/rpc/v1/options.proto";
        message Question {}
        message Answer {}
        service Oracle {
          rpc Ask(Question) returns (Answer) {
            option (rollcall.rpc.v1.access) = ACCESS_ANYONE;
            option idempotency_level = NO_SIDE_EFFECTS;
          }
          rpc AskMore(Question) returns (Answer) {
            option (rollcall.rpc.v1.access) = ACCESS_ANYONE;
            option idempotency_level = NO_SIDE_EFFECTS;
          }
        }
        """

    @Test func aHandlerReturnsItsResponseEncodedIfItIsSaidSo() throws {
        let files = try Generation.swift(
            from: Self.proto, options: ",encoded_response=test.Oracle.Ask")
        let text = try #require(files["Oracle.swift"])
        let results = text.split(separator: "\n").filter { $0.contains("async throws ->") }
        #expect(results.count == 4)
        // Of the protocol; a client has the message.
        #expect(results.filter { $0.contains("-> Encoded<Answer>") }.count == 1)
    }

    @Test func anRPCHasTheSizeOfItsRequestFromTheContract() throws {
        let proto = Self.proto.replacing(
            "rpc AskMore(Question) returns (Answer) {",
            with: "rpc AskMore(Question) returns (Answer) {"
                + "option (rollcall.rpc.v1.max_request_bytes) = 50000; ")
        let text = try #require(Generation.swift(from: proto)["Oracle.swift"])
        let methods = text.components(separatedBy: "Method<Question, Answer>(")
        #expect(methods.count == 3)
        #expect(!methods[1].contains("maximumRequestSize"))
        #expect(methods[2].contains("maximumRequestSize: 50000"))
    }
}
