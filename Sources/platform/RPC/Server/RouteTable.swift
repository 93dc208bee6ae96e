import Glibc

/// The routes of a server by the name of their method, found from the bytes of an OPEN without
/// making a string of them.
struct RouteTable: Sendable {
    private let slots: [Router.Route?]

    init(_ routes: some Collection<Router.Route>) {
        var slots: [Router.Route?] = Array(
            repeating: nil, count: Self.size(for: routes.count))
        for route in routes {
            var path = route.path
            var index = path.withUTF8 { Self.hash(UnsafeRawBufferPointer($0)) } & (slots.count - 1)
            while slots[index] != nil { index = (index + 1) & (slots.count - 1) }
            slots[index] = route
        }
        self.slots = slots
    }

    subscript(_ name: UnsafeRawBufferPointer) -> Router.Route? {
        var index = Self.hash(name) & (slots.count - 1)
        while let route = slots[index] {
            if route.isNamed(name) { return route }
            index = (index + 1) & (slots.count - 1)
        }
        return nil
    }

    subscript(_ name: String) -> Router.Route? {
        var name = name
        return name.withUTF8 { self[UnsafeRawBufferPointer($0)] }
    }

    /// At most a quarter full: a miss, which is a stranger's mistake, ends soon too.
    private static func size(for count: Int) -> Int {
        var size = 8
        while size < 4 * count { size *= 2 }
        return size
    }

    /// By the length and the end, where the names of one service differ. The table never changes,
    /// so that no peer can make it slow.
    private static func hash(_ name: UnsafeRawBufferPointer) -> Int {
        var mixed = UInt64(name.count)
        for byte in name.suffix(8) { mixed = mixed &* 31 &+ UInt64(byte) }
        return Int(truncatingIfNeeded: (mixed &* 0x9E37_79B9_7F4A_7C15) >> 32)
    }
}

extension Router.Route {
    fileprivate func isNamed(_ name: UnsafeRawBufferPointer) -> Bool {
        var path = path
        return path.withUTF8 { path in
            guard path.count == name.count else { return false }
            guard let start = path.baseAddress, let other = name.baseAddress else { return true }
            return memcmp(start, other, path.count) == 0
        }
    }
}
