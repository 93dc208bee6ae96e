import HTTPServing

/// The limits of a `PhotoServer`.
package struct PhotoServerConfiguration: Sendable {
    package var server = HTTPServerConfiguration()
    /// The bytes of cached photos. The cache keeps the last ones used.
    package var cacheSize = 64 << 20
    /// The bytes of photos that are being read or sent.
    package var outgoingSize = 256 << 20

    package init() {}
}
