import Blobs
import Foundation
import NIOPosix
import Synchronization
import TestProcesses

/// An S3 store of the tests' own: SeaweedFS, on ports of this machine that were free, with its
/// files in a directory of its own. It ends with the process, however that ends.
package final class ObjectStoreServer: Sendable {
    /// The one that most tests use, each with a prefix of its own.
    package static var shared: ObjectStoreServer {
        get async throws { try await starting.value }
    }

    private static let starting = Task { try await ObjectStoreServer() }

    package struct Failure: Error {
        package let sentence: String
    }

    package static let accessKey = "rollcall"
    package static let secretKey = "a-secret-of-the-tests"

    /// A bucket that is there, and one that keeps versions.
    package static let bucket = "photos"
    package static let versionedBucket = "versions"

    package let port: Int
    private let keeper: Keeper

    private static let script = """
        directory=$1; sockets=$2; shift 2
        "$@" >>"$directory/log" 2>&1 </dev/null &
        server=$!
        read -r word
        # Its files are the tests', and go.
        kill -KILL $server
        sleep 0.2
        rm -rf "$directory"
        # It puts these where it likes.
        for port in $sockets; do rm -f /tmp/seaweedfs-*-"$port".sock; done
        """

    /// Where the script that prepares the tests puts the program; or in `ROLLCALL_WEED`.
    private static var program: String {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let root = tests.appending(path: "../../..").standardizedFileURL
        return ProcessInfo.processInfo.environment["ROLLCALL_WEED"]
            ?? root.path + "/.build/seaweedfs/bin/weed"
    }

    private init() async throws {
        let directory = "/tmp/rollcall-s3-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: false)
        try Data(Self.identities.utf8).write(to: URL(fileURLWithPath: directory + "/s3.json"))
        let ports = try FreePorts.find(8)
        port = ports[6]
        let sockets = ports.map(String.init).joined(separator: " ")
        keeper = try Keeper(
            Self.script, of: directory,
            [sockets, Self.program] + Self.arguments(directory, ports))
        for bucket in [Self.bucket, Self.versionedBucket] {
            try await put("/\(bucket)", directory)
            // The first object of a bucket waits for a volume, up to five seconds.
            try await put("/\(bucket)/first", body: [1], directory)
            try await ask("DELETE", "/\(bucket)/first")
        }
        try await ask(
            "PUT", "/\(Self.versionedBucket)?versioning=", body: Array(Self.versioning.utf8))
    }

    package var endpoint: String { "http://127.0.0.1:\(port)" }

    /// - Parameter prefix: one that nobody else uses unless it is said.
    package func place(prefix: String? = nil, bucket: String = bucket) -> String {
        "s3://\(bucket)/\(prefix ?? UUID().uuidString)"
    }

    package static func credentials() throws -> S3Credentials {
        try S3Credentials(accessKey: accessKey, secretKey: secretKey)
    }

    /// A store at a place.
    package func store(
        at place: String? = nil, addressing: S3Bucket.Addressing = .path,
        limits: S3Limits = S3Limits(), blobLimit: Int = 5 << 20, threads: NIOThreadPool
    ) throws -> S3BlobStore {
        // An address is no host of buckets.
        let endpoint = addressing == .host ? "http://localhost:\(port)" : self.endpoint
        let bucket = try S3Bucket(
            place ?? self.place(), endpoint: S3Endpoint(endpoint), region: "us-east-1",
            addressing: addressing)
        return try S3BlobStore(
            bucket, credentials: Self.credentials, limits: limits, blobLimit: blobLimit,
            threads: threads)
    }

    /// Makes a request, signed by curl(1), past the store that is tested.
    ///
    /// - Returns: what was answered.
    @discardableResult
    package func ask(_ method: String, _ path: String, body: [UInt8]? = nil) async throws -> String
    {
        let arguments =
            [
                "--silent", "--show-error", "--fail-with-body", "--request", method,
                "--aws-sigv4", "aws:amz:us-east-1:s3", "--user",
                "\(Self.accessKey):\(Self.secretKey)",
            ] + (body == nil ? [] : ["--upload-file", "-"])
        return try await run("/usr/bin/curl", arguments + [endpoint + path], input: body)
    }

    /// Puts a bucket or an object, as soon as the server can.
    private func put(_ path: String, body: [UInt8]? = nil, _ directory: String) async throws {
        let deadline = ContinuousClock.now + .seconds(60)
        while true {
            do {
                try await ask("PUT", path, body: body)
                return
            } catch {
                guard .now < deadline else {
                    throw Failure(sentence: "SeaweedFS does not answer: see \(directory)/log")
                }
                try await Task.sleep(for: .milliseconds(50))
            }
        }
    }

    private static func arguments(_ directory: String, _ ports: [Int]) -> [String] {
        [
            "server", "-dir=\(directory)", "-ip=127.0.0.1", "-ip.bind=127.0.0.1",
            "-master.port=\(ports[0])", "-master.port.grpc=\(ports[1])", "-master.telemetry=false",
            "-master.volumeSizeLimitMB=64", "-volume.port=\(ports[2])",
            "-volume.port.grpc=\(ports[3])", "-volume.max=100", "-filer",
            "-filer.port=\(ports[4])", "-filer.port.grpc=\(ports[5])",
            "-filer.localSocket=\(directory)/filer.sock", "-s3", "-s3.port=\(ports[6])",
            "-s3.port.grpc=\(ports[7])", "-s3.port.iceberg=0", "-s3.port.lance=0", "-s3.iam=false",
            "-s3.domainName=localhost", "-s3.localSocket=\(directory)/s3.sock",
            "-s3.config=\(directory)/s3.json",
        ]
    }

    private static let identities = """
        {"identities": [{"name": "rollcall", "actions": ["Admin", "Read", "Write", "List"],
            "credentials": [{"accessKey": "\(accessKey)", "secretKey": "\(secretKey)"}]}]}
        """

    private static let versioning = """
        <VersioningConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/">\
        <Status>Enabled</Status></VersioningConfiguration>
        """
}

/// Runs a program to its end.
private func run(
    _ path: String, _ arguments: [String], input: [UInt8]?
) async throws -> String {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread {
            continuation.resume(with: Result { try runNow(path, arguments, input: input) })
        }
    }
}

private func runNow(_ path: String, _ arguments: [String], input: [UInt8]?) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    let (standardInput, output) = (Pipe(), Pipe())
    process.standardInput = standardInput
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    try standardInput.fileHandleForWriting.write(contentsOf: Data(input ?? []))
    try standardInput.fileHandleForWriting.close()
    let answer = String(
        decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
        throw ObjectStoreServer.Failure(sentence: "\(arguments.last ?? ""): \(answer)")
    }
    return answer
}
