/// A range of IP addresses, such as `10.0.0.0/8` or `2001:db8::/32` (RFC 4632), or a single one.
public struct AddressRange: Sendable, Hashable {
    private let address: IPAddress
    /// Bits that an address has to have in common with it.
    private let length: Int

    public init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let address = IPAddress(String(parts[0]))?.unmapped else { return nil }
        self.address = address
        guard parts.count == 2 else {
            length = address.length
            return
        }
        guard let length = Int(parts[1]), parts[1] == "\(length)",
            (0...address.length).contains(length)
        else { return nil }
        self.length = length
    }

    func contains(_ other: IPAddress) -> Bool {
        address.isSame(as: other.unmapped, inFirst: length)
    }
}
