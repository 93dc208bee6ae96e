import Glibc

/// Finds the group whose members may pass where this process may not.
enum SocketGroup {
    /// The group that may open the unix socket at `path`, or may pass the directory above it that
    /// bars the way. Nil when no group may, or when the group is unknown.
    static func name(barredFrom path: String) -> String? {
        var (path, mayPass) = (path, mode_t(S_IWGRP))
        var status = stat()
        while stat(path, &status) != 0 {
            guard errno == EACCES, let slash = path.lastIndex(of: "/"), slash != path.startIndex
            else { return nil }
            (path, mayPass) = (String(path[..<slash]), mode_t(S_IXGRP))
        }
        return status.st_mode & mayPass == 0 ? nil : name(of: status.st_gid)
    }

    private static func name(of id: gid_t) -> String {
        var group = group()
        var found: UnsafeMutablePointer<Glibc.group>?
        var buffer = [CChar](repeating: 0, count: 16 * 1024)
        guard getgrgid_r(id, &group, &buffer, buffer.count, &found) == 0, found != nil,
            let name = group.gr_name
        else { return "\(id)" }
        return String(cString: name)
    }
}
