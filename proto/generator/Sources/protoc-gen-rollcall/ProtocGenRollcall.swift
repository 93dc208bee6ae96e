import RollcallGenerator

/// Run by protoc, this writes Swift. With the argument `--for-protobuf-c` it reads a descriptor set
/// from standard input and writes the one that protoc-c is given to standard output.
@main
enum ProtocGenRollcall {
    static func main() throws {
        if CommandLine.arguments.dropFirst() == ["--for-protobuf-c"] {
            try ForProtobufC.run()
        } else {
            SwiftGenerator.main()
        }
    }
}
