import RollcallCrypto

/// The types of columns and parameters that both engines have.
package indirect enum SQLType: Sendable, Hashable {
    /// INTEGER; BIGINT.
    case integer
    /// INTEGER that is 0 or 1; BOOLEAN.
    case boolean
    /// TEXT, in UTF-8, without NUL.
    case text
    /// BLOB; BYTEA.
    case bytes
    /// For `= ANY($n)`.
    case list(of: SQLType)
}

/// A value that stands in one column, or for one parameter.
package protocol SQLValue: Sendable {
    static var sqlType: SQLType { get }

    func bind(to parameter: inout Parameter)

    /// - Throws: `StorageError.corrupt` if the column holds nothing of this type.
    init(_ column: Column) throws
}

extension Int64: SQLValue {}
extension Int: SQLValue {}
extension Int32: SQLValue {}
extension UInt8: SQLValue {}
extension UInt32: SQLValue {}
/// By its bits: those above `Int64.max` are negative in the table.
extension UInt64: SQLValue {}

extension SQLValue where Self: FixedWidthInteger {
    package static var sqlType: SQLType { .integer }
    package func bind(to parameter: inout Parameter) {
        parameter.set(Int64(truncatingIfNeeded: self))
    }
    package init(_ column: Column) throws {
        let value = try column.integer()
        self.init(truncatingIfNeeded: value)
        guard Int64(truncatingIfNeeded: self) == value else { throw column.damage }
    }
}

extension Bool: SQLValue {
    package static var sqlType: SQLType { .boolean }
    package func bind(to parameter: inout Parameter) { parameter.set(self) }
    package init(_ column: Column) throws { self = try column.boolean() }
}

extension String: SQLValue {
    package static var sqlType: SQLType { .text }
    package func bind(to parameter: inout Parameter) { parameter.set(self) }
    package init(_ column: Column) throws { self = try column.text() }
}

extension [UInt8]: SQLValue {
    package static var sqlType: SQLType { .bytes }
    package func bind(to parameter: inout Parameter) {
        withUnsafeBytes { parameter.set($0) }
    }
    package init(_ column: Column) throws { self = try Array(column.bytes()) }
}

extension UUIDv7: SQLValue {
    package static var sqlType: SQLType { .bytes }
    package func bind(to parameter: inout Parameter) { withBytes { parameter.set($0) } }
    package init(_ column: Column) throws {
        guard let id = try UUIDv7(bytes: column.bytes()) else { throw column.damage }
        self = id
    }
}

extension SHA256Digest: SQLValue {
    package static var sqlType: SQLType { .bytes }
    package func bind(to parameter: inout Parameter) { withBytes { parameter.set($0) } }
    package init(_ column: Column) throws {
        guard let digest = try SHA256Digest(bytes: Array(column.bytes())) else {
            throw column.damage
        }
        self = digest
    }
}

extension Optional: SQLValue where Wrapped: SQLValue {
    package static var sqlType: SQLType { Wrapped.sqlType }

    package func bind(to parameter: inout Parameter) {
        if let self { self.bind(to: &parameter) } else { parameter.setNull() }
    }

    package init(_ column: Column) throws {
        self = try column.isNull ? nil : Wrapped(column)
    }
}

/// A value that a column holds as its raw value.
extension SQLValue where Self: RawRepresentable, RawValue: SQLValue {
    package static var sqlType: SQLType { RawValue.sqlType }
    package func bind(to parameter: inout Parameter) { rawValue.bind(to: &parameter) }
    package init(_ column: Column) throws {
        guard let value = try Self(rawValue: RawValue(column)) else { throw column.damage }
        self = value
    }
}
