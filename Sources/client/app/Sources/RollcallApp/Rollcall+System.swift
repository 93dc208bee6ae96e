import Foundation

/// What an app has if it names nothing else.
extension Rollcall {
    /// A folder among the system's caches on Apple's systems; nil elsewhere.
    public static var usualCache: URL? {
        #if canImport(Darwin)
            FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first
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
