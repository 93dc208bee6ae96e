import NIOCore

/// An instant or none, in 8 bytes: the compiler's optional takes 16, and there may be very many
/// connections.
@propertyWrapper
struct CompactInstant {
    private var instant = NIODeadline.distantFuture

    /// Nil for an instant that never comes.
    var wrappedValue: NIODeadline? {
        get { instant == .distantFuture ? nil : instant }
        set { instant = newValue ?? .distantFuture }
    }
}
