import Redis

/// The scripts that count in the engine. Each runs whole, so all instances count together.
enum LimitScripts {
    static let take = RedisScript(PackageResources.take_lua)
    static let refund = RedisScript(PackageResources.refund_lua)
    static let used = RedisScript(PackageResources.used_lua)
    static let join = RedisScript(PackageResources.join_lua)
}
