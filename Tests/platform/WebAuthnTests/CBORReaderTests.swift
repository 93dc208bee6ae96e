import RollcallCrypto
import Testing

@testable import WebAuthn

@Suite struct CBORReaderTests {
    /// From RFC 8949, appendix A.
    @Test(arguments: [
        ("00", CBOR.unsigned(0)), ("17", .unsigned(23)), ("1818", .unsigned(24)),
        ("1903e8", .unsigned(1000)), ("1a000f4240", .unsigned(1_000_000)),
        ("1bffffffffffffffff", .unsigned(.max)), ("3bffffffffffffffff", .negative(.max)),
        ("20", .negative(0)), ("3903e7", .negative(999)), ("f4", .bool(false)),
        ("f5", .bool(true)), ("f6", .null), ("40", .bytes([])),
        ("4401020304", .bytes([1, 2, 3, 4])), ("60", .text("")), ("62c3bc", .text("ü")),
        ("6449455446", .text("IETF")), ("80", .array([])),
        ("8301820203820405", .array([.unsigned(1), pair(2, 3), pair(4, 5)])), ("a0", .map([])),
        (
            "a201020304",
            .map([
                .init(key: .unsigned(1), value: .unsigned(2)),
                .init(key: .unsigned(3), value: .unsigned(4)),
            ])
        ),
    ])
    func aPublishedValueIsRead(digits: String, value: CBOR) throws {
        #expect(try CBORReader.value(of: try #require(Hex.decode(digits))) == value)
    }

    private static func pair(_ one: UInt64, _ two: UInt64) -> CBOR {
        .array([.unsigned(one), .unsigned(two)])
    }

    @Test(arguments: [
        // Numbers and lengths that are not as short as they can be.
        "1817", "190017", "1900ff", "1a0000ffff", "1b00000000ffffffff", "580101", "7801" + "61",
        // Indefinite lengths, and their end.
        "5f42010243030405ff", "9fff", "bf6161019fff", "ff",
        // Tags, floats, undefined, other simple values, reserved lengths.
        "c074", "f90000", "fa47c35000", "fb3ff199999999999a", "f7", "f0", "f818", "1c", "1f", "5e",
        // Keys that come twice or are of another kind, text that is not UTF-8.
        "a201020103", "a2616101616102", "a1400000", "a1f500", "a18000", "61ff", "62c328",
        // Too deep, more than there is, bytes after the end, nothing.
        "8181818100", "1bffffffff", "5bffffffffffffffff", "9bffffffffffffffff",
        "bbffffffffffffffff", "0000", "",
    ])
    func anotherFormIsRefused(digits: String) throws {
        let bytes = try #require(Hex.decode(digits))
        #expect(throws: WebAuthnError.malformed) { try CBORReader.value(of: bytes) }
    }

    @Test func whatIsAsDeepAsAllowedIsRead() throws {
        #expect(throws: Never.self) { try CBORReader.value(of: [0x81, 0x81, 0x81, 0x00]) }
    }

    @Test func randomBytesAreReadOrRefused() throws {
        var random = SystemRandomNumberGenerator()
        var read = 0
        for _ in 0..<50_000 {
            let bytes = (0..<Int.random(in: 0...40)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            if (try? CBORReader.value(of: bytes)) != nil { read += 1 }
            _ = try? AuthenticatorData([UInt8](repeating: 0xc1, count: 37) + bytes)
            _ = try? CredentialKey(bytes)
            _ = try? ClientData(bytes)
        }
        #expect(read > 0)
    }
}
