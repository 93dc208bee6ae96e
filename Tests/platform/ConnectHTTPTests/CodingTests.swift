import Testing

@testable import ConnectHTTP

struct CodingTests {
    @Test(arguments: [
        ("gzip", true), ("br, GZIP ;q=0.5", true), ("gzip;q=0", false), ("gzip;q=0.0", false),
        ("", false), ("xgzip", false), ("*", false), ("br,,gzip", true),
    ])
    func anAnswerIsCompressedForWhoAcceptsIt(_ accepted: String, _ isGzip: Bool) {
        #expect(Coding(accepting: accepted, request: .identity) == (isGzip ? .gzip : .identity))
    }

    /// Letters with thousands of marks take long to compare.
    @Test func fieldsThatNoClientSendsAreNotRead() {
        let spaces = String(repeating: " ", count: 500)
        #expect(Coding(accepting: "gzip,\(spaces)", request: .identity) == .identity)
        #expect(Form(contentType: "application/json;\(spaces)", isStream: false) == nil)
        #expect(Form(contentType: "application/json; charset=utf-8", isStream: false) == .json)
    }
}
