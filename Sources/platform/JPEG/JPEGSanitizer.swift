/// Checks a JPEG's structure and removes everything except the picture, while the bytes pass by.
///
/// Feed it chunks cut anywhere, write out what it appends, and call `finish` once. Pixels are never
/// decoded, and at most one segment (64 KiB) is held. The output is the frame, its tables and its
/// scans, byte for byte. JFIF, Adobe and colour profile segments are written again from their
/// numbers. An EXIF segment has only the orientation, and is left out for an upright photo. All
/// other application segments, comments, fill bytes and everything after the end of the image are
/// dropped. Sanitizing twice gives the same result as once.
///
/// Entropy-coded data and table values pass unchanged and can have any content: serve the result as
/// `image/jpeg` with `nosniff`.
package struct JPEGSanitizer: Sendable {
    let limits: JPEGLimits
    var state = State.start
    var frame: Frame?
    var tables = Tables()
    var progress = ScanProgress(components: 0)
    var restartInterval = 0
    var nextRestart = Marker.restarts.lowerBound
    var orientation: Orientation?
    var hasJFIF = false
    var hasProfile = false
    var segmentCount = 0
    var scanCount = 0
    /// The payload so far of the segment being read.
    var segment: [UInt8] = []
    private var inputBytes = 0
    private var outputBytes = 0

    enum State {
        /// Before the first byte, and between the two of the start-of-image marker.
        case start, startCode
        /// The first byte of a marker is due; its second.
        case marker, markerCode
        /// The two bytes of a segment's length.
        case length(marker: UInt8), lengthLow(marker: UInt8, high: UInt8)
        /// Inside a segment that is kept until it is whole, or passed over.
        case payload(marker: UInt8, size: Int), skipped(remaining: Int)
        /// In entropy-coded data; behind a 0xFF in it.
        case scan(isEmpty: Bool), scanCode(isEmpty: Bool, isFilled: Bool)
        /// Behind the end of the image.
        case ended
        case failed(JPEGError)
    }

    package init(limits: JPEGLimits = JPEGLimits()) {
        self.limits = limits
    }

    /// Takes the next bytes of the photo and appends to `output` what may be stored of them.
    ///
    /// Throws at the first broken rule, and the same error ever after; what was appended before
    /// then is worthless.
    package mutating func consume(
        _ chunk: UnsafeRawBufferPointer, into output: inout [UInt8]
    ) throws(JPEGError) {
        if case .failed(let error) = state { throw error }
        let before = output.count
        do throws(JPEGError) {
            inputBytes += chunk.count
            guard inputBytes <= limits.inputBytes else { throw .tooManyBytes }
            var input = chunk[...]
            while !input.isEmpty { try step(&input, &output) }
        } catch {
            state = .failed(error)
            throw error
        }
        outputBytes += output.count - before
    }

    /// The same for bytes in an array.
    package mutating func consume(
        _ chunk: some Collection<UInt8>, into output: inout [UInt8]
    ) throws(JPEGError) {
        let done = chunk.withContiguousStorageIfAvailable { bytes in
            Result { () throws(JPEGError) in
                try consume(UnsafeRawBufferPointer(bytes), into: &output)
            }
        }
        guard let done else { return try consume(Array(chunk), into: &output) }
        try done.get()
    }

    /// Call it after the last byte. Throws if the image is incomplete.
    package func finish() throws(JPEGError) -> JPEGSummary {
        switch state {
        case .failed(let error): throw error
        case .start, .startCode: throw .notJPEG
        case .ended: break
        default: throw .truncated
        }
        guard let frame else { throw .truncated }
        return JPEGSummary(
            width: frame.width, height: frame.height, orientation: orientation ?? .upright,
            isProgressive: frame.isProgressive, outputBytes: outputBytes)
    }
}

extension JPEGSanitizer {
    typealias Input = Slice<UnsafeRawBufferPointer>

    /// Takes at least one byte from `input`, which is not empty.
    private mutating func step(_ input: inout Input, _ output: inout [UInt8]) throws(JPEGError) {
        switch state {
        case .ended, .failed: input = input.suffix(0)
        case .scan(let isEmpty): try passScan(&input, &output, isEmpty: isEmpty)
        case .payload(let marker, let size):
            segment.append(contentsOf: Self.take(size - segment.count, from: &input))
            if segment.count == size { try close(marker, &output) }
        case .skipped(let remaining):
            let left = remaining - Self.take(remaining, from: &input).count
            state = left == 0 ? .marker : .skipped(remaining: left)
        default: try step(input.removeFirst(), &output)
        }
    }

    /// Steps through the states that read one byte.
    private mutating func step(_ byte: UInt8, _ output: inout [UInt8]) throws(JPEGError) {
        switch state {
        case .start:
            guard byte == 0xFF else { throw .notJPEG }
            state = .startCode
        case .startCode:
            guard byte == Marker.startOfImage else { throw .notJPEG }
            output += [0xFF, byte]
            state = .marker
        case .marker:
            // The third byte also distinguishes a JPEG from other files.
            guard byte == 0xFF else { throw segmentCount == 0 ? .notJPEG : .markerExpected }
            state = .markerCode
        case .markerCode: try open(byte, &output)
        case .length(let marker): state = .lengthLow(marker: marker, high: byte)
        case .lengthLow(let marker, let high):
            try measure(marker, Int(high) << 8 | Int(byte), &output)
        case .scanCode(let isEmpty, let isFilled):
            try passScanCode(byte, &output, isEmpty: isEmpty, isFilled: isFilled)
        case .payload, .skipped, .scan, .ended, .failed: break
        }
    }

    private static func take(_ count: Int, from input: inout Input) -> Input {
        defer { input = input.dropFirst(count) }
        return input.prefix(count)
    }
}
