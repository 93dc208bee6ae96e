import SwiftProtobufPluginLibrary

/// What a .proto must keep to before anything is generated from it.
enum ContractRules {
    /// The package of the services' own contract. What tests and benchmarks call needs no limit,
    /// and no app calls it.
    private static let servicesPackage = "rollcall.v1"

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
        guard method.options.hasIdempotencyLevel else {
            throw GeneratorError(
                "\(method.fullName) does not say whether it may be repeated: add the option "
                    + "idempotency_level.")
        }
        try checkApps(of: method, access)
        try checkRate(of: method, access)
        guard access == .owner || !(method.acceptsFreshSession || method.asksForFactor) else {
            throw GeneratorError(
                "\(method.fullName) asks for a proof of its owner, but is not ACCESS_OWNER.")
        }
        let namesUser = method.inputType.fields.contains { $0.name == "user_id" }
        guard access != .owner || !namesUser else {
            throw GeneratorError(
                "\(method.fullName) is ACCESS_OWNER, but \(method.inputType.fullName) has a field "
                    + "`user_id`: the user of such a call comes from the token.")
        }
    }

    private static func checkApps(
        of method: MethodDescriptor, _ access: ContractOptions.Access
    ) throws {
        guard access.isForUsers || method.isForApps != true else {
            throw GeneratorError(
                "\(method.fullName) is for apps, but neither users nor strangers may call it.")
        }
        let isServed = [servicesPackage, "rollcall.rpc.v1"].contains(method.file.package)
        guard method.isForApps != nil || !access.isForUsers || !isServed else {
            throw GeneratorError(
                "\(method.fullName) does not say whether apps may call it: add the option "
                    + "(rollcall.rpc.v1.for_apps).")
        }
    }

    private static func checkRate(
        of method: MethodDescriptor, _ access: ContractOptions.Access
    ) throws {
        if let rate = method.rate {
            let isComplete = (rate.count > 0) == (rate.seconds > 0)
            guard !rate.limit.isEmpty, isComplete else {
                throw GeneratorError(
                    "\(method.fullName) has a rate without the name of its limit, or with only one of "
                        + "`count` and `seconds`.")
            }
        } else if method.writes, access.isForUsers, method.file.package == servicesPackage {
            throw GeneratorError(
                "\(method.fullName) writes, and says of no limit how often a caller may do so: add the "
                    + "option (rollcall.rpc.v1.rate).")
        }
    }
}
