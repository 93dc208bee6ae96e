import CTransfer
import NIOPosix
import RollcallBasics
import Synchronization
import Transfers

/// Connections to an S3 store, each used by one thread at a time. What blocks does so on the
/// threads of a pool: as many requests are under way as it has threads, which also bounds the
/// connections. A request waits for the network nearly all of its time, and a thread costs less
/// than an event loop around libcurl's own would in code.
final class S3Transport: Sendable {
    private let bucket: S3Bucket
    private let authorities: String?
    private let limits: S3Limits
    private let threads: NIOThreadPool
    private let credentials: Mutex<S3Credentials>
    /// Those that no request uses; the last one is used first, so that few are open when few are
    /// needed.
    private let idle = Mutex<[Transfer]>([])

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
        guard let transfer = kept ?? Transfer() else { return .lost("there is no memory") }
        defer { idle.withLock { $0.append(transfer) } }
        let exchange = S3Exchange(limit: request.answerLimit)
        var callbacks = TransferCallbacks()
        callbacks.receive = exchange.receive
        callbacks.takeLine = exchange.takeHeader
        let end = transfer.perform(callbacks, trusting: authorities, unless: isCancelled) {
            transfer.set(limits)
            transfer.set(CURLOPT_TIMEOUT_MS, max(1, Int(time.wholeMilliseconds)))
            transfer.set(request, to: bucket, as: credentials.withLock { $0 })
        }
        return exchange.outcome(end)
    }
}

/// What comes of one request while it is made.
private final class S3Exchange {
    private let limit: Int
    private var bytes: [UInt8] = []
    private var isTooLarge = false
    private var namesVersion = false
    /// Whether the headers of the answer have ended: libcurl takes one that breaks off before for
    /// whole.
    private var hasHead = false

    init(limit: Int) {
        self.limit = limit
    }

    func receive(_ chunk: UnsafeRawBufferPointer) -> Bool {
        isTooLarge = chunk.count > limit - bytes.count
        if !isTooLarge { bytes += chunk }
        return !isTooLarge
    }

    func takeHeader(_ line: UnsafeRawBufferPointer) {
        let text = Transfer.line(line).lowercased()
        if text.isEmpty { hasHead = true }
        if text.hasPrefix("x-amz-version-id:") || text.hasPrefix("x-amz-delete-marker:") {
            namesVersion = true
        }
    }

    func outcome(_ end: TransferEnd) -> S3Outcome {
        if isTooLarge || end.code == CURLE_FILESIZE_EXCEEDED { return .tooLarge }
        if end.isUntrusted { return .untrusted(end.failure) }
        guard end.code == CURLE_OK, hasHead else { return .lost(end.failure) }
        return .answered(S3Answer(status: end.status, bytes: bytes, namesVersion: namesVersion))
    }
}

extension Transfer {
    fileprivate func set(_ limits: S3Limits) {
        set(CURLOPT_PROTOCOLS_STR, "http,https")
        set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
        set(CURLOPT_FOLLOWLOCATION, 0)
        set(CURLOPT_CONNECTTIMEOUT_MS, Int(limits.connect.wholeMilliseconds))
        set(CURLOPT_LOW_SPEED_LIMIT, 1)
        set(CURLOPT_LOW_SPEED_TIME, max(1, Int(limits.stall.components.seconds)))
    }

    /// libcurl signs the request (AWS Signature Version 4), with all of its headers. It would also
    /// sign an empty `Expect`, which it then does not send.
    fileprivate func set(_ request: S3Request, to bucket: S3Bucket, as caller: S3Credentials) {
        set(CURLOPT_AWS_SIGV4, "aws:amz:\(bucket.region):s3")
        set(CURLOPT_USERNAME, caller.accessKey)
        set(CURLOPT_PASSWORD, caller.secretKey)
        // The query is sorted and encoded as its signature wants it.
        set(CURLOPT_URL, bucket.url(key: request.key, query: request.query))
        // Not CURLOPT_UPLOAD, which asks the store before each body, however short.
        if request.method == .put { setBody(request.body) }
        if request.method != .get { set(CURLOPT_CUSTOMREQUEST, request.method.rawValue) }
        set(CURLOPT_MAXFILESIZE_LARGE, size: request.answerLimit)
        var headers = [
            "Content-Type: application/octet-stream", "x-amz-content-sha256: \(request.bodyHash)",
        ]
        if let token = caller.sessionToken { headers.append("x-amz-security-token: \(token)") }
        set(CURLOPT_HTTPHEADER, headers)
    }
}
