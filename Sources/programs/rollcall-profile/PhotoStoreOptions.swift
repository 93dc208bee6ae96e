import ArgumentParser
import Blobs
import Daemon
import Foundation

/// Where photos are.
struct PhotoStoreOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Where the photos are: a bucket of an S3 store, as s3://BUCKET[/PREFIX]. Files in the data "
                + "directory by default. Its keys are AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and "
                + "AWS_SESSION_TOKEN in the environment, or in --photo-store-credentials.",
            valueName: "url"))
    private var photoStore: String?

    @Option(
        help: ArgumentHelp(
            "The S3 server: https://host[:port], or http:// for one on this machine; AWS's for the "
                + "region by default.",
            valueName: "url"))
    private var photoStoreEndpoint: String?

    @Option(help: ArgumentHelp("The region that requests are signed for.", valueName: "name"))
    private var photoStoreRegion = "us-east-1"

    @Option(
        help: ArgumentHelp(
            "Whether URLs name the bucket in the path, as SeaweedFS and MinIO have it, or in the host, "
                + "as AWS has it. By default in the path if there is an endpoint.",
            valueName: "path|host"))
    private var photoStoreAddressing: S3Bucket.Addressing?

    @Option(
        help: ArgumentHelp(
            "A file with the keys, in the form of AWS's tools, that only this user can read. It is read "
                + "again when the store refuses the keys.",
            valueName: "file"))
    private var photoStoreCredentials: String?

    @Option(
        help: ArgumentHelp(
            "The authorities, in PEM, that may vouch for the S3 server, in place of the system's.",
            valueName: "file"))
    private var photoStoreCa: String?

    @Flag(help: "Speak to an S3 server on another machine without TLS: its network is trusted.")
    private var photoStorePlaintext = false

    /// The settings of an S3 store, nil for files.
    struct ObjectStore {
        let bucket: S3Bucket
        let credentials: @Sendable () throws -> S3Credentials
        let authorities: String?
    }

    /// - Throws: `Failure`, one sentence about the first option that is wrong.
    func objectStore() throws -> ObjectStore? {
        guard let photoStore else {
            let others = [photoStoreEndpoint, photoStoreCredentials, photoStoreCa]
            guard others.allSatisfy({ $0 == nil }), photoStoreAddressing == nil,
                !photoStorePlaintext
            else { throw Failure.configuration("--photo-store-… options need --photo-store") }
            return nil
        }
        let bucket = try bucket(photoStore)
        guard bucket.endpoint.isEncrypted || bucket.endpoint.isLoopback || photoStorePlaintext
        else {
            throw Failure.configuration(
                "--photo-store-endpoint is on another machine: use https://, or --photo-store-plaintext "
                    + "if the network between is trusted")
        }
        try Failure.checkReadable(photoStoreCa, option: "--photo-store-ca")
        let credentials = photoStoreCredentials.map { path in
            { @Sendable in try Self.credentials(inFile: path) }
        }
        return ObjectStore(
            bucket: bucket, credentials: credentials ?? { try Self.credentialsInEnvironment() },
            authorities: photoStoreCa)
    }

    private func bucket(_ place: String) throws -> S3Bucket {
        try Failure.ofOption("--photo-store: ") {
            let endpoint = try photoStoreEndpoint.map { try S3Endpoint($0) }
            return try S3Bucket(
                place, endpoint: endpoint, region: photoStoreRegion,
                addressing: photoStoreAddressing ?? (endpoint == nil ? .host : .path))
        }
    }

    private static func credentials(inFile path: String) throws -> S3Credentials {
        let option = "--photo-store-credentials"
        let text = try Failure.ofSecretFile(path, option: option)
        return try Failure.ofOption("\(option): \(path): ") { try S3Credentials(file: text) }
    }

    private static func credentialsInEnvironment() throws -> S3Credentials {
        let environment = ProcessInfo.processInfo.environment
        guard let accessKey = environment["AWS_ACCESS_KEY_ID"],
            let secretKey = environment["AWS_SECRET_ACCESS_KEY"]
        else {
            throw Failure.configuration(
                "--photo-store needs keys: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the "
                    + "environment, or --photo-store-credentials FILE")
        }
        return try Failure.ofOption("the environment: ") {
            try S3Credentials(
                accessKey: accessKey, secretKey: secretKey,
                sessionToken: environment["AWS_SESSION_TOKEN"])
        }
    }
}

extension S3Bucket.Addressing: ExpressibleByArgument {}
