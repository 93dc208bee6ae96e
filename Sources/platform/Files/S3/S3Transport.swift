import CObjectTransport
import Glibc
import NIOPosix
import RollcallBasics
import Synchronization

/// Connections to an S3 store, each used by one thread at a time. What blocks does so on the threads of a
/// pool: as many requests are under way as it has threads, which also bounds the connections. A request
/// waits for the network nearly all of its time, and a thread costs less than an event loop around
/// libcurl's own would in code.
final class S3Transport: Sendable {
    private let bucket: S3Bucket
    private let authorities: String?
    private let limits: S3Limits
    private let threads: NIOThreadPool
    private let credentials: Mutex<S3Credentials>
    /// Those that no request uses; the last one is used first, so that few are open when few are needed.
    private let idle = Mutex<[S3Connection]>([])

    /// - Parameter authorities: a file of PEM; the system's if nil.
    init(
        _ bucket: S3Bucket, credentials: S3Credentials, authorities: String?, limits: S3Limits,
        threads: NIOThreadPool
    ) {
        self.bucket = bucket
        self.authorities = authorities
        self.limits = limits
        self.threads = threads
        self.credentials = Mutex(credentials)
    }

    func use(_ credentials: S3Credentials) {
        self.credentials.withLock { $0 = credentials }
    }

    /// Makes one request. It is not begun after `deadline`, and ends at most a second after it.
    ///
    /// - Throws: `CancellationError`.
    func send(_ request: S3Request, until deadline: ContinuousClock.Instant) async throws
        -> S3Outcome
    {
        let isCancelled = Flag()
        let outcome = try await withTaskCancellationHandler {
            try await threads.runIfActive { self.sendNow(request, until: deadline, isCancelled) }
        } onCancel: {
            isCancelled.raise()
        }
        try Task.checkCancellation()
        return outcome
    }

    private func sendNow(
        _ request: S3Request, until deadline: ContinuousClock.Instant,
        _ isCancelled: Flag
    ) -> S3Outcome {
        let time = min(limits.request, deadline - .now)
        guard time > .zero, !isCancelled.isRaised else { return .lost("the call is over") }
        let kept = idle.withLock { $0.popLast() }
        guard let connection = kept ?? S3Connection() else { return .lost("there is no memory") }
        defer { idle.withLock { $0.append(connection) } }
        let caller = credentials.withLock { $0 }
        return connection.send(
            request, to: bucket, as: caller, authorities: authorities, limits: limits, within: time,
            isCancelled)
    }
}

/// One handle of libcurl's, with the connection that it keeps. Of one thread at a time.
private final class S3Connection: @unchecked Sendable {
    private let handle: OpaquePointer

    /// Nil if there is no memory.
    init?() {
        guard let handle = rollcall_object_open() else { return nil }
        self.handle = handle
    }

    deinit {
        rollcall_object_close(handle)
    }

    func send(
        _ request: S3Request, to bucket: S3Bucket, as caller: S3Credentials,
        authorities: String?, limits: S3Limits, within time: Duration, _ isCancelled: Flag
    ) -> S3Outcome {
        let texts = [
            "aws:amz:\(bucket.region):s3", caller.accessKey, caller.secretKey, caller.sessionToken,
            authorities,
        ]
        var answer = rollcall_object_answer()
        withCStrings(texts) { texts in
            var who = rollcall_object_caller()
            who.signature = texts[0]
            who.access_key = texts[1]
            who.secret_key = texts[2]
            who.session_token = texts[3]
            who.ca_file = texts[4]
            who.connect_timeout_ms = Int(limits.connect.wholeMilliseconds)
            who.stall_timeout_s = max(1, Int(limits.stall.components.seconds))
            withExtendedLifetime(isCancelled) {
                withRequest(request, to: bucket) { what in
                    what.timeout_ms = max(1, Int(time.wholeMilliseconds))
                    what.context = Unmanaged.passUnretained(isCancelled).toOpaque()
                    what.is_cancelled = { context in
                        guard let context else { return false }
                        return Unmanaged<Flag>.fromOpaque(context).takeUnretainedValue().isRaised
                    }
                    rollcall_object_send(handle, &who, &what, &answer)
                }
            }
        }
        return S3Outcome(answer)
    }

    private func withRequest(
        _ request: S3Request, to bucket: S3Bucket, _ body: (inout rollcall_object_request) -> Void
    ) {
        let url = bucket.url(key: request.key, query: request.query)
        let copied = request.copiedKey.map { "/\(bucket.name)/\($0)" }
        withCStrings([request.method.rawValue, url, request.bodyHash, copied]) { texts in
            request.body.withUnsafeBufferPointer { bytes in
                var what = rollcall_object_request()
                what.method = texts[0]
                what.url = texts[1]
                what.body = bytes.baseAddress
                what.count = bytes.count
                what.body_hash = texts[2]
                what.copied = texts[3]
                what.answer_limit = request.answerLimit
                body(&what)
            }
        }
    }
}

extension S3Outcome {
    fileprivate init(_ answer: rollcall_object_answer) {
        let failure = withUnsafeBytes(of: answer.failure) {
            String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
        self =
            switch answer.end {
            case ROLLCALL_OBJECT_ANSWERED:
                .answered(
                    S3Answer(
                        status: answer.status,
                        bytes: Array(UnsafeBufferPointer(start: answer.bytes, count: answer.count)),
                        namesVersion: answer.names_version))
            case ROLLCALL_OBJECT_TOO_LARGE: .tooLarge
            case ROLLCALL_OBJECT_UNTRUSTED: .untrusted(failure)
            default: .lost(failure)
            }
    }
}
