import Glibc

extension JPEGSanitizer {
    /// Copies entropy-coded data in as few pieces as can be, up to the first marker that is not a
    /// restart, and leaves `input` behind that marker's 0xFF.
    mutating func passScan(
        _ input: inout Input, _ output: inout [UInt8], isEmpty: Bool
    ) throws(JPEGError) {
        let bytes = UnsafeRawBufferPointer(rebasing: input)
        var position = 0
        while let found = Self.firstFF(in: bytes, from: position), found + 1 < bytes.count {
            let code = bytes[found + 1]
            guard try isData(code) else {
                return leaveScan(&input, &output, at: found, isEmpty: isEmpty)
            }
            position = found + 2
        }
        // What is left has no 0xFF, or one as its very last byte.
        if position < bytes.count, bytes[bytes.count - 1] == 0xFF {
            leaveScan(&input, &output, at: bytes.count - 1, isEmpty: isEmpty)
        } else {
            output.append(contentsOf: bytes)
            input = input.suffix(0)
            state = .scan(isEmpty: false)
        }
    }

    private mutating func leaveScan(
        _ input: inout Input, _ output: inout [UInt8], at position: Int, isEmpty: Bool
    ) {
        output.append(contentsOf: input.prefix(position))
        input = input.dropFirst(position + 1)
        state = .scanCode(isEmpty: isEmpty && position == 0, isFilled: false)
    }

    /// The byte behind a 0xFF that ended a chunk, or that was not data.
    mutating func passScanCode(
        _ code: UInt8, _ output: inout [UInt8], isEmpty: Bool, isFilled: Bool
    ) throws(JPEGError) {
        if code == 0xFF {
            state = .scanCode(isEmpty: isEmpty, isFilled: true)
        } else if code == 0, isFilled {
            // Fill bytes go before markers only; decoders disagree on what this would mean.
            throw .unexpectedMarker(0)
        } else if try isData(code) {
            output += [0xFF, code]
            state = .scan(isEmpty: false)
        } else if isEmpty {
            throw .emptyScan
        } else {
            try open(code, &output)
        }
    }

    /// Whether 0xFF and `code` belong to the scan: a stuffed 0xFF, or the restart marker whose
    /// turn it is.
    @inline(__always)
    private mutating func isData(_ code: UInt8) throws(JPEGError) -> Bool {
        if code == 0 { return true }
        guard Marker.restarts.contains(code) else { return false }
        guard restartInterval > 0, code == nextRestart else { throw .restartOutOfOrder }
        nextRestart = code == Marker.restarts.upperBound ? Marker.restarts.lowerBound : code + 1
        return true
    }

    /// `memchr`, because it looks at 32 bytes at a time.
    @inline(__always)
    private static func firstFF(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
        guard start < bytes.count, let base = bytes.baseAddress,
            let found = memchr(base + start, 0xFF, bytes.count - start)
        else { return nil }
        return UnsafeRawPointer(found) - base
    }
}
