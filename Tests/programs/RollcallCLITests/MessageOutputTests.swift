import RollcallAPI
import Testing

@testable import rollcall

/// The JSON of messages, key by key: a field that the contract gains must not show unnoticed.
@Suite struct MessageOutputTests {
    private static var values: [(any JSONValue, String)] {
        [
            (
                Ban(banID: "b", limit: "device", untilMs: 1),
                #"{"ban_id":"b","limit":"device","until_ms":1}"#
            ),
            (
                Delivery(deliveryID: 1, kind: "k", userID: "u", refusals: 2),
                #"{"delivery_id":1,"kind":"k","refusals":2,"user_id":"u"}"#
            ),
            (
                SigningKeySummary(keyID: "k", createdAtMs: 1, signsFromMs: 2, isSigning: true),
                #"{"created_at_ms":1,"is_signing":true,"key_id":"k","retired_at_ms":null,"#
                    + #""signs_from_ms":2}"#
            ),
            (
                MailSummary(
                    mailID: "m", kind: "k", userID: "u", recipient: "anna@example.org",
                    state: .dead,
                    attempts: 3, dueAtMs: 1, createdAtMs: 2, expiresAtMs: 3, lastError: "e"),
                #"{"attempts":3,"created_at_ms":2,"due_at_ms":1,"ended_at_ms":null,"expires_at_ms":3,"#
                    + #""kind":"k","last_error":"e","mail_id":"m","recipient":"anna@example.org","#
                    + #""state":"dead","user_id":"u"}"#
            ),
            (
                ServiceSummary(name: "n", createdAtMs: 1),
                #"{"created_at_ms":1,"last_used_at_ms":null,"name":"n"}"#
            ),
            (
                ReservedWord(word: "w", isReserved: true, reason: "r"),
                #"{"changed_at_ms":null,"is_built_in":false,"is_reserved":true,"reason":"r","word":"w"}"#
            ),
            (
                DamagedPhoto(photoID: "p", foundAtMs: 1, userIDs: ["u", "v"], profileCount: 2),
                #"{"found_at_ms":1,"photo_id":"p","profile_count":2,"user_ids":["u","v"]}"#
            ),
            (
                Device(
                    leaseID: 1, deviceDigest: 0xAB, sessionID: "s", state: .invisible, sinceMs: 2),
                #"{"device_digest":"00000000000000ab","is_attached":false,"lease_id":"1","#
                    + #""session_id":"s","since_ms":2,"state":"invisible"}"#
            ),
            (
                NameTenure(number: 1, displayName: "Anna", fromMs: 2).json,
                #"{"display_name":"Anna","from_ms":2,"given_reason":null,"number":1,"#
                    + #""taken_reason":null,"until_ms":null,"user_id":null}"#
            ),
            (
                GetPresenceCountsResponse(users: 2, onlineUsers: 1).json,
                #"{"attached":0,"away_users":0,"invisible_leases":0,"is_draining":false,"leases":0,"#
                    + #""online_users":1,"stale_since_ms":null,"users":2,"watched_users":0,"watches":0}"#
            ),
            (
                GetPhotoScrubResponse(isOn: true, files: 1, bytes: 2).json,
                #"{"began_at_ms":null,"bytes":2,"damaged_files":0,"damaged_photos":0,"files":1,"#
                    + #""is_on":true,"last_file_id":null,"last_pass_ended_at_ms":null,"#
                    + #""next_at_ms":null,"trouble":null}"#
            ),
            (
                AccountInfo(userID: "u", email: "anna@example.org", locale: "de").json,
                #"{"created_at_ms":0,"email":"anna@example.org","email_verified":false,"locale":"de","#
                    + #""password_changed_at_ms":0,"pending_email":"","user_id":"u"}"#
            ),
        ]
    }

    @Test(arguments: values.indices)
    func aMessageHasTheKeysThatItsHelpNames(_ index: Int) throws {
        let (value, line) = Self.values[index]
        #expect(value.json.line() == line)
    }

    @Test func aWordIsMadeOfTheNameInTheContract() {
        #expect("userIDs".words(joinedBy: "_") == "user_ids")
        #expect("isBuiltIn".words(joinedBy: "-") == "is-built-in")
        #expect(LastSeen.thisWeek.word == "this_week" && LastSeen.unspecified.word == "unknown")
        #expect(Role.unrecognized(77).word == "unknown")
    }
}
