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
        for file in files {
            try ContractRules.check(file)
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
