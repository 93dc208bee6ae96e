import RollcallGenerator

/// Run by protoc, this writes Swift. With the argument `--for-protobuf-c` it reads a descriptor set
/// from standard input and writes the one that protoc-c is given to standard output; with
/// `--descriptors` it writes such a set as Swift.
@main
enum ProtocGenRollcall {
    static func main() throws {
        switch CommandLine.arguments.dropFirst() {
        case ["--for-protobuf-c"]: try ForProtobufC.run()
        case ["--descriptors"]: try EmbeddedDescriptors.run()
        default: SwiftGenerator.main()
        }
    }
}
