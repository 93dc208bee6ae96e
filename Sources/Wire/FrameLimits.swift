/// How large a frame may be.
package struct FrameLimits: Sendable, Hashable {
    /// The longest meta, in bytes: 16 KiB.
    package var maximumMeta = 16 * 1024
    /// The longest body, in bytes: 64 KiB. A longer message is sent in fragments.
    package var maximumBody = 64 * 1024

    package init() {}

    /// The longest payload, in bytes.
    package var maximumPayload: Int { maximumMeta + maximumBody }
}
