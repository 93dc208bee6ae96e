import RollcallWire
import Testing

struct CodecDescriptionTests {
    static let secret = "hunter2"
    static let message = Secrets(
        name: "anna", password: secret, tokens: [secret], answers: [secret: secret],
        inner: Secrets(password: secret), list: [Secrets(proof: .code(secret))],
        proof: .code(secret), pin: secret)

    @Test func aSensitiveFieldIsShownAsRedacted() {
        #expect(
            "\(Secrets(name: "anna", password: Self.secret, proof: .code(Self.secret)))"
                == """
                Secrets(name: "anna", password: <redacted>, tokens: <redacted>, \
                answers: <redacted>, inner: nil, list: [], proof: Optional(Proof(code: <redacted>)), \
                pin: <redacted>)
                """)
    }

    @Test func noWayToShowAMessageShowsASecret() {
        let message = Self.message
        var dumped = ""
        dump(message, to: &dumped)
        dump([message], to: &dumped)
        dump(message.proof, to: &dumped)
        let shown = [
            "\(message)", "\(message as Any)", String(describing: message),
            String(reflecting: message), String(describing: Optional(message)), "\([message])",
            "\(["key": message])", "\((message, 1))", String(describing: message.proof),
            String(reflecting: message.proof), String(reflecting: Mirror(reflecting: message)),
            Mirror(reflecting: message).children.map { "\($0)" }.joined(),
            String(describing: Result<Secrets, any Error>.success(message)), dumped,
        ]
        for text in shown {
            #expect(!text.contains(Self.secret))
        }
        #expect("\(message)".contains("anna"))
    }

    @Test func aMessageIsShownByItsFields() {
        let inner = Everything.Inner(name: "a\"b", kind: .negative, numbers: [1, 2])
        #expect(inner.description == #"Inner(name: "a\"b", kind: negative, numbers: [1, 2])"#)
        #expect("\(Secrets(name: "x", list: [Secrets()]))".contains("list: [Secrets(name: "))
        #expect("\(Everything(someBytes: [1, 2]))".contains("someBytes: 2 bytes"))
        #expect("\(Empty())" == "Empty()")
    }
}
