extension Collection<UInt8> where Index == Int {
    /// The bytes in parts of at most 65,536, as a stream of messages carries a photo.
    func chunks() -> [[UInt8]] {
        let size = 64 << 10
        return stride(from: startIndex, to: endIndex, by: size).map {
            Array(self[$0...].prefix(size))
        }
    }
}
