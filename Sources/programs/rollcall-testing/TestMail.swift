import Foundation

/// A mail that Auth has sent, as far as a test looks at it.
struct TestMail: Encodable {
    let to: String
    let subject: String
    /// Its plain text.
    let text: String
    /// The eight digits in it; empty if there are none.
    let code: String
    /// The link in it; empty if there is none.
    let link: String

    /// - Parameter file: as Auth writes mails: a header, then quoted-printable text, then perhaps
    ///   HTML behind a boundary.
    init?(_ file: String) {
        guard let to = file.firstMatch(of: /\r\nTo: <(.*)>/)?.1,
            let subject = file.firstMatch(of: /\r\nSubject: (.*(?:\r\n .*)*)/)?.1,
            let text = file.firstMatch(of: /(?s)quoted-printable\r\n\r\n(.*?)(?:\r\n--=_|\z)/)?.1
        else { return nil }
        self.to = String(to)
        self.subject = Self.subject(String(subject))
        self.text = Self.decoded(String(text))
        code = self.text.firstMatch(of: /\b[0-9]{8}\b/).map { String($0.output) } ?? ""
        link = self.text.firstMatch(of: /https?:\S+/).map { String($0.output) } ?? ""
    }

    /// ASCII, or words in base64 (RFC 2047).
    private static func subject(_ text: String) -> String {
        let words = text.matches(of: /=\?utf-8\?B\?(.*?)\?=/).map { Data(base64Encoded: "\($0.1)") }
        return words.isEmpty
            ? text : String(decoding: Data(words.compactMap(\.self).joined()), as: UTF8.self)
    }

    /// Quoted-printable (RFC 2045 §6.7), which as well is percent encoding with another sign.
    private static func decoded(_ text: String) -> String {
        text.replacing("=\r\n", with: "").replacing("\r\n", with: "\n")
            .replacing("%", with: "%25").replacing("=", with: "%").removingPercentEncoding ?? text
    }

    /// Those in Auth's spool, the oldest first.
    ///
    /// - Parameter address: nil for all.
    static func all(in spool: String, to address: String?) -> [TestMail] {
        files(in: spool).compactMap { try? String(contentsOfFile: $0, encoding: .utf8) }
            .compactMap(TestMail.init)
            .filter { address == nil || $0.to.lowercased() == address?.lowercased() }
    }

    static func removeAll(in spool: String) {
        for file in files(in: spool) { unlink(file) }
    }

    /// Their names begin with the time.
    private static func files(in spool: String) -> [String] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: spool)
        return (names ?? []).filter { $0.hasSuffix(".eml") }.sorted().map { "\(spool)/\($0)" }
    }
}
