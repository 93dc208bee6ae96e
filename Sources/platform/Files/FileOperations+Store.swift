import Glibc
import RollcallCrypto

enum Shard {
    /// `00` to `ff`.
    static let names: [String] = (UInt8.min ... .max).map { Hex.encode([$0]) }
}

extension FileOperations {
    /// Opens the directory at `path`, absolute, making its last component durably if need be.
    func makeDurableDirectory(_ path: String) throws(SystemError) -> Descriptor {
        let components = path.split(separator: "/")
        guard path.hasPrefix("/"), let name = components.last, name != ".." else {
            throw SystemError(code: EINVAL)
        }
        let parent = try openDirectory(path: "/" + components.dropLast().joined(separator: "/"))
        defer { close(parent) }
        try makeDirectoryIfMissing(String(name), in: parent)
        try syncDirectory(parent)
        return try openDirectory(String(name), in: parent)
    }

    /// Takes the store for this process, makes what is missing of it, and sweeps. Returns the
    /// directory for temporary files.
    func prepareStore(_ root: Descriptor) throws(SystemError) -> Descriptor {
        try lock(root)
        for name in Shard.names + ["tmp"] {
            try makeDirectoryIfMissing(name, in: root)
        }
        // Even if all were there: the process that made them may have died before its sync.
        try syncDirectory(root)
        let temporary = try openDirectory("tmp", in: root)
        do throws(SystemError) {
            for name in try names(in: temporary) { try remove(name, in: temporary) }
        } catch {
            close(temporary)
            throw error
        }
        return temporary
    }

    /// As many bytes as come, at most `size`.
    func readAll(_ file: Descriptor, size: Int) throws(SystemError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: size)
        var count = 0
        while count < size {
            let taken = try bytes.withUnsafeMutableBufferPointer {
                (buffer) throws(SystemError) -> Int in
                let rest = UnsafeMutableBufferPointer(rebasing: buffer[count...])
                return try read(file, into: UnsafeMutableRawBufferPointer(rest))
            }
            guard taken > 0 else { break }
            count += taken
        }
        bytes.removeLast(size - count)
        return bytes
    }

    /// All of `bytes`, however few the kernel takes at once.
    func writeAll(_ bytes: UnsafeRawBufferPointer, to file: Descriptor) throws(SystemError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            rest = rest.dropFirst(try write(UnsafeRawBufferPointer(rebasing: rest), to: file))
        }
    }

    private func makeDirectoryIfMissing(
        _ name: String, in directory: Descriptor
    ) throws(SystemError) {
        do throws(SystemError) {
            try makeDirectory(name, in: directory)
        } catch {
            guard error.code == EEXIST else { throw error }
        }
    }
}
