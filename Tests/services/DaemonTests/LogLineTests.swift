import Foundation
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
        func forJournal(_ level: Logger.Level, _ format: LogFormat = .text) -> String {
            line(level: level).text(format, isForJournal: true)
        }
        #expect(forJournal(.critical).hasPrefix("<2>2026-"))
        #expect(forJournal(.error).hasPrefix("<3>"))
        #expect(forJournal(.warning).hasPrefix("<4>"))
        #expect(forJournal(.notice).hasPrefix("<5>"))
        #expect(forJournal(.info).hasPrefix("<6>"))
        #expect(forJournal(.trace).hasPrefix("<7>"))
        #expect(forJournal(.info, .json).hasPrefix(#"<6>{"time":"#))
        #expect(line().text(.text, isForJournal: false) == line().text)
    }

    @Test func asJSONItIsOneLineThatSaysWhatWasLogged() throws {
        struct Read: Decodable, Equatable {
            let time, level, message: String
            let metadata: [String: String]
        }
        for value in 0..<0x3000 {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let (message, key, text) = ("a\(scalar)b", "c\(scalar)d", "\"e\(scalar)f\"")
            let json = line(message, [key: "\(text)", "message": "x"], level: .error).json
            #expect(json.utf8.allSatisfy { $0 >= 0x20 })
            #expect(
                try JSONDecoder().decode(Read.self, from: Data(json.utf8))
                    == Read(
                        time: "2026-11-21T10:03:15.007Z", level: "error", message: message,
                        metadata: [key: text, "message": "x"]))
        }
    }
}
