import Foundation

/// The files below a directory as a daemon has changed them, call after call; and what a power cut
/// leaves of them: what was synced, and of the rest any part.
struct TracedDisk {
    private struct File {
        /// What survives a power cut for certain.
        var durable: [UInt8]
        /// What may survive it, in order.
        var pending: [Change] = []
        /// Bytes, as the daemon sees it.
        var size: Int
    }

    private enum Change {
        case write(offset: Int, bytes: [UInt8])
        case cut(size: Int)
    }

    private struct Naming {
        let path: String
        /// Nil: the name is removed.
        let file: Int?
    }

    private var files: [File] = []
    /// What names stand for, as the daemon sees it, and as a power cut leaves it for certain.
    private var names: [String: Int] = [:]
    private var durableNames: [String: Int] = [:]
    private var pendingNames: [Naming] = []

    /// What lies below a directory, and is taken to be durable.
    init(of root: URL) throws {
        for name in try FileManager.default.subpathsOfDirectory(atPath: root.path) {
            let path = "\(root.path)/\(name)"
            var isDirectory: ObjCBool = false
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory),
                !isDirectory.boolValue
            else { continue }
            let bytes = try Array(Data(contentsOf: URL(filePath: path)))
            names[path] = files.count
            files.append(File(durable: bytes, size: bytes.count))
        }
        durableNames = names
    }

    mutating func perform(_ entry: DiskProbe.Entry) {
        switch entry {
        case .write(let path, let offset, let digits):
            let file = file(at: path)
            let (offset, bytes) = (offset ?? files[file].size, Self.bytes(digits))
            files[file].pending.append(.write(offset: offset, bytes: bytes))
            files[file].size = max(files[file].size, offset + bytes.count)
        case .cut(let path, let size):
            let file = file(at: path)
            files[file].pending.append(.cut(size: size))
            files[file].size = size
        case .sync(let path):
            if let file = names[path] {
                files[file].durable = Self.changed(files[file].durable, by: files[file].pending)
                files[file].pending = []
            } else {
                let isBelow = { (naming: Naming) in Self.directory(of: naming.path) == path }
                for naming in pendingNames where isBelow(naming) {
                    durableNames[naming.path] = naming.file
                }
                pendingNames.removeAll(where: isBelow)
            }
        case .rename(let from, let to):
            let file = file(at: from)
            name(file, to)
            name(nil, from)
        case .remove(let path): name(nil, path)
        case .answer: break
        }
    }

    private mutating func name(_ file: Int?, _ path: String) {
        names[path] = file
        pendingNames.append(Naming(path: path, file: file))
    }

    /// A new one if there is none.
    private mutating func file(at path: String) -> Int {
        if let file = names[path] { return file }
        files.append(File(durable: [], size: 0))
        name(files.count - 1, path)
        return files.count - 1
    }

    /// The files by their paths, as the machine finds them after a power cut.
    func afterPowerCut(using random: inout some RandomNumberGenerator) -> [String: [UInt8]] {
        var left = durableNames
        for naming in pendingNames where Bool.random(using: &random) {
            left[naming.path] = naming.file
        }
        return left.mapValues { number in
            let file = files[number]
            let survivors = file.pending.compactMap { change -> Change? in
                guard Bool.random(using: &random) else { return nil }
                guard case .write(let offset, let bytes) = change, Bool.random(using: &random)
                else { return change }
                // Sectors are written whole.
                let sectors = Int.random(in: 0...bytes.count / 512, using: &random)
                return .write(offset: offset, bytes: Array(bytes.prefix(512 * sectors)))
            }
            return Self.changed(file.durable, by: survivors)
        }
    }

    private static func changed(_ bytes: [UInt8], by changes: [Change]) -> [UInt8] {
        changes.reduce(into: bytes) { bytes, change in
            switch change {
            case .cut(let size):
                bytes =
                    bytes.prefix(size) + [UInt8](repeating: 0, count: max(0, size - bytes.count))
            case .write(let offset, let new):
                let end = offset + new.count
                if bytes.count < end {
                    bytes += [UInt8](repeating: 0, count: end - bytes.count)
                }
                bytes.replaceSubrange(offset..<end, with: new)
            }
        }
    }

    private static func directory(of path: String) -> String {
        (path as NSString).deletingLastPathComponent
    }

    private static func bytes(_ digits: Substring) -> [UInt8] {
        let digits = digits.utf8.map { $0 < 58 ? $0 - 48 : $0 - 87 }
        return stride(from: 0, to: digits.count - 1, by: 2).map {
            digits[$0] << 4 | digits[$0 + 1]
        }
    }
}
