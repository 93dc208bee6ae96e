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

    /// A service with one RPC.
    private static func service(_ options: String) -> String {
        head + "service S { rpc Call(Request) returns (Response) { \(options) } }"
    }

    private static func access(_ rule: String) -> String {
        "option (rollcall.rpc.v1.access) = ACCESS_\(rule); option idempotency_level = IDEMPOTENT;"
    }

    @Test func anRPCThatDoesNotSayWhoMayCallItIsRefused() {
        let proto = Self.head + "service S { rpc Call(Request) returns (Response); }"
        #expect(
            failure(proto)
                == "test.S.Call does not say who may call it: add the option (rollcall.rpc.v1.access)."
        )
    }

    @Test func anRPCForNobodyInParticularIsRefused() {
        #expect(
            failure(Self.service(Self.access("UNSPECIFIED")))?.contains(
                "does not say who may call it") == true)
    }

    @Test func anOwnersRequestThatNamesAUserIsRefused() {
        #expect(
            failure(Self.service(Self.access("OWNER")))
                == "test.S.Call is ACCESS_OWNER, but test.Request has a field `user_id`: the user of "
                + "such a call comes from the token.")
    }

    @Test func anotherRequestMayNameAUser() throws {
        let files = try Generation.swift(from: Self.service(Self.access("USER")))
        #expect(files.keys.sorted() == ["S.swift", "test.swift"])
        #expect(files["S.swift"]?.contains("access: .user") == true)
    }

    @Test(arguments: ["anyone", "user", "service", "admin", "auth"])
    func anRPCIsForWhomItSays(_ rule: String) throws {
        let proto = Self.service(Self.access(rule.uppercased()))
        let service = try Generation.swift(from: proto)["S.swift"]
        #expect(service?.contains("access: .\(rule)") == true)
    }

    @Test func anRPCSaysHowImportantItIsOrNothing() throws {
        let priority = "option (rollcall.rpc.v1.priority) = PRIORITY_CRITICAL;"
        func service(_ options: String) throws -> String? {
            try Generation.swift(from: Self.service(Self.access("USER") + options))["S.swift"]
        }
        #expect(try service(priority)?.contains("priority: .critical") == true)
        #expect(try service("")?.contains("priority") == false)
    }

    @Test func anRPCThatDoesNotSayWhetherItMayBeRepeatedIsRefused() {
        let proto = Self.service("option (rollcall.rpc.v1.access) = ACCESS_USER;")
        #expect(
            failure(proto)
                == "test.S.Call does not say whether it may be repeated: add the option "
                + "idempotency_level.")
    }

    @Test(arguments: [
        ("NO_SIDE_EFFECTS", true), ("IDEMPOTENT", true), ("IDEMPOTENCY_UNKNOWN", false),
    ])
    func anRPCIsRepeatableIfItSaysSo(level: String, isRepeatable: Bool) throws {
        let options = Self.access("USER").replacing("IDEMPOTENT", with: level)
        let service = try Generation.swift(from: Self.service(options))["S.swift"]
        #expect(service?.contains("isRepeatable: true") == isRepeatable)
    }

    @Test(arguments: ["SERVICE", "ADMIN", "AUTH"])
    func anRPCForServicesAndAdministratorsIsNotForApps(access: String) {
        let option = "option (rollcall.rpc.v1.for_apps) = true;"
        #expect(
            failure(Self.service(Self.access(access) + option))
                == "test.S.Call is for apps, but neither users nor strangers may call it.")
    }

    @Test(arguments: ["ANYONE", "USER", "OWNER", "ANYONE_OR_USER"])
    func anRPCForUsersSaysWhetherAppsMayCallIt(access: String) {
        for package in ["rollcall.v1", "rollcall.rpc.v1"] {
            let error = #expect(throws: Generation.Failure.self) {
                try service("Get", access: access, apps: "", package: package)
            }
            #expect(
                error?.message
                    == "\(package).S.Get does not say whether apps may call it: add the option "
                    + "(rollcall.rpc.v1.for_apps).")
            let no = "option (rollcall.rpc.v1.for_apps) = false;"
            #expect(throws: Never.self) {
                try service("Get", access: access, apps: no, package: package)
            }
        }
    }

    /// One RPC of a contract that services serve, which users or strangers may call.
    private func service(
        _ name: String, _ rate: String = "", access: String = "ANYONE",
        level: String = "NO_SIDE_EFFECTS",
        apps: String = "option (rollcall.rpc.v1.for_apps) = true;",
        package: String = "rollcall.v1"
    ) throws -> String? {
        let rate = rate.isEmpty ? "" : "option (rollcall.rpc.v1.rate) = { \(rate) };"
        let rule = Self.access(access).replacing("IDEMPOTENT", with: level)
        let proto = Self.head.replacing("package test;", with: "package \(package);")
            .replacing("string user_id", with: "string text")
        let call = "rpc \(name)(Request) returns (Response) { \(rule) \(apps) \(rate) }"
        return try Generation.swift(from: proto + "service S { \(call) }")["S.swift"]
    }

    @Test(arguments: ["ANYONE", "USER", "OWNER", "ANYONE_OR_USER"])
    func anRPCThatWritesAndHasNoLimitIsRefused(access: String) throws {
        for level in ["IDEMPOTENT", "IDEMPOTENCY_UNKNOWN"] {
            let error = #expect(throws: Generation.Failure.self) {
                try service("Call", access: access, level: level)
            }
            #expect(error?.message.contains("S.Call writes, and says of no limit") == true)
            #expect(throws: Never.self) {
                try service("Call", "limit: 'elsewhere'", access: access, level: level)
            }
        }
        #expect(throws: Never.self) { try service("Call", access: access) }
    }

    @Test(arguments: ["SERVICE", "ADMIN", "AUTH"])
    func anRPCForServicesAndAdministratorsNeedsNoLimit(access: String) throws {
        let text = try service("Call", access: access, level: "IDEMPOTENT", apps: "")
        #expect(text?.contains("limit") == false)
    }

    @Test func theLimitOfAnRPCIsWrittenBesideIt() throws {
        let text = try service("Set", "limit: 'thing.account', count: 60, seconds: 30, burst: 9")
        let limit =
            #"limit: CallLimit("thing.account", RateLimit(60, per: .seconds(30), burst: 9))"#
        #expect(text?.contains(limit) == true)
        #expect(text?.contains("static let limits: [CallLimit] = [set.limit]") == true)
        let strangers = try service(
            "Get", "limit: 'thing.address', count: 2, seconds: 3, is_for_strangers_only: true")
        let read = "RateLimit(2, per: .seconds(3), burst: 2), isForStrangersOnly: true)"
        #expect(strangers?.contains(read) == true)
        let elsewhere = try service("Set", "limit: 'elsewhere'")
        #expect(elsewhere?.contains(#"limit: CallLimit("elsewhere")"#) == true)
        #expect(elsewhere?.contains("limits") == false)
    }

    @Test(arguments: ["count: 1, seconds: 1", "limit: 'a', count: 1", "limit: 'a', seconds: 1"])
    func aLimitThatIsIncompleteIsRefused(rate: String) {
        let error = #expect(throws: Generation.Failure.self) { try service("Get", rate) }
        #expect(error?.message.contains("has a rate without") == true)
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
