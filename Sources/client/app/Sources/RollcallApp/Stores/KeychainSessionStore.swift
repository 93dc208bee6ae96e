#if canImport(Security)
    import Foundation
    import Security

    /// Keeps the session in the Keychain: of this device only, readable after the first unlock.
    ///
    /// The Keychain outlives the app. A file in the app's own folder shows that this installation
    /// has saved the session. Without it the session counts as none, so that an app that was
    /// installed again does not sign in its former owner. Processes that share it are not locked.
    public final class KeychainSessionStore: SessionStore {
        private let lock = Locked(())
        private let service: String
        private let mark: String

        /// - Parameter name: tells apart several stores of an app.
        public init(name: String = "rollcall") {
            service = "\(Bundle.main.bundleIdentifier ?? "app").\(name)"
            // Without a sandbox, the apps of a Mac share this folder.
            mark = NSHomeDirectory() + "/Library/Application Support/\(service)-installed"
        }

        public func load() async throws -> Data? { try lock.withLock { _ in try read() } }

        public func update<Result: Sendable>(
            _ change: @Sendable (inout Data?) throws -> Result
        ) async throws -> Result {
            try lock.withLock { _ in
                let before = try read()
                var stored = before
                let result = try change(&stored)
                if stored != before { try save(stored) }
                return result
            }
        }

        private func read() throws -> Data? {
            guard FileManager.default.fileExists(atPath: mark) else { return nil }
            var found: CFTypeRef?
            let status = SecItemCopyMatching(item([kSecReturnData: true]), &found)
            guard status != errSecItemNotFound else { return nil }
            try check(status)
            return found as? Data
        }

        private func save(_ bytes: Data?) throws {
            guard let bytes else {
                let status = SecItemDelete(item([:]))
                return try check(status == errSecItemNotFound ? errSecSuccess : status)
            }
            let access = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
            let value: [CFString: Any] = [kSecValueData: bytes, kSecAttrAccessible: access]
            let status = SecItemUpdate(item([:]), NSDictionary(dictionary: value))
            try check(status == errSecItemNotFound ? SecItemAdd(item(value), nil) : status)
            let folder = (mark as NSString).deletingLastPathComponent
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true)
            try Data().write(to: URL(fileURLWithPath: mark), options: .noFileProtection)
        }

        private func item(_ more: [CFString: Any]) -> CFDictionary {
            let base: [CFString: Any] = [
                kSecClass: kSecClassGenericPassword, kSecAttrService: service,
                kSecAttrAccount: "session",
            ]
            return NSDictionary(dictionary: base.merging(more) { $1 })
        }

        private func check(_ status: OSStatus) throws {
            if status != errSecSuccess { throw NSError(domain: "OSStatus", code: Int(status)) }
        }
    }
#endif
