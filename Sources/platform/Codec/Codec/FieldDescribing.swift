/// Describes itself by its fields, in every way in which Swift shows a value, and never shows a
/// field that the .proto marks `sensitive`.
public protocol FieldDescribing: CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// The fields by name; `Redacted()` in place of a sensitive one.
    var describedFields: KeyValuePairs<String, Any> { get }
}

/// Stands where a sensitive value would be shown.
public struct Redacted: CustomStringConvertible, Sendable {
    public init() {}

    public var description: String { "<redacted>" }
}

extension FieldDescribing {
    public var description: String {
        let fields = describedFields.map { "\($0): \(Self.text(for: $1))" }
        return "\(Self.self)(\(fields.joined(separator: ", ")))"
    }

    /// Strings get quotes; of bytes only the number is shown.
    private static func text(for value: Any) -> String {
        switch value {
        case let string as String: string.debugDescription
        // By its type, because an empty array of anything could be cast.
        case let bytes as [UInt8] where type(of: value) == [UInt8].self: "\(bytes.count) bytes"
        default: "\(value)"
        }
    }

    public var debugDescription: String { description }

    public var customMirror: Mirror {
        let children = describedFields.map { (label: $0, value: $1) }
        return Mirror(self, children: children, displayStyle: .struct)
    }
}
