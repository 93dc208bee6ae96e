import TestSupport

/// What a disk holds, and what of it would be there after the power was cut. A value: a copy is a
/// snapshot.
///
/// The model is harsher than a journaling file system: until its directory is synced, each new,
/// moved or removed name survives or not by itself; until its data is synced, a file survives as
/// it was, as it is, or with a tail of zeros.
struct SimulatedDisk {
    typealias Node = Int

    enum Content: Equatable {
        case file(bytes: [UInt8], durable: [UInt8])
        case directory(entries: [String: Node], durable: [String: Node])
    }

    private(set) var nodes: [Node: Content] = [0: .directory(entries: [:], durable: [:])]
    private var nextNode = 1

    static let root: Node = 0

    func entries(_ directory: Node) -> [String: Node]? {
        guard case .directory(let entries, _) = nodes[directory] else { return nil }
        return entries
    }

    func bytes(_ file: Node) -> [UInt8]? {
        guard case .file(let bytes, _) = nodes[file] else { return nil }
        return bytes
    }

    mutating func make(_ content: Content, named name: String, in directory: Node) -> Node {
        defer { nextNode += 1 }
        nodes[nextNode] = content
        setEntry(name, in: directory, to: nextNode)
        return nextNode
    }

    mutating func setEntry(_ name: String, in directory: Node, to node: Node?) {
        guard case .directory(var entries, let durable) = nodes[directory] else { return }
        entries[name] = node
        nodes[directory] = .directory(entries: entries, durable: durable)
    }

    mutating func setBytes(_ bytes: [UInt8], of file: Node) {
        guard case .file(_, let durable) = nodes[file] else { return }
        nodes[file] = .file(bytes: bytes, durable: durable)
    }

    mutating func sync(_ node: Node) {
        switch nodes[node] {
        case .file(let bytes, _): nodes[node] = .file(bytes: bytes, durable: bytes)
        case .directory(let entries, _):
            nodes[node] = .directory(entries: entries, durable: entries)
        case nil: break
        }
    }

    /// The disk as it is found when the power is back.
    func afterPowerLoss(using generator: inout TestNumbers) -> SimulatedDisk {
        var disk = self
        // In a fixed order, so that a seed names one outcome.
        for (node, content) in nodes.sorted(by: { $0.key < $1.key }) {
            switch content {
            case .file(let bytes, let durable):
                let kept = Self.surviving(bytes, durable, using: &generator)
                disk.nodes[node] = .file(bytes: kept, durable: kept)
            case .directory(let entries, let durable):
                let kept = Self.surviving(entries, durable, using: &generator)
                disk.nodes[node] = .directory(entries: kept, durable: kept)
            }
        }
        return disk
    }

    private static func surviving(
        _ bytes: [UInt8], _ durable: [UInt8], using generator: inout TestNumbers
    ) -> [UInt8] {
        guard bytes != durable else { return bytes }
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: return durable
        case 1: return bytes
        default:
            let written = Int.random(in: 0...bytes.count, using: &generator)
            return bytes.prefix(written) + [UInt8](repeating: 0, count: bytes.count - written)
        }
    }

    private static func surviving(
        _ entries: [String: Node], _ durable: [String: Node],
        using generator: inout TestNumbers
    ) -> [String: Node] {
        var kept = durable
        for name in Set(entries.keys).union(durable.keys).sorted()
        where entries[name] != durable[name] && Bool.random(using: &generator) {
            kept[name] = entries[name]
        }
        return kept
    }
}
