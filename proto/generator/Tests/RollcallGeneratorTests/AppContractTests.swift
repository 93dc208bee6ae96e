import Foundation
import Testing

@testable import RollcallGenerator

/// What is generated for apps.
struct AppContractTests {
    private static let proto = """
        syntax = "proto3";
        package test;
        import "rollcall/rpc/v1/options.proto";
        message Question {
          fixed64 number = 3;
          string password = 1 [(rollcall.rpc.v1.sensitive) = true];
          oneof proof { string code = 4; Nested nested = 5; }
        }
        message Nested { repeated Kind kinds = 1; }
        enum Kind { KIND_UNSPECIFIED = 0; KIND_GOOD = 2; }
        message Answer { bytes content = 1; optional uint32 position = 2; }
        message Secret { string key = 1; }
        message Detail { string text = 1; }
        service Oracle {
          rpc Ask(Question) returns (Answer) {
            option (rollcall.rpc.v1.access) = ACCESS_OWNER;
            option (rollcall.rpc.v1.for_apps) = true;
            option idempotency_level = NO_SIDE_EFFECTS;
          }
          rpc Listen(Nested) returns (stream Answer) {
            option (rollcall.rpc.v1.access) = ACCESS_ANYONE;
            option (rollcall.rpc.v1.for_apps) = true;
            option idempotency_level = NO_SIDE_EFFECTS;
          }
          rpc Send(stream Secret) returns (Answer) {
            option (rollcall.rpc.v1.access) = ACCESS_OWNER;
            option (rollcall.rpc.v1.for_apps) = true;
            option idempotency_level = NO_SIDE_EFFECTS;
          }
          rpc Operate(Secret) returns (Answer) {
            option (rollcall.rpc.v1.access) = ACCESS_ADMIN;
            option idempotency_level = NO_SIDE_EFFECTS;
          }
        }
        """

    private static func text(_ proto: String = proto) throws -> String {
        let files = try Generation.swift(from: proto, options: ",app_message=test.Detail")
        #expect(files.count == 1)
        return try #require(files["test.swift"])
    }

    @Test func appsGetTheirCallsAndWhatTheseReach() throws {
        let text = try Self.text()
        for name in [
            "struct Question: Message, Redacted", "struct Nested: Message",
            "struct Kind: OpenEnum", "struct Answer: Message", "struct Detail: Message",
            "struct OracleClient",
        ] {
            #expect(text.contains("public \(name)"), "\(name)")
        }
        #expect(!text.contains("Secret"))
        #expect(!text.contains("operate"))
        #expect(
            text.contains(#"caller.unary("test.Oracle/Ask", .user, request, isRepeatable: true)"#))
        #expect(text.contains(#"caller.stream("test.Oracle/Listen", .anyone, request)"#))
        #expect(text.contains("-> AsyncThrowingStream<Answer, any Error>"))
    }

    @Test func fieldsAreShownInTheOrderOfTheirNumbers() throws {
        let text = try Self.text()
        let visits = text.matches(of: /try visitor\.(\w+)\((\d)/).map { "\($0.1) \($0.2)" }
        #expect(
            visits == [
                "value 1", "fixed 3", "choice 4", "choice 5", "list 1", "value 1", "optional 2",
                "value 1",
            ])
        #expect(text.contains("public var content: Data = Data()"))
    }

    @Test(arguments: [
        "map<string, string> names = 9;", "double share = 9;", "sint32 change = 9;",
        "repeated fixed64 numbers = 9;", "Question again = 9;",
    ])
    func whatTheCodecForAppsCannotReadIsRefused(_ field: String) {
        let proto = Self.proto.replacing(
            "fixed64 number = 3;", with: "fixed64 number = 3; \(field)")
        #expect(throws: Generation.Failure.self) { try Self.text(proto) }
    }
}
