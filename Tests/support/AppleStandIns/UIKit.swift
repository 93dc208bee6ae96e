// swift-format-ignore-file
// What RollcallApp uses of Apple's module `UIKit`, so that its types are checked on Linux, too.
// deploy/check-app.sh compiles it; it does nothing.
@_exported import Foundation

public struct UIBackgroundTaskIdentifier: Sendable {}

@MainActor public class UIApplication: NSObject {
    nonisolated public static let didEnterBackgroundNotification = Notification.Name("background")
    nonisolated public static let willEnterForegroundNotification = Notification.Name("foreground")

    public func beginBackgroundTask(
        expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
    ) -> UIBackgroundTaskIdentifier { UIBackgroundTaskIdentifier() }
    public func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {}
}
