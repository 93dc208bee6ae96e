import SwiftProtobuf
import SwiftProtobufPluginLibrary

/// The options of `rollcall/rpc/v1/options.proto`.
enum ContractOptions {
    /// Numbers are those of the enum `rollcall.rpc.v1.Access`.
    enum Access: Int32 {
        case anyone = 1
        case user, owner, service, admin, auth, anyoneOrUser

        /// Whether users, or strangers, may call.
        var isForUsers: Bool { [.anyone, .user, .owner, .anyoneOrUser].contains(self) }
    }

    /// Numbers are those of the enum `rollcall.rpc.v1.Priority`.
    enum Priority: Int32 {
        case critical = 1
        case bulk
    }

    static let access = MessageExtension<
        OptionalExtensionField<ProtobufInt32>, Google_Protobuf_MethodOptions
    >(_protobuf_fieldNumber: 51001, fieldName: "rollcall.rpc.v1.access")

    static let priority = MessageExtension<
        OptionalExtensionField<ProtobufInt32>, Google_Protobuf_MethodOptions
    >(_protobuf_fieldNumber: 51003, fieldName: "rollcall.rpc.v1.priority")

    static let rate = MessageExtension<
        OptionalMessageExtensionField<ContractRate>, Google_Protobuf_MethodOptions
    >(_protobuf_fieldNumber: 51005, fieldName: "rollcall.rpc.v1.rate")

    static let maxRequestBytes = MessageExtension<
        OptionalExtensionField<ProtobufUInt32>, Google_Protobuf_MethodOptions
    >(_protobuf_fieldNumber: 51004, fieldName: "rollcall.rpc.v1.max_request_bytes")

    static let forApps = MessageExtension<
        OptionalExtensionField<ProtobufBool>, Google_Protobuf_MethodOptions
    >(_protobuf_fieldNumber: 51010, fieldName: "rollcall.rpc.v1.for_apps")

    static let acceptsFreshSession = MessageExtension<
        OptionalExtensionField<ProtobufBool>, Google_Protobuf_MethodOptions
    >(_protobuf_fieldNumber: 51011, fieldName: "rollcall.rpc.v1.accepts_fresh_session")

    static let asksForFactor = MessageExtension<
        OptionalExtensionField<ProtobufBool>, Google_Protobuf_MethodOptions
    >(_protobuf_fieldNumber: 51012, fieldName: "rollcall.rpc.v1.asks_for_factor")

    static let sensitive = MessageExtension<
        OptionalExtensionField<ProtobufBool>, Google_Protobuf_FieldOptions
    >(_protobuf_fieldNumber: 51002, fieldName: "rollcall.rpc.v1.sensitive")

    static let all: [any AnyMessageExtension] = [
        access, priority, rate, maxRequestBytes, forApps, acceptsFreshSession, asksForFactor,
        sensitive,
    ]
}

extension MethodDescriptor {
    /// Nil when the RPC does not say who may call it.
    var access: ContractOptions.Access? {
        options.getExtensionValue(ext: ContractOptions.access).flatMap(
            ContractOptions.Access.init(rawValue:))
    }

    /// Nil when the RPC does not say how important it is.
    var priority: ContractOptions.Priority? {
        options.getExtensionValue(ext: ContractOptions.priority).flatMap(
            ContractOptions.Priority.init(rawValue:))
    }

    /// Nil when the RPC has the default.
    var maxRequestBytes: UInt32? {
        options.getExtensionValue(ext: ContractOptions.maxRequestBytes).flatMap {
            $0 > 0 ? $0 : nil
        }
    }
}

extension MethodDescriptor {
    /// Nil when the RPC has no limit.
    var rate: ContractRate? { options.getExtensionValue(ext: ContractOptions.rate) }

    /// Whether apps may call the RPC; nil when it does not say.
    var isForApps: Bool? { options.getExtensionValue(ext: ContractOptions.forApps) }

    /// Whether a session that was opened or proved lately is proof enough.
    var acceptsFreshSession: Bool {
        options.getExtensionValue(ext: ContractOptions.acceptsFreshSession) ?? false
    }

    /// Whether a code of the account's second factor is asked for.
    var asksForFactor: Bool {
        options.getExtensionValue(ext: ContractOptions.asksForFactor) ?? false
    }

    /// Whether the RPC may change something.
    var writes: Bool { options.idempotencyLevel != .noSideEffects }

    /// Whether a client may make a call again of which it does not know whether it was done.
    var isRepeatable: Bool { options.idempotencyLevel != .idempotencyUnknown }
}

extension FieldDescriptor {
    var isSensitive: Bool {
        options.getExtensionValue(ext: ContractOptions.sensitive) ?? false
    }
}
