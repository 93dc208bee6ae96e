import SwiftProtobuf
import SwiftProtobufPluginLibrary

/// The options of `rollcall/rpc/v1/options.proto`.
enum ContractOptions {
    /// Numbers are those of the enum `rollcall.rpc.v1.Access`.
    enum Access: Int32 {
        case anyone = 1
        case user, owner, service, admin
    }

    static let access = MessageExtension<
        OptionalExtensionField<ProtobufInt32>, Google_Protobuf_MethodOptions
    >(_protobuf_fieldNumber: 51001, fieldName: "rollcall.rpc.v1.access")

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
}

extension FieldDescriptor {
    var isSensitive: Bool {
        options.getExtensionValue(ext: ContractOptions.sensitive) ?? false
    }
}
