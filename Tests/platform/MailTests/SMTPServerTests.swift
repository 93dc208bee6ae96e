import Testing

@testable import Mail

@Suite struct SMTPServerTests {
    @Test(arguments: [
        ("smtp://mail.example.org", "mail.example.org", 587, SMTPServer.Encryption.startTLS),
        ("smtp://mail.example.org:25", "mail.example.org", 25, .startTLS),
        ("smtps://mail.example.org", "mail.example.org", 465, .implicit),
        ("smtps://localhost:1465", "localhost", 1465, .implicit),
        ("smtp://localhost", "localhost", 587, .none),
        ("smtp://127.0.0.2:25", "127.0.0.2", 25, .none),
        ("smtp://[::1]:25", "::1", 25, .none),
        ("smtp://[2001:db8::1]", "2001:db8::1", 587, .startTLS),
        ("smtp://127.0.0.1.example.org", "127.0.0.1.example.org", 587, .startTLS),
        ("smtp://localhost.example.org", "localhost.example.org", 587, .startTLS),
        ("smtp://10.0.0.1", "10.0.0.1", 587, .startTLS),
    ])
    func aServerIsReadAndSpokenToInTheClearOnThisMachineAlone(
        text: String, host: String, port: UInt16, encryption: SMTPServer.Encryption
    ) throws {
        let server = try #require(SMTPServer(text))
        #expect(server.host == host)
        #expect(server.port == port)
        #expect(server.encryption == encryption)
    }

    @Test(arguments: [
        "", "mail.example.org", "http://mail.example.org", "smtp://", "smtp://:25",
        "smtp://user:pass@mail.example.org", "smtp://mail.example.org/", "smtp://a?b", "smtp://a#b",
        "smtp://a:0", "smtp://a:65536", "smtp://a:x", "smtp://a b", "smtp://a\r\nb",
        "smtp://bücher.de",
        "smtp://[::1", "smtp://[abc]", "smtp://[::1]x", "smtp://-a", "SMTP://a", "smtp://a:25:25",
    ])
    func whatIsNoServerIsRefused(text: String) {
        #expect(SMTPServer(text) == nil)
    }

    @Test func whoNamesAnAuthorityIsSpokenToInTLSOnThisMachineToo() throws {
        var server = try #require(SMTPServer("smtp://localhost"))
        server.authorities = "/ca.pem"
        #expect(server.encryption == .startTLS)
    }

    @Test func aPasswordIsNotPrinted() {
        let login = SMTPServer.Login(user: "anna", password: "secret")
        #expect("\(login) \(String(reflecting: [login]))".contains("secret") == false)
    }
}
