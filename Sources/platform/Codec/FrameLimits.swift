/// How large a frame may be.
package struct FrameLimits: Sendable, Hashable {
    /// The longest meta, in bytes: 16 KiB.
    package var maximumMeta = 16 * 1024
    /// The longest body, in bytes. A longer message is sent in fragments.
    package var maximumBody: Int

    /// - Parameter maximumBody: 64 KiB is what every peer takes.
    package init(maximumBody: Int = 64 * 1024) {
        self.maximumBody = maximumBody
    }

    /// The longest payload, in bytes.
    package var maximumPayload: Int { maximumMeta + maximumBody }
}
