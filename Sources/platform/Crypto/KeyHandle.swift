/// A key in the memory of libcrypto, freed with its last reference.
///
/// Threads share it: nothing changes it once it is made.
final class KeyHandle: @unchecked Sendable {
    let pointer: OpaquePointer
    private let free: (OpaquePointer?) -> Void

    /// - Parameter pointer: taken over; `nil` where libcrypto has refused to make a key.
    init?(_ pointer: OpaquePointer?, freedBy free: @escaping (OpaquePointer?) -> Void) {
        guard let pointer else { return nil }
        self.pointer = pointer
        self.free = free
    }

    deinit {
        free(pointer)
    }
}
