public import CProtobufC

/// A C struct that is about to be packed, and how Swift values become its fields.
public struct MessageTarget {
    let base: UnsafeMutableRawPointer
    private let arena: Arena

    /// Makes an empty struct.
    init(_ layout: MessageLayout, in arena: Arena) {
        self.arena = arena
        self.base = arena.take(layout.size)
        layout.descriptor.pointee.message_init(base.assumingMemoryBound(to: ProtobufCMessage.self))
    }

    /// The struct, as protoc-c declares it.
    @inline(__always)
    public func fields<Fields>(as type: Fields.Type) -> UnsafeMutablePointer<Fields> {
        base.assumingMemoryBound(to: type)
    }
}

// MARK: - One value

extension MessageTarget {
    /// Bytes from this size on are lent to protobuf-c, not copied.
    private static let lentSize = 1024

    public func bytes(_ bytes: [UInt8]) -> ProtobufCBinaryData {
        bytes.withUnsafeBufferPointer { source in
            guard source.count >= Self.lentSize else { return copy(source) }
            // The storage of an array stays where it is for as long as the message holds the
            // array, and protobuf-c only reads it.
            let lent = UnsafeMutablePointer(mutating: source.baseAddress)
            return ProtobufCBinaryData(len: source.count, data: lent)
        }
    }

    public func string(_ string: String) -> ProtobufCBinaryData {
        var string = string
        return string.withUTF8(copy)
    }

    public func message<Value: Message, Fields>(
        _ message: Value
    ) -> UnsafeMutablePointer<Fields> {
        let target = MessageTarget(Value.layout, in: arena)
        message.encode(into: target)
        return target.fields(as: Fields.self)
    }

    /// Nothing for a message that is not there.
    @inlinable
    public func message<Value: Message, Fields>(
        ifAny message: Value?
    ) -> UnsafeMutablePointer<Fields>? {
        message.map { self.message($0) }
    }

    private func copy(_ source: UnsafeBufferPointer<UInt8>) -> ProtobufCBinaryData {
        guard let start = source.baseAddress, !source.isEmpty else { return ProtobufCBinaryData() }
        let data = take(UInt8.self, source.count)
        data.initialize(from: start, count: source.count)
        return ProtobufCBinaryData(len: source.count, data: data)
    }
}

// MARK: - Many values

extension MessageTarget {
    @inlinable
    public func list<Value, CValue>(
        _ values: [Value], _ convert: (Value) -> CValue
    ) -> (count: Int, start: UnsafeMutablePointer<CValue>?) {
        guard !values.isEmpty else { return (0, nil) }
        let start = take(CValue.self, values.count)
        for (index, value) in values.enumerated() {
            (start + index).initialize(to: convert(value))
        }
        return (values.count, start)
    }

    /// - Parameter fill: takes the struct of an entry, a key and a value.
    @inlinable
    public func map<Key, Value, Entry>(
        _ values: [Key: Value], _ initialize: (UnsafeMutablePointer<Entry>?) -> Void,
        _ fill: (UnsafeMutablePointer<Entry>, Key, Value) -> Void
    ) -> (count: Int, start: UnsafeMutablePointer<UnsafeMutablePointer<Entry>?>?) {
        guard !values.isEmpty else { return (0, nil) }
        let start = take(UnsafeMutablePointer<Entry>?.self, values.count)
        for (index, (key, value)) in values.enumerated() {
            let entry = take(Entry.self, 1)
            initialize(entry)
            fill(entry, key, value)
            (start + index).initialize(to: entry)
        }
        return (values.count, start)
    }

    @usableFromInline
    package func take<Value>(_ type: Value.Type, _ count: Int) -> UnsafeMutablePointer<Value> {
        arena.take(count * MemoryLayout<Value>.stride).bindMemory(to: type, capacity: count)
    }
}
