/// A message without fields.
public protocol EmptyMessage: Message {
    init()
}

extension EmptyMessage {
    @inlinable
    public init(decoding source: MessageSource) throws(CodecError) {
        self.init()
    }

    @inlinable
    public func encode(into target: MessageTarget) {}

    public var describedFields: KeyValuePairs<String, Any> { [:] }
}
