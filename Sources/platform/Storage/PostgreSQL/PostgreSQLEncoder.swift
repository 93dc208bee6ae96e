import RollcallBasics

/// Encodes values in PostgreSQL's binary format.
protocol PostgreSQLEncoder: ParameterSink {
    /// - Parameter encode: appends the bytes of the value.
    func set(at index: Int, _ encode: (inout [UInt8]) -> Void)
}

extension PostgreSQLEncoder {
    func bind(_ value: Int64, at index: Int) { set(at: index) { $0.append(bigEndian: value) } }
    func bind(_ value: Bool, at index: Int) { set(at: index) { $0.append(value ? 1 : 0) } }
    func bind(_ value: String, at index: Int) { set(at: index) { $0 += value.utf8 } }
    func bind(_ value: UnsafeRawBufferPointer, at index: Int) { set(at: index) { $0 += value } }
}
