/// A protobuf enum as a Swift enum. A number that the schema does not name is kept.
public protocol OpenEnum: RawRepresentable, Sendable, Hashable where RawValue == Int32 {
    init(rawValue: Int32)
}

extension OpenEnum {
    /// What protoc-c declares for the enum: unsigned, unless a value is negative.
    @inlinable
    public init<CEnum: RawRepresentable>(_ value: CEnum) where CEnum.RawValue: BinaryInteger {
        self.init(rawValue: Int32(truncatingIfNeeded: value.rawValue))
    }
}
