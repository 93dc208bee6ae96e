import CIDN2

/// A domain name with letters outside ASCII: IDNA 2008 (RFC 5891), after the mapping of UTS 46.
/// That unifies full-width letters, capitals, and composed and decomposed accents.
enum InternationalDomain {
    /// Without the STD3 rules, with which the library would remove characters that it should
    /// refuse.
    private static let flags = IDN2_NFC_INPUT.rawValue | IDN2_NONTRANSITIONAL.rawValue

    /// The name for DNS and SMTP, such as `xn--bcher-kva.example`, in lower case.
    ///
    /// - Parameter name: in UTF-8.
    /// - Returns: nil if it is not a domain name.
    static func ascii(_ name: [UInt8]) -> [UInt8]? {
        // C would take a NUL for the end.
        guard !name.contains(0) else { return nil }
        var result: UnsafeMutablePointer<UInt8>?
        let code = (name + [0]).withUnsafeBufferPointer {
            idn2_lookup_u8($0.baseAddress, &result, Int32(flags))
        }
        guard code == IDN2_OK.rawValue, let result else { return nil }
        defer { idn2_free(result) }
        var length = 0
        while result[length] != 0 { length += 1 }
        return Array(UnsafeBufferPointer(start: result, count: length))
    }
}
