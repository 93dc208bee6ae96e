import Foundation
import MessageJSON
import RollcallAPI
import TestSupport
import Testing

@testable import rollcall

struct ImportFormatTests {
    private func user(_ text: String, _ format: ImportFormat) throws -> ImportedUser {
        try format.user(Array(text.utf8), "$fbscrypt$v=1,sk=x$")
    }

    @Test func aUserOfFirebaseIsRead() throws {
        let user = try user(
            """
            {"localId": "kYi4", "email": "user1@test.com", "emailVerified": true,
             "passwordHash": "lSrf_-==", "salt": "42xEC+ixf3L2lw==", "displayName": "Test User",
             "lastSignedInAt": "1508893925000", "createdAt": "1508893925000", "disabled": true,
             "providerUserInfo": [
                {"providerId": "google.com", "rawId": "1234", "email": "user1@gmail.com"},
                {"providerId": "facebook.com", "rawId": "5"}, {"providerId": "password"},
                {"providerId": "apple.com", "rawId": "001.x"}]}
            """, .firebase)
        #expect(
            user
                == ImportedUser(
                    foreignID: "kYi4", email: "user1@test.com", isEmailVerified: true,
                    passwordHash: "$fbscrypt$v=1,sk=x$42xEC+ixf3L2lw==$lSrf/+==",
                    displayName: "Test User",
                    createdAtMs: 1_508_893_925_000, isDisabled: true,
                    identities: [
                        ImportedIdentity(issuer: "https://accounts.google.com", subject: "1234"),
                        ImportedIdentity(issuer: "https://appleid.apple.com", subject: "001.x"),
                    ]))
    }

    @Test func aHashOfFirebaseNeedsTheKeyOfItsProject() throws {
        let (with, without) = (#"{"localId":"a","passwordHash":"x"}"#, #"{"localId":"a"}"#)
        #expect(throws: MalformedRow.self) { try ImportFormat.firebase.user(Array(with.utf8)) }
        #expect(try ImportFormat.firebase.user(Array(without.utf8)).passwordHash.isEmpty)
    }

    @Test func aRowOfSupabaseIsRead() throws {
        let json = try user(
            #"""
            {"id": "8e5b", "email": "a@example.com", "encrypted_password": "$2a$10$x",
             "email_confirmed_at": "2023-01-05T12:00:00.123456+00:00", "ratio": 1.5,
             "created_at": "2023-01-05T12:00:00+02:00", "banned_until": null, "deleted_at": null,
             "raw_user_meta_data": {"user_name": "anna"},
             "identities": [{"provider": "google", "provider_id": "77"}]}
            """#, .supabase)
        #expect(json.isEmailVerified && !json.isDisabled && json.displayName == "anna")
        #expect(json.createdAtMs == 1_672_912_800_000)
    }

    @Test func aBannedUserOfSupabaseIsDisabledAndADeletedOneRefused() throws {
        #expect(
            try user(#"{"id":"a","banned_until":"2999-01-01T00:00:00+00:00"}"#, .supabase)
                .isDisabled)
        #expect(throws: MalformedRow.self) {
            try user(#"{"id":"a","deleted_at":"2023-01-05T12:00:00+00:00"}"#, .supabase)
        }
    }

    @Test func aLineOfAuth0IsRead() throws {
        let one = try user(
            #"""
            {"_id": {"$oid": "60425da93519d90068f82966"}, "email_verified": true,
             "email": "a@example.com", "passwordHash": "$2b$10$x", "blocked": true,
             "created_at": {"$date": "2021-03-05T16:34:49.502Z"}}
            """#, .auth0)
        #expect(one.foreignID == "60425da93519d90068f82966" && one.passwordHash == "$2b$10$x")
        #expect(one.createdAtMs == 1_614_962_089_000 && one.isDisabled && one.isEmailVerified)
        let other = try user(
            #"""
            {"user_id": "auth0|1", "custom_password_hash":
                {"algorithm": "argon2", "hash": {"value": "$argon2id$v=19$x"}},
             "identities": [{"provider": "google-oauth2", "user_id": "9"}]}
            """#, .auth0)
        #expect(other.passwordHash == "$argon2id$v=19$x" && other.identities.first?.subject == "9")
    }

    @Test func whatWasExportedIsReadAgain() throws {
        let user = ImportedUser(
            foreignID: "x", email: "a@example.com", passwordHash: "$2b$10$x", displayName: "ä\n\"",
            createdAtMs: 1, identities: [ImportedIdentity(issuer: "https://i", subject: "s")])
        #expect(try self.user(user.json.line(), .rollcall) == user)
    }

    @Test(arguments: [
        "", "[]", "x", "{", #"{"a":1,"a":1}"#, "{}", #"{"id":"a","created_at":"yesterday"}"#,
        #"{"id":"a","created_at":"2023-99-99T00:00:00Z"}"#,
    ])
    func malformedRowsAreRefused(text: String) {
        #expect(throws: MalformedRow.self) { try user(text, .supabase) }
    }

    @Test func rowsComeInBatchesWithTheirLines() throws {
        let temporary = try TemporaryDirectory()
        let lines = (1...2500).map { $0 == 7 ? #"{"id": "7"# : #"{"id":"\#($0)"}"# }
        let path = "\(temporary.path)/rows.json"
        try lines.joined(separator: "\n").write(toFile: path, atomically: false, encoding: .utf8)
        var rows = try ImportRows(path, of: .supabase)
        var (sizes, refused): ([Int], [Int]) = ([], [])
        while case let batch = try rows.next(), !batch.isEmpty {
            sizes.append(batch.count)
            for row in batch {
                switch row.user {
                case .success(let user): #expect(user.foreignID == "\(row.line)")
                case .failure: refused.append(row.line)
                }
            }
        }
        #expect(sizes == [1000, 1000, 500] && refused == [7])
        withExtendedLifetime(temporary) {}
    }
}
