import RollcallBasics
import Testing

@Suite struct UTCTextTests {
    @Test func aTimeIsInUTCAndInEnglish() {
        #expect(
            utcText(1795286996, "%a, %-d %b %Y %H:%M:%S +0000") == "Sat, 21 Nov 2026 18:49:56 +0000"
        )
    }

    @Test func aYearHasFourDigits() {
        #expect(utcText(.min, "%Y-%m-%d") == "1000-01-01")
        #expect(utcText(.max, "%Y-%m-%d") == "9999-12-31")
    }
}
