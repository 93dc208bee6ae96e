import RollcallAPI
import Testing

@testable import rollcall

struct AdminCheckTests {
    @Test func theAdviceIsNeverToRunTheCommandThatHasJustRun() {
        let summary = ConsistencySummary(findings: 3, unmended: 1)
        let looking = summary.advice(wasMending: false)
        #expect(looking.hasPrefix("1 of 3 findings are not mended. Look at the findings; "))
        #expect(looking.hasSuffix("To mend them: rollcall admin check --mend"))
        let mending = summary.advice(wasMending: true)
        #expect(mending.hasPrefix("1 of 3 findings could not be mended: "))
        #expect(!mending.contains("--mend"))
    }
}
