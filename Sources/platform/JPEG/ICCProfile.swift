/// A colour profile (ICC.1:2022) rebuilt from its numbers.
///
/// Without its profile a phone's Display P3 photo looks pale, so profiles stay. But they also hold
/// texts, private tags and device identities. Only profiles as cameras and phones write them are
/// accepted: a matrix and curves in one segment. Only their numbers are written again. Any other
/// profile is dropped. A profile over several segments is dropped, too; except from odd encoders,
/// it is larger than 64 KiB.
struct ICCProfile {
    /// The APP2 payload.
    let segment: [UInt8]

    private static let name = Array("ICC_PROFILE\0".utf8)
    private static let headerSize = 128
    private static let tagLimit = 64
    private static let kept = [
        "wtpt", "chad", "rXYZ", "gXYZ", "bXYZ", "rTRC", "gTRC", "bTRC", "kTRC",
    ]

    /// Nil if the payload is not an accepted profile, or would exceed `limit` bytes.
    init?(segment payload: [UInt8], limit: Int) {
        let prefix = Self.name + [1, 1]  // The first of one.
        guard payload.starts(with: prefix) else { return nil }
        let profile = payload.dropFirst(prefix.count)
        guard let header = Self.header(profile), let tags = Self.tags(profile) else { return nil }
        let rebuilt = Self.assemble(header, tags)
        // With the segment's own length, it must fit in 16 bits.
        guard rebuilt.count <= min(limit, 0xFFFF - 2 - prefix.count) else { return nil }
        segment = prefix + rebuilt
    }

    private struct Tag {
        var signature: [UInt8]
        var data: [UInt8]
    }

    /// The fields for interpreting the numbers. Date, device and maker stay zero.
    private static func header(_ profile: ArraySlice<UInt8>) -> [UInt8]? {
        let bytes = Array(profile.prefix(headerSize))
        guard bytes.count == headerSize, bytes[36..<40].elementsEqual("acsp".utf8),
            bytes[8] == 2 || bytes[8] == 4, bytes[20..<24].elementsEqual("XYZ ".utf8)
        else { return nil }
        let space = String(decoding: bytes[16..<20], as: UTF8.self)
        guard space == "RGB " || space == "GRAY" else { return nil }
        var header = [UInt8](repeating: 0, count: headerSize)
        for field in [8..<10, 16..<24, 36..<40, 67..<68, 68..<80] {
            header.replaceSubrange(field, with: bytes[field])
        }
        header.replaceSubrange(12..<16, with: "mntr".utf8)
        return header
    }

    /// The tags to keep, in our order. Nil if one of them is malformed, or there is a look-up
    /// table.
    private static func tags(_ profile: ArraySlice<UInt8>) -> [Tag]? {
        var reader = ByteReader(profile.dropFirst(headerSize))
        guard let count = reader.uint32(), count <= tagLimit else { return nil }
        var found: [String: [UInt8]] = [:]
        for _ in 0..<count {
            guard let signature = reader.bytes(4), let offset = reader.uint32(),
                let size = reader.uint32()
            else { return nil }
            let key = String(decoding: signature, as: UTF8.self)
            // A look-up table takes precedence over the matrix, and would have to be copied unread.
            guard !key.hasPrefix("A2B") else { return nil }
            guard kept.contains(key), found[key] == nil else { continue }
            let data = profile.dropFirst(offset).prefix(size)
            guard let number = ICCNumber.rewritten(data) else { return nil }
            found[key] = number
        }
        let isWhole = found["kTRC"] != nil || kept[2..<8].allSatisfy { found[$0] != nil }
        guard isWhole else { return nil }
        return kept.compactMap { key in
            found[key].map { Tag(signature: Array(key.utf8), data: $0) }
        }
    }

    /// Header, tag table, data; equal curves are stored once.
    private static func assemble(_ header: [UInt8], _ kept: [Tag]) -> [UInt8] {
        let tags = texts(isVersion4: header[8] == 4) + kept
        let start = headerSize + 4 + 12 * tags.count
        var table = ICCNumber.uint32(tags.count)
        var data: [UInt8] = []
        var places: [[UInt8]: Int] = [:]
        for tag in tags {
            let place = places[tag.data] ?? start + data.count
            if places.updateValue(place, forKey: tag.data) == nil { data += tag.data }
            table += tag.signature + ICCNumber.uint32(place) + ICCNumber.uint32(tag.data.count)
        }
        let size = ICCNumber.uint32(start + data.count)
        return size + header.dropFirst(4) + table + data
    }

    /// The description and copyright that a profile must have (8.2).
    private static func texts(isVersion4: Bool) -> [Tag] {
        let (description, copyright) =
            isVersion4
            ? (ICCNumber.localizedText("RGB"), ICCNumber.localizedText("None"))
            : (ICCNumber.description("RGB"), ICCNumber.text("None"))
        return [
            Tag(signature: Array("desc".utf8), data: description),
            Tag(signature: Array("cprt".utf8), data: copyright),
        ]
    }
}
