extension JPEGSanitizer {
    /// A marker's second byte has come, outside entropy-coded data.
    mutating func open(_ marker: UInt8, _ output: inout [UInt8]) throws(JPEGError) {
        switch marker {
        case 0xFF: state = .markerCode  // A fill byte (B.1.1.2).
        case Marker.endOfImage: try end(&output)
        case Marker.supportedFrames, Marker.startOfScan, Marker.huffmanTables,
            Marker.quantizationTables, Marker.restartInterval, Marker.application, Marker.comment:
            segmentCount += 1
            guard segmentCount <= limits.segments else { throw .tooManySegments }
            state = .length(marker: marker)
        case Marker.lineCount: throw .zeroDimension
        case _ where Marker.isUnsupportedCoding(marker): throw .unsupportedCoding
        default: throw .unexpectedMarker(marker)
        }
    }

    /// The length counts its own two bytes, but not the marker's (B.1.1.4).
    mutating func measure(
        _ marker: UInt8, _ length: Int, _ output: inout [UInt8]
    ) throws(JPEGError) {
        guard length >= 2 else { throw .segmentTooShort }
        let size = length - 2
        segment.removeAll(keepingCapacity: true)
        state =
            Marker.isDropped(marker)
            ? .skipped(remaining: size) : .payload(marker: marker, size: size)
        if size == 0 { try close(marker, &output) }
    }

    /// The segment is whole: checks it, and writes what is to stay of it.
    mutating func close(_ marker: UInt8, _ output: inout [UInt8]) throws(JPEGError) {
        state = .marker
        if Marker.isDropped(marker) { return }
        if Marker.application.contains(marker) {
            return Self.write(marker, try rewritten(marker), to: &output)
        }
        switch marker {
        case Marker.quantizationTables: try tables.defineQuantization(segment)
        case Marker.huffmanTables: try tables.defineHuffman(segment)
        case Marker.restartInterval: try defineRestartInterval()
        case Marker.startOfScan: try beginScan()
        default: try beginFrame(marker)
        }
        Self.write(marker, segment, to: &output)
    }

    /// What stays of an application segment, or nil if nothing does.
    ///
    /// Of each kind the first counts, and only before the first scan, where decoders look. Adobe's
    /// is the exception: decoders go by the last one, so each is kept.
    private mutating func rewritten(_ marker: UInt8) throws(JPEGError) -> [UInt8]? {
        guard scanCount == 0 else { return nil }
        switch marker {
        case Marker.jfif where !hasJFIF:
            let jfif = ColorSegments.jfif(segment)
            hasJFIF = jfif != nil
            return jfif
        case Marker.exif where orientation == nil:
            orientation = Orientation(exif: segment)
            return orientation == .upright ? nil : orientation?.exif
        case Marker.profile where !hasProfile:
            let profile = ICCProfile(segment: segment, limit: limits.profileBytes)
            hasProfile = profile != nil
            return profile?.segment
        case Marker.adobe: return try ColorSegments.adobe(segment)
        default: return nil
        }
    }

    private mutating func defineRestartInterval() throws(JPEGError) {
        var reader = ByteReader(segment)
        guard let interval = reader.uint16(), reader.remaining == 0 else {
            throw .malformedRestartInterval
        }
        restartInterval = interval
    }

    private mutating func beginFrame(_ marker: UInt8) throws(JPEGError) {
        // A frame behind a scan is a second one too: no scan comes before the first.
        guard self.frame == nil else { throw .secondFrame }
        let frame = try Frame(marker: marker, payload: segment, limits: limits)
        progress = ScanProgress(components: frame.components.count)
        self.frame = frame
    }

    private mutating func beginScan() throws(JPEGError) {
        guard let frame else { throw .scanBeforeFrame }
        let scan = try Scan(payload: segment, frame: frame)
        scanCount += 1
        guard scanCount <= limits.scans else { throw .tooManyScans }
        guard scanCount * frame.pixels <= limits.scannedPixels else { throw .tooMuchScanning }
        guard tables.suffice(for: scan, of: frame) else { throw .undefinedTable }
        try progress.advance(scan)
        nextRestart = Marker.restarts.lowerBound
        state = .scan(isEmpty: true)
    }

    private mutating func end(_ output: inout [UInt8]) throws(JPEGError) {
        guard frame != nil, progress.isComplete else { throw .missingScan }
        output += [0xFF, Marker.endOfImage]
        state = .ended
    }

    private static func write(_ marker: UInt8, _ payload: [UInt8]?, to output: inout [UInt8]) {
        guard let payload else { return }
        let length = payload.count + 2
        output += [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)]
        output += payload
    }
}
