import ArgumentParser

/// The ceiling: what SwiftNIO does when each frame is answered with itself, and nothing else
/// happens. A frame is its length, four bytes big-endian, and so many bytes.
struct NIOEcho: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "nio-echo",
        abstract: "The same load on bare SwiftNIO: frames that come back as they are.",
        subcommands: [EchoServe.self, EchoLoad.self])
}
