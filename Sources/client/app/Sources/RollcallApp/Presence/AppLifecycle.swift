/// Tells whether the app is in the foreground.
public protocol AppLifecycle: Sendable {
    /// Whether it is now, and then each change, for each who asks.
    var foreground: AsyncStream<Bool> { get }
}

/// A life cycle that the app tells itself: for apps without UIKit, and for tests. At first the app
/// is in the foreground.
public final class ManualLifecycle: AppLifecycle {
    private let broadcast = Broadcast(true)

    public init() {}

    public var foreground: AsyncStream<Bool> { broadcast.values() }

    public func set(isForeground: Bool) { broadcast.set(isForeground) }
}
