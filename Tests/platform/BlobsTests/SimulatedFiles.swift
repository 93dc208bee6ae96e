import Glibc
import Synchronization

@testable import Blobs

/// `FileOperations` on a `SimulatedDisk`: keeps a snapshot from before each call, if asked to, and
/// fails the calls it is told to.
final class SimulatedFiles: FileOperations {
    enum Call: CaseIterable {
        case openDirectory, makeDirectory, lock, names, create, open, status, write, read, close
        case rename, remove, syncData, syncDirectory
    }

    /// Instead of making a call: nil makes it, 0 skips it and reports success, and another number
    /// is an `errno`. Gets the call and how many of its kind came before.
    typealias Fault = @Sendable (Call, Int) -> Int32?

    fileprivate struct State {
        var disk: SimulatedDisk
        var fault: Fault?
        var history: [SimulatedDisk] = []
        var counts: [Call: Int] = [:]
        var open: [Int32: (node: SimulatedDisk.Node, position: Int)] = [:]
        var nextDescriptor: Int32 = 3
    }

    private let state: Mutex<State>
    private let keepsHistory: Bool
    /// The kernel takes at most this many bytes at once.
    private let writeLimit = 1000

    init(_ disk: SimulatedDisk = SimulatedDisk(), keepsHistory: Bool = false) {
        self.keepsHistory = keepsHistory
        state = Mutex(State(disk: disk))
    }

    var disk: SimulatedDisk {
        state.withLock { $0.disk }
    }

    var openDescriptors: Int {
        state.withLock { $0.open.count }
    }

    func fail(_ fault: Fault?) {
        state.withLock {
            $0.fault = fault
            $0.counts = [:]
        }
    }

    /// The snapshots since the last time, with the disk as it is now as the last.
    func takeHistory() -> [SimulatedDisk] {
        state.withLock {
            let history = $0.history
            $0.history = []
            return history + [$0.disk]
        }
    }

    private func perform<Result: Sendable>(
        _ call: Call, skipped: Result, _ body: (inout State) throws(SystemError) -> Result
    ) throws(SystemError) -> Result {
        try state.withLock { (state) throws(SystemError) in
            if keepsHistory { state.history.append(state.disk) }
            let count = state.counts[call, default: 0]
            state.counts[call] = count + 1
            switch state.fault?(call, count) {
            case nil: return try body(&state)
            case 0: return skipped
            case let code?: throw SystemError(code: code)
            }
        }
    }

    func openDirectory(path: String) throws(SystemError) -> Descriptor {
        try perform(.openDirectory, skipped: -1) { state in
            state.openNode(SimulatedDisk.root)
        }
    }

    func openDirectory(_ name: String, in directory: Descriptor) throws(SystemError) -> Descriptor {
        try perform(.openDirectory, skipped: -1) { (state) throws(SystemError) in
            state.openNode(try state.find(name, in: directory))
        }
    }

    func makeDirectory(_ name: String, in directory: Descriptor) throws(SystemError) {
        try perform(.makeDirectory, skipped: ()) { (state) throws(SystemError) in
            try state.make(.directory(entries: [:], durable: [:]), name, in: directory)
        }
    }

    func lock(_ directory: Descriptor) throws(SystemError) {
        try perform(.lock, skipped: ()) { _ in }
    }

    func names(in directory: Descriptor) throws(SystemError) -> [String] {
        try perform(.names, skipped: []) { (state) throws(SystemError) in
            try state.entries(directory).keys.sorted()
        }
    }

    func create(_ name: String, in directory: Descriptor) throws(SystemError) -> Descriptor {
        try perform(.create, skipped: -1) { (state) throws(SystemError) in
            try state.make(.file(bytes: [], durable: []), name, in: directory)
            return state.openNode(try state.find(name, in: directory))
        }
    }

    func open(_ name: String, in directory: Descriptor) throws(SystemError) -> Descriptor {
        try perform(.open, skipped: -1) { (state) throws(SystemError) in
            state.openNode(try state.find(name, in: directory))
        }
    }

    func status(_ file: Descriptor) throws(SystemError) -> FileStatus {
        let none = FileStatus(size: 0, isPrivateFile: false)
        return try perform(.status, skipped: none) { (state) throws(SystemError) in
            FileStatus(size: try state.bytes(file).count, isPrivateFile: true)
        }
    }

    func write(_ bytes: UnsafeRawBufferPointer, to file: Descriptor) throws(SystemError) -> Int {
        let taken = Array(bytes.prefix(writeLimit))
        return try perform(.write, skipped: taken.count) { (state) throws(SystemError) in
            let (node, _) = try state.target(file)
            state.disk.setBytes(try state.bytes(file) + taken, of: node)
            return taken.count
        }
    }

    func read(
        _ file: Descriptor, into buffer: UnsafeMutableRawBufferPointer
    ) throws(SystemError) -> Int {
        let count = buffer.count
        let bytes = try perform(.read, skipped: []) { (state) throws(SystemError) -> [UInt8] in
            let (node, position) = try state.target(file)
            let bytes = Array(try state.bytes(file).dropFirst(position).prefix(count))
            state.open[file] = (node, position + bytes.count)
            return bytes
        }
        buffer.copyBytes(from: bytes)
        return bytes.count
    }

    func dropCache(_ file: Descriptor) {}

    func close(_ descriptor: Descriptor) {
        try? perform(.close, skipped: ()) { $0.open[descriptor] = nil }
    }

    func rename(
        _ name: String, in directory: Descriptor, to newName: String, in newDirectory: Descriptor
    ) throws(SystemError) {
        try perform(.rename, skipped: ()) { (state) throws(SystemError) in
            let node = try state.find(name, in: directory)
            state.disk.setEntry(name, in: try state.target(directory).node, to: nil)
            state.disk.setEntry(newName, in: try state.target(newDirectory).node, to: node)
        }
    }

    func remove(_ name: String, in directory: Descriptor) throws(SystemError) {
        try perform(.remove, skipped: ()) { (state) throws(SystemError) in
            _ = try state.find(name, in: directory)
            state.disk.setEntry(name, in: try state.target(directory).node, to: nil)
        }
    }

    func syncData(_ file: Descriptor) throws(SystemError) {
        try perform(.syncData, skipped: ()) { (state) throws(SystemError) in
            state.disk.sync(try state.target(file).node)
        }
    }

    func syncDirectory(_ directory: Descriptor) throws(SystemError) {
        try perform(.syncDirectory, skipped: ()) { (state) throws(SystemError) in
            state.disk.sync(try state.target(directory).node)
        }
    }
}

extension SimulatedFiles.State {
    fileprivate typealias Descriptor = SimulatedFiles.Descriptor

    fileprivate mutating func openNode(_ node: SimulatedDisk.Node) -> Descriptor {
        defer { nextDescriptor += 1 }
        open[nextDescriptor] = (node, 0)
        return nextDescriptor
    }

    fileprivate func target(
        _ descriptor: Descriptor
    ) throws(SystemError) -> (node: SimulatedDisk.Node, position: Int) {
        guard let target = open[descriptor] else { throw SystemError(code: EBADF) }
        return target
    }

    fileprivate func entries(
        _ directory: Descriptor
    ) throws(SystemError) -> [String: SimulatedDisk.Node] {
        guard let entries = disk.entries(try target(directory).node) else {
            throw SystemError(code: ENOTDIR)
        }
        return entries
    }

    fileprivate func bytes(_ file: Descriptor) throws(SystemError) -> [UInt8] {
        guard let bytes = disk.bytes(try target(file).node) else { throw SystemError(code: EISDIR) }
        return bytes
    }

    fileprivate func find(
        _ name: String, in directory: Descriptor
    ) throws(SystemError) -> SimulatedDisk.Node {
        guard let node = try entries(directory)[name] else { throw SystemError(code: ENOENT) }
        return node
    }

    fileprivate mutating func make(
        _ content: SimulatedDisk.Content, _ name: String, in directory: Descriptor
    ) throws(SystemError) {
        guard try entries(directory)[name] == nil else { throw SystemError(code: EEXIST) }
        _ = disk.make(content, named: name, in: try target(directory).node)
    }
}
