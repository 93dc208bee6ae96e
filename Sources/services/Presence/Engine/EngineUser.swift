import RollcallBasics
import RollcallCrypto

/// The engine's data of one user.
struct EngineUser: Sendable, Equatable {
    let id: UUIDv7
    /// The version of the user's last change.
    var version: UInt64 = 0
    /// Milliseconds since 1970-01-01 UTC; 0 for never.
    var lastSeen: Int64 = 0
    var isErased = false
    /// The last day in UTC on which the user was seen, before the day of `lastSeen`, counted from
    /// 1970-01-01; 0 for none.
    var dayBefore: UInt16 = 0
    /// The user's visibility setting; 0 if it was never set.
    var visibility: UInt8 = 0
    /// How often the user has set it.
    var settingNumber: UInt32 = 0
    /// The known end of a device's invisibility, in milliseconds since 1970-01-01 UTC.
    var hiddenUntil: Int64 = 0
    /// Empty for none.
    var status = ""
    /// In milliseconds since 1970-01-01 UTC; 0 for never.
    var statusEnd: Int64 = 0
    var leases: [EngineLease] = []
}

/// The record of `Scripts/state.lua`.
extension EngineUser {
    private static let headerSize = 42
    private static let leaseSize = 46

    /// - Parameter record: empty for a user without data.
    /// - Returns: nil if it is not a record.
    init?(id: UUIDv7, record: ArraySlice<UInt8>) {
        self.init(id: id)
        guard !record.isEmpty else { return }
        var reader = RecordReader(record)
        guard record.count >= Self.headerSize else { return nil }
        version = reader.number()
        lastSeen = reader.number()
        let flags: UInt8 = reader.number()
        isErased = flags & 1 != 0
        statusEnd = reader.number()
        hiddenUntil = reader.number()
        dayBefore = reader.number()
        visibility = reader.number()
        settingNumber = reader.number()
        let length = Int(reader.number() as UInt16)
        guard reader.count >= length, (reader.count - length) % Self.leaseSize == 0 else {
            return nil
        }
        status = String(decoding: reader.bytes(length), as: UTF8.self)
        while reader.count > 0 {
            guard let lease = EngineLease(&reader) else { return nil }
            leases.append(lease)
        }
    }

    var record: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.headerSize + status.utf8.count + leases.count * Self.leaseSize)
        bytes.append(bigEndian: version)
        bytes.append(bigEndian: lastSeen)
        bytes.append(isErased ? 1 : 0)
        bytes.append(bigEndian: statusEnd)
        bytes.append(bigEndian: hiddenUntil)
        bytes.append(bigEndian: dayBefore)
        bytes.append(visibility)
        bytes.append(bigEndian: settingNumber)
        bytes.append(bigEndian: UInt16(clamping: status.utf8.count))
        bytes.append(contentsOf: status.utf8)
        for lease in leases { lease.write(to: &bytes) }
        return bytes
    }
}

extension EngineLease {
    fileprivate init?(_ reader: inout RecordReader) {
        let (id, device) = (reader.number() as UInt64, reader.number() as UInt64)
        guard let session = UUIDv7(bytes: reader.bytes(UUIDv7.byteCount)) else { return nil }
        let duration: UInt32 = reader.number()
        guard let mode = DeviceMode(rawValue: reader.number()) else { return nil }
        self.init(
            id: id, device: device, session: session, duration: duration, mode: mode,
            flags: Flags(rawValue: reader.number()), since: reader.number())
    }

    fileprivate func write(to bytes: inout [UInt8]) {
        bytes.append(bigEndian: id)
        bytes.append(bigEndian: device)
        bytes.append(contentsOf: session.bytes)
        bytes.append(bigEndian: duration)
        bytes.append(mode.rawValue)
        bytes.append(flags.rawValue)
        bytes.append(bigEndian: since)
    }
}
