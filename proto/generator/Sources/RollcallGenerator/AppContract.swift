import SwiftProtobufPluginLibrary

/// The part of the contract that is for apps: the RPCs that are open to them, without those whose
/// requests are a stream, and the messages and enums that these reach.
struct AppContract {
    private var messages: Set<String> = []
    private var requests: Set<String> = []
    private var enums: Set<String> = []

    /// - Parameter others: the full names of further messages, such as the details of errors.
    init(of files: [FileDescriptor], others: Set<String>) throws {
        for method in files.flatMap(\.services).flatMap(\.methods) where Self.has(method) {
            try add(method.inputType, to: \.requests)
            try add(method.outputType, to: \.messages)
        }
        for message in files.flatMap(\.messages) where others.contains(message.fullName) {
            try add(message, to: \.messages)
        }
    }

    static func has(_ method: MethodDescriptor) -> Bool {
        method.isForApps == true && !method.clientStreaming
    }

    func has(_ message: Descriptor) -> Bool {
        messages.contains(message.fullName) || isSent(message)
    }

    func has(_ enumeration: EnumDescriptor) -> Bool { enums.contains(enumeration.fullName) }

    /// Whether an app makes messages of this type. Others only come from the services.
    func isSent(_ message: Descriptor) -> Bool { requests.contains(message.fullName) }

    /// Adds a message, and what its fields hold.
    private mutating func add(
        _ message: Descriptor, to set: WritableKeyPath<Self, Set<String>>
    ) throws {
        guard self[keyPath: set].insert(message.fullName).inserted else { return }
        for field in message.fields {
            try check(field)
            if let type = field.messageType { try add(type, to: set) }
            if let type = field.enumType { enums.insert(type.fullName) }
        }
    }

    /// The codec for apps has what the contract uses.
    private func check(_ field: FieldDescriptor) throws {
        let isNested = field.containingType.containingType != nil
        switch field.type {
        case .int32, .int64, .uint32, .uint64, .bool, .string, .bytes, .enum, .message: break
        case .fixed64 where !field.isRepeated && !field.hasPresence: break
        default:
            throw GeneratorError(
                "\(field.fullName) has a type that apps cannot read yet: add it to the codec in "
                    + "Sources/client/app.")
        }
        guard !isNested, !field.isMap, !field.isEndless else {
            throw GeneratorError(
                "\(field.fullName) is a map, recursive or in a nested message, which apps cannot "
                    + "read yet: see Sources/client/app.")
        }
    }
}
