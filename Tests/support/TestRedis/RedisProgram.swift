import Foundation

/// The servers that the tests run on. A test names none of them: the trait `.onEachRedis` runs it
/// on each that is installed.
package enum RedisProgram: String, CaseIterable, Sendable {
    case redis, valkey

    /// The one that the running test uses.
    @TaskLocal package static var current = RedisProgram.redis

    /// Where Debian, and deploy/lib/prerequisites.sh, put it.
    package var path: String {
        switch self {
        case .redis: "/usr/bin/redis-server"
        case .valkey: ".build/valkey/bin/valkey-server"
        }
    }

    package var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: path) }
}
