import RollcallAPI
import Testing

@testable import rollcall

/// The JSON of messages, key by key: a field that the contract gains must not show unnoticed.
@Suite struct MessageOutputTests {
    private static var values: [(any JSONValue, String)] {
        [
            (
                DamagedPhoto(photoID: "p", foundAtMs: 1, userIDs: ["u", "v"], profileCount: 2),
                #"{"found_at_ms":1,"photo_id":"p","profile_count":2,"user_ids":["u","v"]}"#
            ),
            (
                GetPhotoScrubResponse(isOn: true, files: 1, bytes: 2).json,
                #"{"began_at_ms":null,"bytes":2,"damaged_files":0,"damaged_photos":0,"files":1,"#
                    + #""is_on":true,"last_file_id":null,"last_pass_ended_at_ms":null,"#
                    + #""next_at_ms":null,"trouble":null}"#
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
