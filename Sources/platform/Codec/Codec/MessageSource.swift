public import CProtobufC
internal import Glibc

/// A C struct that was unpacked, and how its fields become Swift values.
public struct MessageSource {
    private let base: UnsafeRawPointer

    /// - Throws: `CodecError.malformed` when the message has a field with an invalid number.
    ///   protobuf-c takes it for an unknown field; other libraries cut its upper bits off.
    @usableFromInline
    package init(_ base: UnsafeRawPointer) throws(CodecError) {
        self.base = base
        let message = base.assumingMemoryBound(to: ProtobufCMessage.self).pointee
        guard message.n_unknown_fields > 0 else { return }
        for index in 0..<Int(message.n_unknown_fields) {
            guard (1...0x1FFF_FFFF).contains(message.unknown_fields[index].tag) else {
                throw .malformed
            }
        }
    }

    /// The struct, as protoc-c declares it.
    @inline(__always)
    public func fields<Fields>(as type: Fields.Type) -> UnsafePointer<Fields> {
        base.assumingMemoryBound(to: type)
    }
}

// MARK: - One value

extension MessageSource {
    public func bytes(_ data: ProtobufCBinaryData) -> [UInt8] {
        [UInt8](UnsafeBufferPointer(start: data.data, count: data.len))
    }

    /// - Parameter field: the name in the .proto, for the error.
    public func string(
        _ data: ProtobufCBinaryData, _ field: @autoclosure () -> String
    ) throws(CodecError) -> String {
        guard data.len > 0 else { return "" }
        guard memchr(data.data, 0, data.len) == nil else { throw .nulInString(field: field()) }
        let bytes = UnsafeBufferPointer(start: data.data, count: data.len)
        do {
            // Six times as fast as `String(validating:as:)`.
            return String(copying: try UTF8Span(validating: bytes.span))
        } catch {
            throw .invalidUTF8(field: field())
        }
    }

    /// - Parameter field: the name in the .proto, for the error.
    @inlinable
    public func message<Value: Message, Fields>(
        _ fields: UnsafeMutablePointer<Fields>?, _ field: StaticString
    ) throws(CodecError) -> Value? {
        guard let fields else { return nil }
        do throws(CodecError) {
            return try Value(decoding: try MessageSource(fields))
        } catch {
            throw error.inside(field.description)
        }
    }

    /// A message in a field of its own type, which is stored as an array of at most one.
    @inlinable
    public func boxed<Value: Message, Fields>(
        _ fields: UnsafeMutablePointer<Fields>?, _ field: StaticString
    ) throws(CodecError) -> [Value] {
        try message(fields, field).map { [$0] } ?? []
    }
}

// MARK: - Many values

extension MessageSource {
    /// Values that are the same in C.
    public func list<Value: BitwiseCopyable>(
        _ values: UnsafeMutablePointer<Value>?, _ count: Int
    ) -> [Value] {
        [Value](UnsafeBufferPointer(start: values, count: count))
    }

    @inlinable
    public func list<CValue, Value>(
        _ values: UnsafeMutablePointer<CValue>?, _ count: Int, _ convert: (CValue) -> Value
    ) -> [Value] {
        UnsafeBufferPointer(start: values, count: count).map(convert)
    }

    public func strings(
        _ strings: UnsafeMutablePointer<ProtobufCBinaryData>?, _ count: Int, _ field: StaticString
    ) throws(CodecError) -> [String] {
        var result: [String] = []
        result.reserveCapacity(count)
        for data in UnsafeBufferPointer(start: strings, count: count) {
            result.append(try string(data, "\(field)[\(result.count)]"))
        }
        return result
    }

    @inlinable
    public func messages<Value: Message, Fields>(
        _ messages: UnsafeMutablePointer<UnsafeMutablePointer<Fields>?>?, _ count: Int,
        _ field: StaticString
    ) throws(CodecError) -> [Value] {
        var result: [Value] = []
        result.reserveCapacity(count)
        for case let fields? in UnsafeBufferPointer(start: messages, count: count) {
            do throws(CodecError) {
                result.append(try Value(decoding: try MessageSource(fields)))
            } catch {
                throw error.inside("\(field)[\(result.count)]")
            }
        }
        return result
    }

    /// - Parameter convert: takes the struct of an entry; of two entries with the same key the
    ///   later counts.
    @inlinable
    public func map<Entry, Key: Hashable, Value>(
        _ entries: UnsafeMutablePointer<UnsafeMutablePointer<Entry>?>?, _ count: Int,
        _ convert: (UnsafeMutablePointer<Entry>) throws(CodecError) -> (Key, Value)
    ) throws(CodecError) -> [Key: Value] {
        var result: [Key: Value] = [:]
        for case let entry? in UnsafeBufferPointer(start: entries, count: count) {
            let (key, value) = try convert(entry)
            result[key] = value
        }
        return result
    }
}
