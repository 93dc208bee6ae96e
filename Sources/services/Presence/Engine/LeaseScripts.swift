import Redis

/// The scripts by which the engine decides. Each is whole in itself: two instances that run one at
/// the same time run one after the other.
enum LeaseScripts {
    static let join = script(PackageResources.join_lua)
    static let begin = script(PackageResources.begin_lua, takesMemory: true)
    static let renew = RedisScript(
        Array(goesOn.utf8) + PackageResources.state_lua + PackageResources.renew_lua
            + PackageResources.users_lua + PackageResources.tell_lua)
    static let detach = script(PackageResources.detach_lua)
    static let end = script(PackageResources.end_lua)
    static let endSessions = script(PackageResources.end_sessions_lua)
    static let expire = script(PackageResources.expire_lua)
    static let status = script(PackageResources.status_lua)
    static let register = script(PackageResources.register_lua, takesMemory: true)
    static let erase = script(PackageResources.erase_lua)
    // Nobody is to be shown for want of memory.
    static let show = script(PackageResources.show_lua)
    static let restore = script(PackageResources.restore_lua, takesMemory: true)

    static let all = [
        join, begin, renew, detach, end, endSessions, expire, status, register, erase, show,
        restore,
    ]

    /// Leases must go on and end also when the server has no more memory (`maxmemory`).
    private static let goesOn = "#!lua flags=allow-oom\n"

    /// - Parameter takesMemory: whether the server may refuse it when it has no more.
    private static func script(_ body: [UInt8], takesMemory: Bool = false) -> RedisScript {
        let head = takesMemory ? "#!lua\n" : goesOn
        return RedisScript(
            Array(head.utf8) + PackageResources.state_lua + PackageResources.users_lua + body)
    }
}
