import RollcallBasics
import Testing

struct ASCIITests {
    private static func bytes(where isMeant: (UInt8) -> Bool) -> String {
        String(decoding: (UInt8.min ... .max).filter(isMeant), as: UTF8.self)
    }

    @Test func eachClassHasItsCharactersAndNoOthers() {
        let (upper, lower) = ("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz")
        #expect(Self.bytes(where: \.isASCIIDigit) == "0123456789")
        #expect(Self.bytes(where: \.isASCIILowercase) == lower)
        #expect(Self.bytes(where: \.isASCIILetter) == upper + lower)
        #expect(Self.bytes(where: \.isASCIILetterOrDigit) == "0123456789" + upper + lower)
        #expect(Self.bytes(where: \.isLowercaseHexadecimal) == "0123456789abcdef")
        #expect(Self.bytes { $0.hexadecimalValue != nil } == "0123456789ABCDEFabcdef")
    }

    @Test func aHexadecimalDigitStandsForItsValueInEitherCase() {
        #expect("0123456789abcdef".utf8.map(\.hexadecimalValue) == Array(0..<16))
        #expect("ABCDEF".utf8.map(\.hexadecimalValue) == Array(10..<16))
    }

    @Test func allButUnreservedCharactersAndTheNamedOnesIsPercentEncoded() {
        #expect("aZ09-._~".percentEncoded() == "aZ09-._~")
        #expect("/ +&=%\n".percentEncoded(or: "/") == "/%20%2B%26%3D%25%0A")
        #expect("Café/".percentEncoded() == "Caf%C3%A9%2F")
    }

    @Test func aTextIsAlphanumericWithTheOthersThatAreNamed() {
        #expect("".isASCIIAlphanumeric())
        #expect("aZ09".isASCIIAlphanumeric())
        #expect(!"a-b".isASCIIAlphanumeric())
        #expect("a-b_".isASCIIAlphanumeric(or: "_-"))
        #expect(!"ä".isASCIIAlphanumeric(or: "_."))
    }
}
