import SwiftProtobufPluginLibrary

/// Where the generated Swift is going to stand.
struct GeneratorOptions {
    /// `public`, `package` or `internal`.
    var visibility = "public"
    /// The module of what protoc-c wrote.
    var cModule = ""
    /// The modules to import for messages; none when the output is part of RollcallWire.
    var wireModule: String?
    /// The module to import for services; none when the output is part of RollcallRPC.
    var rpcModule: String? = "RollcallRPC"
    /// The unary RPCs whose handlers return their response encoded, by their full names.
    var encodedResponses: Set<String> = []
    /// Set for the library for apps, which has only what apps call: the full names of further
    /// messages that it needs.
    var appMessages: Set<String>?

    init(_ parameter: any CodeGeneratorParameter) throws {
        for (key, value) in parameter.parsedPairs {
            switch key {
            case "visibility": visibility = value
            case "c_module": cModule = value
            case "wire_module": wireModule = value
            case "rpc_module": rpcModule = value.isEmpty ? nil : value
            case "encoded_response": encodedResponses.insert(value)
            case "app_message": appMessages = (appMessages ?? []).union([value])
            default: throw GeneratorError("There is no generator option `\(key)`.")
            }
        }
        guard !cModule.isEmpty || appMessages != nil else {
            throw GeneratorError("The generator option `c_module` is missing.")
        }
    }
}
