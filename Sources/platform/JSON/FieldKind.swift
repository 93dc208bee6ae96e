/// The type of a field, by the numbers of `FieldDescriptorProto.Type`.
package enum FieldKind: UInt64, Sendable {
    case double = 1
    case float, int64, uint64, int32, fixed64, fixed32, bool, string, group, message, bytes, uint32
    case `enum`, sfixed32, sfixed64, sint32, sint64

    /// The wire type of one value of it.
    var wireType: UInt64 {
        switch self {
        case .int64, .uint64, .int32, .bool, .uint32, .enum, .sint32, .sint64: 0
        case .double, .fixed64, .sfixed64: 1
        case .string, .message, .bytes: 2
        case .group: 3
        case .float, .fixed32, .sfixed32: 5
        }
    }

    var canBePacked: Bool { wireType != 2 && wireType != 3 }
}
