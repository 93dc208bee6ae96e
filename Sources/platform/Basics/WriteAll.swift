import Glibc

/// Writes all bytes to a descriptor, by as many calls as that takes.
///
/// - Returns: whether all were written; if not, `errno` says why.
package func writeAll(_ bytes: [UInt8], to descriptor: CInt) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
        // A write that is cut short does not say why; the next one does.
        let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        rest = rest.dropFirst(count)
    }
    return true
}
