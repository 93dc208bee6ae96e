import CIDN2

/// A domain name with other letters than ASCII's: IDNA 2008 (RFC 5891), after the mapping of UTS 46,
/// which makes one of full-width letters, of capitals, and of composed and decomposed accents.
enum InternationalDomain {
    /// Without those of STD3, by which the library would take out what it should refuse.
    private static let flags = IDN2_NFC_INPUT.rawValue | IDN2_NONTRANSITIONAL.rawValue

    /// The form in which the DNS and SMTP have the name, such as `xn--bcher-kva.example`, in lower
    /// case.
    ///
    /// - Parameter name: in UTF-8.
    /// - Returns: nil for what is no domain name.
    static func ascii(_ name: [UInt8]) -> [UInt8]? {
        // What C would take for its end.
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
