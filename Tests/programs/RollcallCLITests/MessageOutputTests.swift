import RollcallAPI
import Testing

@testable import rollcall

/// The JSON of messages, key by key: a field that the contract gains must not show unnoticed.
@Suite struct MessageOutputTests {
    private static var values: [(any JSONValue, String)] {
        [
            (
                PhotoFault(
                    kind: .fileMissing, photoID: "p", userIDs: ["u", "v"], profileCount: 2
                ).json(),
                #"{"is_mended":false,"kind":"file_missing","photo_id":"p","profile_count":2,"#
                    + #""user_ids":["u","v"]}"#
            )
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
