import Foundation

/// What an app has if it names nothing else.
extension Rollcall {
    /// A folder of the app's own among the system's caches on Apple's systems; nil elsewhere.
    public static var usualCache: URL? {
        #if canImport(Darwin)
            // Without a sandbox, the apps of a Mac share the folder of the caches.
            FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first?
                .appendingPathComponent(Bundle.main.bundleIdentifier ?? "app")
        #else
            nil
        #endif
    }

    static func usualStore() -> any SessionStore {
        #if canImport(Security)
            KeychainSessionStore()
        #else
            InMemorySessionStore()
        #endif
    }

    static func usualLifecycle() -> any AppLifecycle {
        #if canImport(UIKit)
            UIKitLifecycle()
        #else
            ManualLifecycle()
        #endif
    }

    static func usualShrinker() -> any PhotoShrinker {
        #if canImport(ImageIO)
            ImageIOPhotoShrinker()
        #else
            NoPhotoShrinker()
        #endif
    }
}
