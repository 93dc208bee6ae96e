import HTTPTypes
import Testing

@testable import rollcall_web

struct CookiesTests {
    private func session(_ cookies: String..., areInsecure: Bool = false) -> String? {
        var fields = HTTPFields()
        for value in cookies { fields.append(HTTPField(name: .cookie, value: value)) }
        return Cookies(areInsecure: areInsecure).value(.session, in: fields)
    }

    @Test func aCookieIsFoundAmongOthers() {
        #expect(session("__Host-rollcall=a") == "a")
        #expect(session("x=y; __Host-rollcall=a=b; z") == "a=b")
        #expect(session("x=y", "__Host-rollcall=a") == "a")
        #expect(session("__Host-rollcall=a", areInsecure: true) == nil)
        #expect(session("rollcall=a; __Host-rollcall=b", areInsecure: true) == "a")
        for name in ["rollcall", "x__Host-rollcall", "__Host-rollcall-device", "__host-rollcall"] {
            #expect(session("\(name)=a") == nil)
        }
    }

    /// A host beside ours can set any cookie of the domain, but none whose name begins so. U+037E
    /// equals `;`, and U+0600 makes one character with what follows.
    @Test func noCookieOfANeighbourIsTakenForOursOrHidesIt() {
        #expect(session("x=\u{37E}__Host-rollcall=theirs; __Host-rollcall=ours") == "ours")
        #expect(session("x=\u{37E} __Host-rollcall=theirs") == nil)
        #expect(session("x=\u{600}; __Host-rollcall=ours") == "ours")
        #expect(session("__Host-rollcall=\u{37E}ours") == nil)
        for space in ["\u{2000}", "\u{A0}", "\t"] {
            #expect(session("x=y; \(space)__Host-rollcall=theirs") == nil)
        }
    }
}
