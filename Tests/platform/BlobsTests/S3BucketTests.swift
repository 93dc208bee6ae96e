import RollcallBasics
import Testing

@testable import Blobs

/// What an operator writes, and the URLs that come of it.
@Suite struct S3BucketTests {
    @Test func aPathStyleBucketIsNamedInThePath() throws {
        let bucket = try S3Bucket(
            "s3://photos/live/a", endpoint: S3Endpoint("http://127.0.0.1:8333"), region: "eu-1",
            addressing: .path)
        #expect(bucket.prefix == "live/a/")
        #expect(bucket.url(key: "live/a/ab") == "http://127.0.0.1:8333/photos/live/a/ab")
        #expect(
            bucket.url(query: ["prefix": "a/b c+=", "list-type": "2", "max-keys": "1"])
                == "http://127.0.0.1:8333/photos?list-type=2&max-keys=1&prefix=a%2Fb%20c%2B%3D")
    }

    @Test func aHostStyleBucketIsNamedInTheHost() throws {
        let bucket = try S3Bucket("s3://photos", region: "eu-west-1", addressing: .host)
        #expect(bucket.prefix == "")
        #expect(bucket.url(key: "ab") == "https://photos.s3.eu-west-1.amazonaws.com/ab")
        #expect(
            bucket.url(query: ["versions": ""])
                == "https://photos.s3.eu-west-1.amazonaws.com/?versions=")
    }

    @Test(arguments: [
        "photos", "http://photos", "s3://", "s3://ab", "s3://Photos", "s3://pho_tos",
        "s3://.photos",
        "s3://pho..tos", "s3://photos/..", "s3://photos/a/../b", "s3://photos//a",
        "s3://photos/a b",
        "s3://photos/a?b", "s3://photos/%2e", "s3://user:word@photos/a",
    ])
    func anyOtherPlaceIsRefused(_ place: String) {
        #expect(throws: Unusable.self) {
            try S3Bucket(place, region: "us-east-1", addressing: .path)
        }
    }

    @Test(arguments: [
        "", "127.0.0.1", "ftp://a", "https://", "https://a/b", "https://user@a", "https://a?b",
        "https://a:0", "https://a:99999", "https://[::1", "https://[a]", "https://a:80:80",
    ])
    func anyOtherEndpointIsRefused(_ endpoint: String) {
        #expect(throws: Unusable.self) { try S3Endpoint(endpoint) }
    }

    @Test(arguments: [
        ("http://localhost", true), ("http://127.1.2.3:80", true), ("https://[::1]:9", true),
        ("http://127.0.0.1.example.com", false), ("http://10.0.0.1", false), ("https://s3", false),
    ])
    func onlyThisMachineIsLoopback(_ endpoint: String, _ isLoopback: Bool) throws {
        #expect(try S3Endpoint(endpoint).isLoopback == isLoopback)
    }

    @Test func anAddressIsNoHostOfBuckets() throws {
        let endpoint = try S3Endpoint("http://127.0.0.1:8333")
        #expect(throws: Unusable.self) {
            try S3Bucket("s3://photos", endpoint: endpoint, region: "eu-1", addressing: .host)
        }
    }

    @Test func credentialsAreReadAsAWSWritesThem() throws {
        let text = """
            # of the photos
            [other]
            aws_access_key_id = no
            [default]
            aws_access_key_id = AKIA
            aws_secret_access_key=se/cr+et==
            aws_session_token =  token

            """
        let read = try S3Credentials(file: text)
        #expect(
            read
                == (try S3Credentials(
                    accessKey: "AKIA", secretKey: "se/cr+et==", sessionToken: "token")))
        #expect("\(read)" == "<redacted>")
    }

    @Test(arguments: [
        "", "[default]", "aws_access_key_id = a", "aws_access_key_id = a\naws_secret_access_key = ",
        "aws_access_key_id\naws_secret_access_key = a",
        "aws_access_key_id = a\naws_secret_access_key = b c",
        "aws_access_key_id = ä\naws_secret_access_key = b",
    ])
    func otherCredentialsAreRefused(_ text: String) {
        #expect(throws: Unusable.self) { try S3Credentials(file: text) }
    }
}
