import Testing

@testable import RollcallGenerator

struct ContractRuleTests {
    static let head = """
        syntax = "proto3";
        package test;
        import "rollcall/rpc/v1/options.proto";
        message Request { string user_id = 1; }
        message Response {}

        """

    private func failure(_ proto: String) -> String? {
        #expect(throws: Generation.Failure.self) { try Generation.swift(from: proto) }?.message
    }

    @Test func anRPCThatDoesNotSayWhoMayCallItIsRefused() {
        let proto = Self.head + "service S { rpc Call(Request) returns (Response); }"
        #expect(
            failure(proto)
                == "test.S.Call does not say who may call it: add the option (rollcall.rpc.v1.access)."
        )
    }

    @Test func anRPCForNobodyInParticularIsRefused() {
        let option = "option (rollcall.rpc.v1.access) = ACCESS_UNSPECIFIED;"
        let proto = Self.head + "service S { rpc Call(Request) returns (Response) { \(option) } }"
        #expect(failure(proto)?.contains("does not say who may call it") == true)
    }

    @Test func anOwnersRequestThatNamesAUserIsRefused() {
        let option = "option (rollcall.rpc.v1.access) = ACCESS_OWNER;"
        let proto = Self.head + "service S { rpc Call(Request) returns (Response) { \(option) } }"
        #expect(
            failure(proto)
                == "test.S.Call is ACCESS_OWNER, but test.Request has a field `user_id`: the user of "
                + "such a call comes from the token.")
    }

    @Test func anotherRequestMayNameAUser() throws {
        let option = "option (rollcall.rpc.v1.access) = ACCESS_USER;"
        let proto = Self.head + "service S { rpc Call(Request) returns (Response) { \(option) } }"
        let files = try Generation.swift(from: proto)
        #expect(files.keys.sorted() == ["S.swift", "test.swift"])
        #expect(files["S.swift"]?.contains("access: .user") == true)
    }

    @Test(arguments: ["anyone", "user", "service", "admin", "auth"])
    func anRPCIsForWhomItSays(_ rule: String) throws {
        let option = "option (rollcall.rpc.v1.access) = ACCESS_\(rule.uppercased());"
        let proto = Self.head + "service S { rpc Call(Request) returns (Response) { \(option) } }"
        let service = try Generation.swift(from: proto)["S.swift"]
        #expect(service?.contains("access: .\(rule)") == true)
    }

    @Test func anRPCSaysHowImportantItIsOrNothing() throws {
        let access = "option (rollcall.rpc.v1.access) = ACCESS_USER;"
        let priority = "option (rollcall.rpc.v1.priority) = PRIORITY_CRITICAL;"
        func service(_ options: String) throws -> String? {
            let call = "rpc Call(Request) returns (Response) { \(options) }"
            return try Generation.swift(from: Self.head + "service S { \(call) }")["S.swift"]
        }
        #expect(try service(access + priority)?.contains("priority: .critical") == true)
        #expect(try service(access)?.contains("priority") == false)
    }

    @Test func proto2IsRefused() {
        let proto = "syntax = \"proto2\"; package test; message M { optional group G = 1 {} }"
        #expect(failure(proto) == "test.proto is not proto3.")
    }

    @Test func extensionsAreRefused() {
        let proto = """
            syntax = "proto3";
            package test;
            import "google/protobuf/descriptor.proto";
            extend google.protobuf.FieldOptions { bool mine = 50000; }
            """
        #expect(failure(proto) == "test.proto declares extensions, which are not supported.")
    }

    @Test func aTypeOfAnotherPackageIsRefused() {
        let proto = Self.head + "message M { rollcall.rpc.v1.Access access = 1; }"
        #expect(failure(proto)?.contains("has a type of another package") == true)
    }
}
