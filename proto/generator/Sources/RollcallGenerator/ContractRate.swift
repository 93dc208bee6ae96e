import SwiftProtobuf

/// The message `rollcall.rpc.v1.Rate` of `rollcall/rpc/v1/options.proto`.
struct ContractRate: Message, Equatable {
    static let protoMessageName = "rollcall.rpc.v1.Rate"

    var limit = ""
    var count: UInt32 = 0
    var seconds: UInt32 = 0
    var burst: UInt32 = 0
    var isForStrangersOnly = false
    var unknownFields = UnknownStorage()

    /// The argument of a `Method`.
    var swift: String {
        guard count > 0 else { return "limit: CallLimit(\"\(limit)\")" }
        let rate =
            "RateLimit(\(count), per: .seconds(\(seconds)), burst: \(burst > 0 ? burst : count))"
        let rest = isForStrangersOnly ? ", isForStrangersOnly: true" : ""
        return "limit: CallLimit(\"\(limit)\", \(rate)\(rest))"
    }

    mutating func decodeMessage(decoder: inout some Decoder) throws {
        while let field = try decoder.nextFieldNumber() {
            switch field {
            case 1: try decoder.decodeSingularStringField(value: &limit)
            case 2: try decoder.decodeSingularUInt32Field(value: &count)
            case 3: try decoder.decodeSingularUInt32Field(value: &seconds)
            case 4: try decoder.decodeSingularUInt32Field(value: &burst)
            case 5: try decoder.decodeSingularBoolField(value: &isForStrangersOnly)
            default: break
            }
        }
    }

    func traverse(visitor: inout some Visitor) throws {
        if !limit.isEmpty { try visitor.visitSingularStringField(value: limit, fieldNumber: 1) }
        for (number, value) in [(2, count), (3, seconds), (4, burst)] where value > 0 {
            try visitor.visitSingularUInt32Field(value: value, fieldNumber: number)
        }
        if isForStrangersOnly { try visitor.visitSingularBoolField(value: true, fieldNumber: 5) }
        try unknownFields.traverse(visitor: &visitor)
    }

    func isEqualTo(message: any Message) -> Bool { message as? ContractRate == self }
}
