import Testing

@testable import RollcallGenerator

struct SwiftNameTests {
    @Test(arguments: [
        ("user_id", "userID"), ("photo_ids", "photoIDs"), ("id", "id"), ("url_of_jwt", "urlOfJWT"),
        ("created_at_ms", "createdAtMs"), ("camelCase", "camelCase"), ("in", "`in`"),
        ("is_current", "isCurrent"), ("in_use_by_id", "inUseByID"),
        ("description", "description_"), ("self", "self_"), ("_2d", "_2d"),
    ])
    func aFieldIsNamedAsInSwift(proto: String, swift: String) {
        #expect(SwiftNames.property(proto) == swift)
    }

    @Test(arguments: [
        ("SignUp", "signUp"), ("GetURL", "getURL"), ("URLOf", "urlOf"), ("Do", "`do`"),
    ])
    func anRPCIsNamedAsInSwift(proto: String, swift: String) {
        #expect(SwiftNames.method(proto) == swift)
    }

    @Test func theCasesOfAnEnumDoNotRepeatItsName() throws {
        let files = try Generation.swift(
            from: """
                syntax = "proto3";
                package test;
                enum PhotoURL { PHOTO_URL_UNSPECIFIED = 0; PHOTO_URL_USER_ID = 1; }
                enum Mixed { MIXED_A = 0; OTHER_B = 1; }
                """)
        let text = try #require(files["test.swift"])
        #expect(text.contains("    case unspecified\n    case userID\n"))
        #expect(text.contains("    case mixedA\n    case otherB\n"))
    }
}
