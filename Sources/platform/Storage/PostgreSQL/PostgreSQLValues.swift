import CPQ

/// The parameters of one execution in PostgreSQL's binary format, one after another.
struct PostgreSQLValues {
    /// Begins with a byte that belongs to no value: a value without bytes still has an address.
    private var bytes: [UInt8] = [0]
    /// Where each value lies; `nil` for NULL.
    private var places: [Range<Int>?]

    init(count: Int) {
        places = Array(repeating: nil, count: count)
    }

    mutating func setNull(at index: Int) {
        places[index] = nil
    }

    mutating func set(at index: Int, _ encode: (inout [UInt8]) -> Void) {
        let start = bytes.count
        encode(&bytes)
        places[index] = start..<bytes.count
    }

    /// What was set may be long, and may be secret.
    mutating func removeAll() {
        self = PostgreSQLValues(count: places.count)
    }

    /// Hands out what `PQsendQueryPrepared` takes: the number of values, their places, their
    /// lengths and their formats.
    func withPointers<T>(
        _ body: (
            CInt, UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<CInt>, UnsafePointer<CInt>
        ) -> T
    ) -> T {
        bytes.withUnsafeBytes { bytes in
            let start = bytes.bindMemory(to: CChar.self).baseAddress
            let values = places.map { place in
                place.flatMap { place in start.map { UnsafePointer($0 + place.lowerBound) } }
            }
            let lengths = places.map { CInt($0?.count ?? 0) }
            let formats = [CInt](repeating: 1, count: places.count)
            return body(CInt(places.count), values, lengths, formats)
        }
    }
}
