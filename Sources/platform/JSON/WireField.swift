/// A field of an encoded message as it stands there, before anyone knows its type
/// (https://protobuf.dev/programming-guides/encoding).
struct WireField {
    enum Value {
        case varint(UInt64)
        case fixed64(UInt64)
        case fixed32(UInt32)
        case bytes(ArraySlice<UInt8>)
    }

    let number: Int
    let value: Value
}
