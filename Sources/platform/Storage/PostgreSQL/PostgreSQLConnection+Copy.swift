import CPQ

/// Rows in a stream, as lines of text (libpq-copy.html). Blocks meanwhile. After an error the
/// connection is of no use.
extension PostgreSQLConnection {
    /// - Parameter text: what is copied, and the direction.
    func beginCopy(_ text: String) throws {
        guard let begun = PQexec(handle, "COPY \(text)") else {
            throw lose(Self.message(of: handle))
        }
        if let error = PostgreSQLResult(begun).error { throw error.asError }
    }

    /// Writes a part of the rows.
    func put(_ bytes: UnsafeRawBufferPointer) throws {
        let start = bytes.bindMemory(to: CChar.self).baseAddress
        guard PQputCopyData(handle, start, CInt(bytes.count)) == 1 else {
            throw lose(Self.message(of: handle))
        }
    }

    /// Ends writing. The rows are there when this returns.
    func endCopy() throws {
        guard PQputCopyEnd(handle, nil) == 1 else { throw lose(Self.message(of: handle)) }
        try checkCopy()
    }

    /// The next row that is read; `nil` behind the last one.
    func nextLine() throws -> [UInt8]? {
        var bytes: UnsafeMutablePointer<CChar>?
        let count = PQgetCopyData(handle, &bytes, 0)
        defer { PQfreemem(bytes) }
        if count > 0 { return Array(UnsafeRawBufferPointer(start: bytes, count: Int(count))) }
        guard count == -1 else { throw lose(Self.message(of: handle)) }
        try checkCopy()
        return nil
    }

    private func checkCopy() throws {
        if let error = try lastResult(until: .now + patience).error { throw error.asError }
    }
}
