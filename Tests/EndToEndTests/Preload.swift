import Foundation
import Testing

/// Makes a library that is preloaded into a daemon.
///
/// - Parameter name: of a file of C in `Preload`.
func compilePreload(_ name: String, to library: URL) throws {
    let source = Products.repository.appending(path: "Tests/EndToEndTests/Preload/\(name).c")
    let compiler = Process()
    compiler.executableURL = URL(filePath: "/usr/bin/cc")
    compiler.arguments = [
        "-O1", "-Wall", "-Werror", "-shared", "-fPIC", "-o", library.path, source.path, "-ldl",
    ]
    try compiler.run()
    compiler.waitUntilExit()
    try #require(compiler.terminationStatus == 0)
}
