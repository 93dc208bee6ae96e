import RollcallAPI
import Testing

@testable import rollcall

@Suite struct AccountReceiptTests {
    @Test func whatIsStillToBeDoneIsSaid() throws {
        let state = GetDeletionReceiptResponse(
            requestedAtMs: 1_800_000_000_000, profileErasedAtMs: 1_800_000_000_001,
            kept: [.tombstone, .ownerlessNames, .backups])
        #expect(
            state.json.line()
                == #"{"kept":["tombstone","ownerless-names","backups"],"#
                + #""presence_erased_at_ms":null,"profile_erased_at_ms":1800000000001,"#
                + #""requested_at_ms":1800000000000}"#)
        let lines = state.text.split(separator: "\n")
        #expect(lines.count == 6 && lines[3...].allSatisfy { $0.hasPrefix("kept: ") })
        #expect(lines[0].hasPrefix("deleted 2027-01-15"))
        #expect(lines[1].hasPrefix("profile and photo: erased 2027-01-15"))
        #expect(lines[2] == "presence: still to be erased")
    }
}
