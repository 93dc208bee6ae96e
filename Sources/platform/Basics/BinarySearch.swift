extension Array {
    /// The first place from which on no element keeps a condition. Those that keep it must come
    /// first.
    @inlinable package func firstIndex(behindAll isBefore: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
