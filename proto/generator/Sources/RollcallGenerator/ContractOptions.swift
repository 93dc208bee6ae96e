import SwiftProtobuf
import SwiftProtobufPluginLibrary

/// The options of `rollcall/rpc/v1/options.proto`.
enum ContractOptions {
    /// Numbers are those of the enum `rollcall.rpc.v1.Access`.
    enum Access: Int32 {
        case anyone = 1
        case user, owner, service, admin, auth, anyoneOrUser
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

    static let sensitive = MessageExtension<
        OptionalExtensionField<ProtobufBool>, Google_Protobuf_FieldOptions
    >(_protobuf_fieldNumber: 51002, fieldName: "rollcall.rpc.v1.sensitive")
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
}

extension FieldDescriptor {
    var isSensitive: Bool {
        options.getExtensionValue(ext: ContractOptions.sensitive) ?? false
    }
}
