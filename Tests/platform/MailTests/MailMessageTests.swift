import TestSupport
import Testing

@testable import Mail

@Suite struct MailMessageTests {
    @Test func pythonReadsWhatWasWritten() throws {
        let message = try MailMessage.test(
            name: "Anna \"A\" Müller", recipient: "\"a b\\\"@c\"@example.com",
            subject: "Dein Code für Rollcall: ein langer Betreff, der nicht auf eine Zeile passt 🎉",
            text: "Grüße\n\n.\nFrom here\ntrailing \n" + String(repeating: "ä=", count: 200) + "\n",
            html: "<p>Grüße</p>\n")
        let read = try #require(try ReadMail.all([message.encoded]).first)
        #expect(read.sender == "rollcall@example.org")
        #expect(read.senderName == "Anna \"A\" Müller")
        #expect(read.recipient == message.recipient.text)
        #expect(read.subject == message.subject.text)
        #expect(read.id == "<0193@example.org>")
        #expect(read.date == message.date)
        #expect(read.text == message.text)
        #expect(read.html == message.html)
        #expect(read.defects == [])
    }

    @Test func aMailIsSevenBitLinesOfBoundedLength() throws {
        var chance = TestNumbers(seed: 1)
        for _ in 0..<200 {
            let text = chance.hostileText(pieces: 30)
            let message = try MailMessage.test(text: text, html: chance.hostileText(pieces: 30))
            let bytes = message.encoded
            #expect(bytes.allSatisfy { (32...126).contains($0) || $0 == 13 || $0 == 10 })
            let lines = String(decoding: bytes, as: UTF8.self).components(separatedBy: "\r\n")
            #expect(lines.allSatisfy { $0.utf8.count <= 78 && !$0.contains("\n") })
            #expect(!lines.contains { $0.hasPrefix(".") })
        }
    }

    /// The fields are what strangers can write into: a device's name, an address.
    @Test func noFieldCanAddAHeaderOrALine() throws {
        var chance = TestNumbers(seed: 2)
        let names = [
            "Date", "From", "To", "Subject", "Message-ID", "MIME-Version", "Auto-Submitted",
            "Content-Type", "Content-Transfer-Encoding",
        ]
        let template = try Template(
            "Subject: New: {{device}}\n\nBefore\n{{device}}\nafter {{network}}.\n", form: .plain,
            file: "", allowed: ["device", "network"], required: [])
        var values: [[String: String]] = []
        var messages: [MailMessage] = []
        for _ in 0..<300 {
            let value = [
                "device": chance.hostileText() + "x", "network": chance.hostileText() + "y",
            ]
            guard let subject = try? HeaderText(template.subject(value)) else { continue }
            values.append(value)
            let body = template.body(value)
            #expect(body.split(whereSeparator: \.isNewline).count == 3)
            messages.append(try .test(subject: subject.text, text: body))
        }
        let read = try ReadMail.all(messages.map(\.encoded))
        #expect(read.count > 200)
        for (mail, message) in zip(read, messages) {
            #expect(mail.names == names)
            #expect(mail.defects == [])
            #expect(mail.text == message.text)
            #expect(mail.subject == message.subject.text)
        }
    }

    @Test func aSubjectOfAnyLettersArrives() throws {
        var chance = TestNumbers(seed: 3)
        let subjects = (0..<300).compactMap { _ in
            try? HeaderText(chance.hostileText(pieces: 12).onOneLine)
        }
        let read = try ReadMail.all(subjects.map { try MailMessage.test(subject: $0.text).encoded })
        #expect(zip(read, subjects).allSatisfy { $0.subject == $1.text })
        // Python puts a space between two encoded words of a name, so those have one each.
        let names = subjects.map(\.text).filter { $0.utf8.count <= 45 }
        let named = try ReadMail.all(names.map { try MailMessage.test(name: $0).encoded })
        #expect(zip(named, names).allSatisfy { $0.senderName == $1 })
    }
}
