import SwiftProtobuf
import SwiftProtobufPluginLibrary

/// The protoc plugin: `auth.swift` has the messages of `auth.proto`, `AuthService.swift` its
/// service.
public struct SwiftGenerator: CodeGenerator {
    public init() {}

    public let supportedFeatures: [Google_Protobuf_Compiler_CodeGeneratorResponse.Feature] = [
        .proto3Optional
    ]

    public var customOptionExtensions: [any AnyMessageExtension] { ContractOptions.all }

    public func generate(
        files: [FileDescriptor],
        parameter: any CodeGeneratorParameter,
        protoCompilerContext: any ProtoCompilerContext,
        generatorOutputs: any GeneratorOutputs
    ) throws {
        let options = try GeneratorOptions(parameter)
        try files.forEach(ContractRules.check)
        if let others = options.appMessages {
            let contract = try AppContract(of: files, others: others)
            return try generate(files, for: contract, generatorOutputs)
        }
        for file in files {
            if !file.messages.isEmpty || !file.enums.isEmpty {
                try generatorOutputs.add(
                    fileName: "\(file.baseName).swift", contents: messages(of: file, options))
            }
            for service in file.services {
                try generatorOutputs.add(
                    fileName: "\(service.name).swift", contents: text(of: service, options))
            }
        }
    }

    /// Writes what apps use of the files.
    private func generate(
        _ files: [FileDescriptor], for contract: AppContract, _ outputs: any GeneratorOutputs
    ) throws {
        for file in files {
            var writer = CodeWriter()
            writer.header(file, imports: ["Foundation"], cModule: nil)
            let start = writer.text
            for enumeration in file.enums where contract.has(enumeration) {
                writer.line()
                AppEnumWriter(enumeration: enumeration).write(to: &writer)
            }
            for message in file.messages where contract.has(message) {
                writer.line()
                AppMessageWriter(message: message, isSent: contract.isSent(message))
                    .write(to: &writer)
            }
            for service in file.services where service.methods.contains(where: AppContract.has) {
                writer.line()
                AppServiceWriter(service: service).write(to: &writer)
            }
            if writer.text != start {
                try outputs.add(fileName: "\(file.baseName).swift", contents: writer.text)
            }
        }
    }

    private func messages(of file: FileDescriptor, _ options: GeneratorOptions) -> String {
        var writer = CodeWriter()
        let imports = [options.wireModule].compactMap(\.self)
        writer.header(file, imports: imports, cModule: options.cModule)
        for enumeration in file.enums {
            writer.line()
            EnumWriter(enumeration: enumeration, visibility: options.visibility).write(to: &writer)
        }
        for message in file.messages {
            let messageWriter = MessageWriter(message: message, visibility: options.visibility)
            writer.line()
            messageWriter.write(to: &writer)
            messageWriter.writeExtensions(to: &writer)
        }
        return writer.text
    }

    private func text(of service: ServiceDescriptor, _ options: GeneratorOptions) -> String {
        var writer = CodeWriter()
        let imports = [options.rpcModule, options.wireModule].compactMap(\.self)
        writer.header(service.file, imports: imports, cModule: nil)
        writer.line()
        ServiceWriter(service: service, options: options).write(to: &writer)
        return writer.text
    }
}

extension CodeWriter {
    fileprivate mutating func header(_ file: FileDescriptor, imports: [String], cModule: String?) {
        line("// swift-format-ignore-file")
        line("// Generated from \(file.name) by proto/generate.sh. Do not edit.")
        line()
        for module in imports.sorted() {
            line("import \(module)")
        }
        if let cModule {
            line("internal import \(cModule)")
        }
    }
}

extension FileDescriptor {
    /// `rollcall/v1/auth.proto` -> `auth`
    fileprivate var baseName: String {
        let file = name.split(separator: "/").last ?? name[...]
        return String(file.prefix { $0 != "." })
    }
}
