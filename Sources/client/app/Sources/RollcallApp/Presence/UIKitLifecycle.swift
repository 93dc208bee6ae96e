#if canImport(UIKit)
    import UIKit

    /// Follows UIKit's notes about the life of the app. When it goes to the background, the system
    /// is asked for the seconds in which the user is taken offline.
    public final class UIKitLifecycle: AppLifecycle {
        private static let farewell = Duration.seconds(5)

        private let manual = ManualLifecycle()
        nonisolated(unsafe) private let observers: [any NSObjectProtocol]

        public init() {
            let (manual, center) = (manual, NotificationCenter.default)
            observers = [
                center.addObserver(
                    forName: UIApplication.didEnterBackgroundNotification, object: nil, queue: nil
                ) { note in
                    // The note has the app: `UIApplication.shared` is not there in extensions.
                    let app = note.object as? UIApplication
                    MainActor.assumeIsolated { Self.keepRunning(app) }
                    manual.set(isForeground: false)
                },
                center.addObserver(
                    forName: UIApplication.willEnterForegroundNotification, object: nil, queue: nil
                ) { _ in manual.set(isForeground: true) },
            ]
        }

        deinit { for observer in observers { NotificationCenter.default.removeObserver(observer) } }

        public var foreground: AsyncStream<Bool> { manual.foreground }

        @MainActor private static func keepRunning(_ app: UIApplication?) {
            guard let app else { return }
            let task = app.beginBackgroundTask(expirationHandler: nil)
            Task { @MainActor in
                try? await Task.sleep(for: farewell)
                app.endBackgroundTask(task)
            }
        }
    }
#endif
