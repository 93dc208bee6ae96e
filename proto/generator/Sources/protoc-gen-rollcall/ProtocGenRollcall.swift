import Foundation
import RollcallGenerator

/// Run by protoc, this writes Swift. With the argument `--for-protobuf-c` it reads a descriptor set
/// from standard input and writes the one that protoc-c is given to standard output; with
/// `--descriptors` it writes such a set as Swift; with `--compatible-with` and the file of a
/// released set it says how such a set breaks with that one, and then fails.
@main
enum ProtocGenRollcall {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        switch arguments.first {
        case "--for-protobuf-c": try ForProtobufC.run()
        case "--descriptors": try EmbeddedDescriptors.run()
        case "--compatible-with":
            exit(try Compatibility.check(with: arguments.last ?? "") ? 0 : 1)
        default: SwiftGenerator.main()
        }
    }
}
