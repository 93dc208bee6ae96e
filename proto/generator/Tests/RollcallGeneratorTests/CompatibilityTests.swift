import SwiftProtobuf
import Testing

@testable import RollcallGenerator

struct CompatibilityTests {
    private static let released = """
        syntax = "proto3";
        package test;
        import "rollcall/rpc/v1/options.proto";
        service S {
          rpc Find(Request) returns (stream Answer) {
            option (rollcall.rpc.v1.access) = ACCESS_USER;
            option idempotency_level = IDEMPOTENT;
            option (rollcall.rpc.v1.for_apps) = true;
            option (rollcall.rpc.v1.max_request_bytes) = 8192;
          }
        }
        message Request {
          reserved 4 to 6, 9;
          reserved "gone";
          string name = 1;
          optional int64 size = 2;
          oneof key { string id = 3; }
          message Inner { uint32 count = 1; }
        }
        message Answer { repeated Kind kinds = 1; Request.Inner inner = 2; }
        enum Kind { reserved 7; KIND_UNSPECIFIED = 0; KIND_ONE = 1; }
        """

    /// What the gate says when texts of the released contract have become others.
    private func breaks(_ changes: [(String, String)]) throws -> [String] {
        var present = Self.released
        for (old, new) in changes {
            try #require(present.contains(old))
            present.replace(old, with: new)
        }
        return Compatibility(
            of: try Generation.descriptors(of: present),
            with: try Generation.descriptors(of: Self.released)
        ).breaks
    }

    private func breaks(_ old: String, _ new: String) throws -> [String] {
        try breaks([(old, new)])
    }

    @Test func whatIsNewBreaksNothing() throws {
        let added = [
            ("KIND_ONE = 1;", "KIND_ONE = 1; KIND_TWO = 2;"),
            ("string name = 1;", "string name = 1; string title = 10;"),
            ("string id = 3;", "string id = 3; bytes digest = 11;"),
            ("reserved 4 to 6, 9;", "reserved 4 to 9;"),
            ("message Answer", "message Another {} message Answer"),
            (
                "service S {",
                """
                service T {}
                service S {
                  rpc Call(Request) returns (Another) {
                    option (rollcall.rpc.v1.access) = ACCESS_AUTH;
                    option idempotency_level = IDEMPOTENCY_UNKNOWN;
                  }
                """
            ),
        ]
        #expect(try breaks(added) == [])
    }

    @Test func aWiderRPCBreaksNothing() throws {
        let wider = [
            ("ACCESS_USER", "ACCESS_ANYONE_OR_USER"), ("IDEMPOTENT", "NO_SIDE_EFFECTS"),
            ("8192", "10000"),
        ]
        #expect(try breaks(wider) == [])
        #expect(try breaks("ACCESS_USER", "ACCESS_OWNER") == [])
    }

    @Test(arguments: [
        ("string name = 1;", "", "test.Request.name is gone."),
        ("string name = 1;", "string title = 1;", "test.Request.name is gone."),
        (
            "message Inner { uint32 count = 1; }", "message Inner {}",
            "test.Request.Inner.count is gone."
        ),
        ("KIND_ONE = 1", "KIND_UNO = 1", "test.Kind.KIND_ONE is gone."),
        ("rpc Find", "rpc Search", "test.S.Find is gone."),
        ("service S", "service T", "test.S is gone."),
    ])
    func whatIsGoneOrRenamedIsNamed(old: String, new: String, sentence: String) throws {
        #expect(try breaks(old, new) == [sentence])
    }

    @Test func aMessageOrAnEnumThatIsGoneIsNamed() throws {
        let gone = try breaks([
            ("message Answer", "message Reply"), ("stream Answer", "stream Reply"),
            ("enum Kind", "enum Sort"), ("repeated Kind", "repeated Sort"),
        ])
        #expect(gone.prefix(2) == ["test.Answer is gone.", "test.Kind is gone."])
    }

    @Test(arguments: [
        ("string name = 1;", "string name = 12;", "string name = 1", "string name = 12"),
        ("string name = 1;", "bytes name = 1;", "string name = 1", "bytes name = 1"),
        (
            "string name = 1;", "repeated string name = 1;", "string name = 1",
            "repeated string name = 1"
        ),
        (
            "string name = 1;", "optional string name = 1;", "string name = 1",
            "optional string name = 1"
        ),
        (
            "string name = 1;", "string name = 1 [json_name = \"n\"];", "string name = 1",
            "string n = 1"
        ),
    ])
    func aFieldThatHasChangedIsNamed(old: String, new: String, was: String, now: String) throws {
        #expect(try breaks(old, new) == ["test.Request.name was `\(was)` and is `\(now)`."])
    }

    @Test func aFieldThatHasMovedIntoAnotherOneofOrTypeIsNamed() throws {
        #expect(
            try breaks("oneof key", "oneof keys")
                == [
                    "test.Request.id was `string id = 3 in oneof key` and is `string id = 3 in oneof keys`."
                ])
        #expect(
            try breaks("Request.Inner inner", "Request inner")
                == [
                    "test.Answer.inner was `test.Request.Inner inner = 2` and is `test.Request inner = 2`."
                ])
        #expect(
            try breaks("KIND_ONE = 1", "KIND_ONE = 3") == ["test.Kind.KIND_ONE was `1` and is `3`."]
        )
    }

    @Test func anRPCWithOtherMessagesIsNamed() throws {
        let was = "test.S.Find was `(test.Request) returns (stream test.Answer)`"
        #expect(
            try breaks("Find(Request)", "Find(Answer)")
                == ["\(was) and is `(test.Answer) returns (stream test.Answer)`."])
        #expect(
            try breaks("Find(Request)", "Find(stream Request)")
                == ["\(was) and is `(stream test.Request) returns (stream test.Answer)`."])
        #expect(
            try breaks("stream Answer", "Answer")
                == ["\(was) and is `(test.Request) returns (test.Answer)`."])
    }

    @Test(arguments: [
        ("ACCESS_USER", "ACCESS_ADMIN", "admits fewer callers."),
        ("ACCESS_USER", "ACCESS_SERVICE", "admits fewer callers."),
        ("for_apps) = true", "for_apps) = false", "is no longer for apps."),
        ("= IDEMPOTENT", "= IDEMPOTENCY_UNKNOWN", "has a lower idempotency_level."),
        ("8192", "8191", "has a smaller max_request_bytes."),
        (
            "option (rollcall.rpc.v1.max_request_bytes) = 8192;", "",
            "has a smaller max_request_bytes."
        ),
    ])
    func anRPCThatPromisesLessIsNamed(old: String, new: String, sentence: String) throws {
        #expect(try breaks(old, new) == ["test.S.Find \(sentence)"])
    }

    /// A caller whose token has expired can call the one and not the other.
    @Test func anRPCThatBeginsToVerifyTokensAdmitsFewerCallers() throws {
        let anyone = Self.released.replacing("ACCESS_USER", with: "ACCESS_ANYONE")
        let either = Self.released.replacing("ACCESS_USER", with: "ACCESS_ANYONE_OR_USER")
        let (old, new) = (
            try Generation.descriptors(of: anyone), try Generation.descriptors(of: either)
        )
        #expect(Compatibility(of: new, with: old).breaks == ["test.S.Find admits fewer callers."])
        #expect(Compatibility(of: old, with: new).breaks == [])
    }

    @Test(arguments: [
        ("reserved 4 to 6, 9;", "reserved 9;", "test.Request no longer reserves 4 to 6."),
        ("reserved 4 to 6, 9;", "reserved 4 to 6;", "test.Request no longer reserves 9 to 9."),
        ("reserved \"gone\";", "", "test.Request no longer reserves `gone`."),
        ("reserved 7;", "", "test.Kind no longer reserves 7 to 7."),
    ])
    func aNumberThatCouldBeUsedAgainIsNamed(old: String, new: String, sentence: String) throws {
        #expect(try breaks(old, new) == [sentence])
    }

    @Test func aFileThatIsGoneAndAnotherPackageAreNamed() throws {
        let released = try Generation.descriptors(of: Self.released)
        var present = released
        present.file.removeAll { $0.name == "test.proto" }
        #expect(Compatibility(of: present, with: released).breaks == ["test.proto is gone."])
        #expect(
            try breaks("package test;", "package other;").first
                == "test.proto was `package test` and is `package other`.")
    }

    @Test func anOptionThatHasChangedIsNamed() throws {
        var released = try Generation.descriptors(of: Self.released)
        let options = try #require(
            released.file.firstIndex { $0.name == "rollcall/rpc/v1/options.proto" })
        let access = try #require(
            released.file[options].extension.firstIndex { $0.name == "access" })
        let present = released
        released.file[options].extension[access].number = 51099
        #expect(
            Compatibility(of: present, with: released).breaks == [
                "rollcall.rpc.v1.access was `rollcall.rpc.v1.Access access = 51099 of "
                    + "google.protobuf.MethodOptions` and is `rollcall.rpc.v1.Access access = 51001 of "
                    + "google.protobuf.MethodOptions`."
            ])
    }

    @Test func theContractKeepsItself() throws {
        let set = try Generation.descriptors(of: Self.released)
        #expect(Compatibility(of: set, with: set).breaks == [])
    }
}
