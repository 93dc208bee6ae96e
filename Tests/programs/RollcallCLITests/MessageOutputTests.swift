import RollcallAPI
import Testing

@testable import rollcall

/// The JSON of messages, key by key: a field that the contract gains must not show unnoticed.
@Suite struct MessageOutputTests {
    @Test func aMessageHasTheKeysThatItsHelpNames() {
        let fault = PhotoFault(
            kind: .fileMissing, photoID: "p", userIDs: ["u", "v"], profileCount: 2)
        #expect(
            fault.json.line()
                == #"{"kind":"PHOTO_FAULT_KIND_FILE_MISSING","photoId":"p","profileCount":2,"#
                + #""userIds":["u","v"]}"#)
    }

    @Test func aWordIsMadeOfTheNameInTheContract() {
        #expect("userIDs".words(joinedBy: "_") == "user_ids")
        #expect("isBuiltIn".words(joinedBy: "-") == "is-built-in")
        #expect(
            LastSeenBucket.thisWeek.word == "this_week"
                && LastSeenBucket.unspecified.word == "unknown")
        #expect(Role.unrecognized(77).word == "unknown")
    }
}
