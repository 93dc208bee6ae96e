extension AccountInfo {
    /// The address that mails go to; nil for an account without one.
    public var primaryAddress: Address? { addresses.first { $0.isPrimary } }
}

extension Address {
    public var isVerified: Bool { verifiedAtMs > 0 }
}
