import Glibc
import Logging
import Testing

@testable import Daemon

struct LogLineTests {
    private func line(
        _ message: String = "ready", _ metadata: Logger.Metadata = [:], level: Logger.Level = .info
    ) -> LogLine {
        let time = timespec(tv_sec: 1_795_255_395, tv_nsec: 7_999_999)
        return LogLine(time: time, level: level, message: message, metadata: metadata)
    }

    @Test func itHasTimeLevelMessageAndSortedPairs() {
        let line = line("call ended", ["rpc.method": "a/B", "rpc.code": "OK"])
        #expect(
            line.text == "2026-11-21T10:03:15.007Z info call ended rpc.code=OK rpc.method=a/B")
    }

    @Test func aValueWithASpaceAnEqualsSignOrAQuoteIsQuoted() {
        #expect(line("m", ["k": "a b"]).text.hasSuffix(#" k="a b""#))
        #expect(line("m", ["k": "a=b"]).text.hasSuffix(#" k="a=b""#))
        #expect(line("m", ["k": #"a"b\"#]).text.hasSuffix(#" k="a\"b\\""#))
        #expect(line("m", ["k": ""]).text.hasSuffix(#" k="""#))
    }

    @Test func whateverIsLoggedStaysOneLineWithoutHiddenCharacters() {
        for value in 0..<0x3000 {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let text = line("a\(scalar)b", ["c\(scalar)d": "e\(scalar)f"]).text
            for scalar in text.unicodeScalars {
                let category = scalar.properties.generalCategory
                #expect(![.control, .format, .lineSeparator].contains(category))
            }
        }
        #expect(line("a\n<0>b\u{1B}[2J").text.hasSuffix(#"a\u{a}<0>b\u{1b}[2J"#))
    }

    @Test func theJournalGetsThePriorityInFront() {
        #expect(line(level: .critical).forJournal.hasPrefix("<2>2026-"))
        #expect(line(level: .error).forJournal.hasPrefix("<3>"))
        #expect(line(level: .warning).forJournal.hasPrefix("<4>"))
        #expect(line(level: .notice).forJournal.hasPrefix("<5>"))
        #expect(line(level: .info).forJournal.hasPrefix("<6>"))
        #expect(line(level: .trace).forJournal.hasPrefix("<7>"))
    }
}
