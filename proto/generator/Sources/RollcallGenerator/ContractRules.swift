import SwiftProtobufPluginLibrary

/// What a .proto must keep to before anything is generated from it.
enum ContractRules {
    static func check(_ file: FileDescriptor) throws {
        guard file.edition == .proto3 else {
            throw GeneratorError("\(file.name) is not proto3.")
        }
        guard file.extensions.isEmpty else {
            throw GeneratorError("\(file.name) declares extensions, which are not supported.")
        }
        try file.messages.forEach(check)
        try file.services.flatMap(\.methods).forEach(check)
    }

    private static func check(_ message: Descriptor) throws {
        guard message.extensions.isEmpty else {
            throw GeneratorError(
                "\(message.fullName) declares extensions, which are not supported.")
        }
        for field in message.fields {
            try check(field)
        }
        try message.messages.forEach(check)
    }

    private static func check(_ field: FieldDescriptor) throws {
        guard field.type != .group else {
            throw GeneratorError("\(field.fullName) is a group, which is not supported.")
        }
        let typeFile = field.messageType?.file ?? field.enumType?.file
        guard typeFile == nil || typeFile?.package == field.file.package else {
            throw GeneratorError(
                "\(field.fullName) has a type of another package, which is not supported.")
        }
    }

    private static func check(_ method: MethodDescriptor) throws {
        guard let access = method.access else {
            throw GeneratorError(
                "\(method.fullName) does not say who may call it: add the option "
                    + "(rollcall.rpc.v1.access).")
        }
        let namesUser = method.inputType.fields.contains { $0.name == "user_id" }
        guard access != .owner || !namesUser else {
            throw GeneratorError(
                "\(method.fullName) is ACCESS_OWNER, but \(method.inputType.fullName) has a field "
                    + "`user_id`: the user of such a call comes from the token.")
        }
    }
}
