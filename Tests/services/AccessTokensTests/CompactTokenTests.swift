import RollcallCrypto
import Testing

@testable import AccessTokens

/// The examples of RFC 7515 and RFC 7520, as far as they are compact and signed by ES256 or RS256.
@Suite struct CompactTokenTests {
    /// The payload of the examples of RFC 7515.
    private static let payload = """
        eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnV\
        lfQ
        """

    /// RFC 7515 A.3: the header names no key, which is fine for a token, but for none of ours.
    @Test func theExampleOfES256IsGood() throws {
        let text = """
            eyJhbGciOiJFUzI1NiJ9.\(Self.payload).\
            DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q
            """
        let key = try VerificationKey.es256(
            P256PublicKey(
                x: bytes("f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU"),
                y: bytes("x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0")))
        let token = try #require(CompactToken(text))
        #expect(token.keyID == nil)
        #expect(key.hasSigned(token))
        let claims = try #require(FlatJSON(token.payload))
        #expect(claims.text("iss") == "joe")
        #expect(claims.integer("exp") == 1_300_819_380)
        #expect(claims["http://example.com/is_root"] == .bool(true))
        #expect(token.algorithm == .es256)
    }

    /// RFC 7515 A.2.
    @Test func theExampleOfRS256IsGood() throws {
        let modulus = """
            ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1P\
            t0Bm4d4QlL-yRT-SFd2lZS-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSH\
            SXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo7WTBEMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6\
            _I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kzk2PAcDTW9gb54h4FRWyuXpoQ
            """
        let signature = """
            cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8\
            W2Fp5jujGbds9uJdbF9CUAr7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPv\
            kSjtQBMHlb1L07Qe7K0GarZRmB_eSN9383LcOLn6_dO--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1ph\
            CnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrBp0igcN_IoypGlUPQGe77Rw
            """
        let text = "eyJhbGciOiJSUzI1NiJ9.\(Self.payload).\(signature)"
        let key = try VerificationKey.rs256(
            RSAPublicKey(modulus: bytes(modulus), exponent: bytes("AQAB")))
        let token = try #require(CompactToken(text))
        #expect(key.hasSigned(token))
        #expect(token.algorithm == .rs256)
        let other = "eyJhbGciOiJSUzI1NiJ9.\(Self.payload.dropLast(2))Q.\(signature)"
        #expect(CompactToken(other).map(key.hasSigned) != true)
    }

    /// RFC 7520 4.1. It says a sentence, and no claims.
    @Test func theExampleOfTheCookbookIsGoodAndHasNoClaims() throws {
        let modulus = """
            n4EPtAOCc9AlkeQHPzHStgAbgs7bTZLwUBZdR8_KuKPEHLd4rHVTeT-O-XV2jRojdNhxJWTDvNd7nqQ0VEiZQHz\
            _AJmSCpMaJMRBSFKrKb2wqVwGU_NsYOYL-QtiWN2lbzcEe6XC0dApr5ydQLrHqkHHig3RBordaZ6Aj-oBHqFEHY\
            pPe7Tpe-OfVfHd1E6cS6M1FZcD1NNLYD5lFHpPI9bTwJlsde3uhGqC0ZCuEHg8lhzwOHrtIQbS0FVbb9k3-tVTU\
            4fg_3L_vniUFAKwuCLqKnS2BYwdq_mzSnbLY7h_qixoR7jig3__kRhuaxwUkRz5iaiQkqgc5gHdrNP5zw
            """
        let header = "eyJhbGciOiJSUzI1NiIsImtpZCI6ImJpbGJvLmJhZ2dpbnNAaG9iYml0b24uZXhhbXBsZSJ9"
        let payload = """
            SXTigJlzIGEgZGFuZ2Vyb3VzIGJ1c2luZXNzLCBGcm9kbywgZ29pbmcgb3V0IHlvdXIgZG9vci4gWW91IHN0ZXA\
            gb250byB0aGUgcm9hZCwgYW5kIGlmIHlvdSBkb24ndCBrZWVwIHlvdXIgZmVldCwgdGhlcmXigJlzIG5vIGtub3\
            dpbmcgd2hlcmUgeW91IG1pZ2h0IGJlIHN3ZXB0IG9mZiB0by4
            """
        let signature = """
            MRjdkly7_-oTPTS3AXP41iQIGKa80A0ZmTuV5MEaHoxnW2e5CZ5NlKtainoFmKZopdHM1O2U4mwzJdQx996ivp8\
            3xuglII7PNDi84wnB-BDkoBwA78185hX-Es4JIwmDLJK3lfWRa-XtL0RnltuYv746iYTh_qHRD68BNt1uSNCrUC\
            TJDt5aAE6x8wW1Kt9eRo4QPocSadnHXFxnt8Is9UzpERV0ePPQdLuW3IS_de3xyIrDaLGdjluPxUAhb6L2aXic1\
            U12podGU0KLUQSE_oI-ZnmKJ3F4uOZDnd6QZWJushZ41Axf_fcIe8u9ipH84ogoree7vjbU5y18kDquDg
            """
        let key = try VerificationKey.rs256(
            RSAPublicKey(modulus: bytes(modulus), exponent: bytes("AQAB")))
        let token = try #require(CompactToken("\(header).\(payload).\(signature)"))
        #expect(token.keyID == "bilbo.baggins@hobbiton.example")
        #expect(key.hasSigned(token))
        #expect(
            String(decoding: token.payload, as: UTF8.self)
                .hasPrefix("It\u{2019}s a dangerous business, Frodo"))
        #expect(FlatJSON(token.payload) == nil)
    }

    /// The headers of the other examples: RFC 7515 A.1, A.4, A.5 and E, RFC 7520 4.2 to 4.4.
    /// Their algorithms are not ours, and `crit` asks for what we do not know.
    @Test(arguments: [
        "{\"typ\":\"JWT\",\r\n \"alg\":\"HS256\"}", #"{"alg":"ES512"}"#, #"{"alg":"none"}"#,
        """
        {"alg":"none",\r
         "crit":["http://example.com/UNDEFINED"],\r
         "http://example.com/UNDEFINED":true\r
        }
        """,
        #"{"alg":"PS384","kid":"bilbo.baggins@hobbiton.example"}"#,
        #"{"alg":"ES512","kid":"bilbo.baggins@hobbiton.example"}"#,
        #"{"alg":"HS256","kid":"018c0ae5-4d9b-471b-bfd6-eef314bc7037"}"#,
    ])
    func theOtherExamplesAreRefused(header: String) {
        let header = Base64.url.encode(header.utf8)
        for signature in ["", "AAAA"] {
            #expect(CompactToken("\(header).\(Self.payload).\(signature)") == nil)
        }
    }

    /// The JSON forms of RFC 7515 A.6 and A.7, and other texts that are not three parts.
    @Test(arguments: [
        #"{"payload":"e30","signatures":[{"protected":"e30","signature":"AAAA"}]}"#,
        #"{"payload":"e30","protected":"e30","signature":"AAAA"}"#,
        "", ".", "..", "...", "e30", "e30.e30", "e30.e30.e30.e30", "e30.e30.e30.e30.e30",
    ])
    func anotherFormIsRefused(text: String) {
        #expect(CompactToken(text) == nil)
    }

    /// What RFC 7515 leaves to its readers, or forbids, and libraries accept.
    @Test(arguments: [
        // Padding, white space, bits left over, the other alphabet, bytes that are no text.
        (" ", "", ""), ("", "=", ""), ("", "", "="), ("", "", "\n"), ("\t", "", ""),
        ("", "+", ""), ("", "", "/"), ("", "", "A"), ("\u{0}", "", ""), ("", "%", ""),
    ])
    func looseBase64IsRefused(more: (header: String, payload: String, signature: String)) throws {
        let header = Base64.url.encode(#"{"alg":"ES256"}"#.utf8)
        #expect(CompactToken("\(header).e30.AAAA") != nil)
        let text = "\(header)\(more.header).e30\(more.payload).AAAA\(more.signature)"
        #expect(CompactToken(text) == nil)
    }

    /// A key of one algorithm verifies no token of the other, whatever the bytes are.
    @Test func aKeyIsForOneAlgorithm() async throws {
        let issuer = try await Issuer()
        let key = try VerificationKey(issuer.key.publicKey)
        for algorithm in ["ES256", "RS256"] {
            let header = #"{"alg":"\#(algorithm)"}"#
            let text = try await issuer.sign(header: header, claims: issuer.claims())
            let token = try #require(CompactToken(text))
            #expect(key.hasSigned(token) == (algorithm == "ES256"))
        }
    }

    private func bytes(_ text: String) throws -> [UInt8] {
        try #require(Base64.url.decode(text))
    }
}
