import CTransfer
import RollcallBasics
import Synchronization
import Transfers

/// Asks one identity provider over HTTPS. A provider is as hostile as any peer: no redirect is
/// followed, no more than `answerLimit` is read, and all ends within `timeout`.
///
/// A request holds a thread while it waits. Each provider has a few connections of its own, so that
/// a slow one delays nobody who signs in with another.
package final class ProviderClient: Sendable {
    /// The longest answer, in bytes. The key sets of providers have a few thousand.
    static let answerLimit = 1 << 20
    /// For everything that one caller waits for, such as two requests one after the other.
    static let timeout = Duration.seconds(5)
    /// Requests that are made at once.
    static let connections = 4

    private let threads = (0..<ProviderClient.connections).map { _ in TransferThread() }
    private let next = Atomic<Int>(0)
    private let authorities: String?

    /// - Parameter authorities: a file of PEM; the system's if nil.
    package init(authorities: String?) {
        self.authorities = authorities
    }

    func send(
        _ request: ProviderRequest, until deadline: ContinuousClock.Instant
    ) async throws(ProviderError) -> ProviderAnswer {
        let index = next.add(1, ordering: .relaxed).oldValue
        let thread = threads[index % Self.connections]
        return try await thread.run { [authorities] transfer, isCancelled in
            Self.answer(to: request, until: deadline, by: transfer, authorities, isCancelled)
        }.get()
    }

    private static func answer(
        to request: ProviderRequest, until deadline: ContinuousClock.Instant,
        by transfer: Transfer?, _ authorities: String?, _ isCancelled: Flag
    ) -> Result<ProviderAnswer, ProviderError> {
        let time = deadline - .now
        guard let transfer, time > .zero, !isCancelled.isRaised else {
            return .failure(.unreachable("\(request.url): the time is over"))
        }
        var (bytes, isTooLarge, maxAge): ([UInt8], Bool, Int64?) = ([], false, nil)
        var callbacks = TransferCallbacks()
        callbacks.receive = { chunk in
            isTooLarge = chunk.count > answerLimit - bytes.count
            if !isTooLarge { bytes += chunk }
            return !isTooLarge
        }
        callbacks.takeLine = { line in
            maxAge = CacheControl.maxAge(header: Transfer.line(line)) ?? maxAge
        }
        let end = transfer.perform(callbacks, trusting: authorities, unless: isCancelled) {
            transfer.set(request, within: time)
        }
        guard !isTooLarge, end.code != CURLE_FILESIZE_EXCEEDED else {
            return .failure(.malformed("\(request.url): the answer is too large"))
        }
        guard end.code == CURLE_OK else {
            return .failure(.unreachable("\(request.url): \(end.failure)"))
        }
        return .success(ProviderAnswer(status: end.status, bytes: bytes, maxAge: maxAge))
    }
}

struct ProviderRequest: Sendable {
    let url: ProviderURL
    /// The body of a POST; nil for a GET.
    var form: [(String, String)]?
    /// For HTTP's Basic scheme (RFC 6749 §2.3.1).
    var login: (name: String, password: String)?
}

struct ProviderAnswer: Sendable {
    let status: Int
    let bytes: [UInt8]
    /// How long it may be kept (RFC 9111 §5.2.2.1), in seconds; nil if it does not say.
    let maxAge: Int64?
}

/// Why a provider was of no use. A sentence for the log, without secrets.
package enum ProviderError: Error, Equatable {
    /// It did not answer, or not in time, or by a certificate that is not trusted.
    case unreachable(String)
    /// It answered with something else than it should.
    case malformed(String)
    /// It refuses the code, or the client.
    case refused(String)
}

enum CacheControl {
    /// The seconds of `max-age` in a line of HTTP; nil for other lines.
    static func maxAge(header line: String) -> Int64? {
        let parts = line.lowercased().split(separator: ":", maxSplits: 1)
        guard parts.count == 2, parts[0] == "cache-control" else { return nil }
        let directives = parts[1].split(separator: ",").map { $0.filter { $0 != " " } }
        let age = directives.first { $0.hasPrefix("max-age=") }?.dropFirst("max-age=".count)
        return age.flatMap { Int64($0) }
    }
}

extension Transfer {
    fileprivate func set(_ request: ProviderRequest, within time: Duration) {
        set(CURLOPT_URL, request.url.text)
        set(CURLOPT_PROTOCOLS_STR, request.url.isLoopback ? "http" : "https")
        set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
        // A redirect is an answer with the wrong status.
        set(CURLOPT_FOLLOWLOCATION, 0)
        set(CURLOPT_TIMEOUT_MS, max(1, Int(time.wholeMilliseconds)))
        set(CURLOPT_MAXFILESIZE_LARGE, size: ProviderClient.answerLimit)
        set(CURLOPT_HTTPHEADER, ["Accept: application/json"])
        if let login = request.login {
            set(CURLOPT_USERNAME, login.name)
            set(CURLOPT_PASSWORD, login.password)
        }
        if let form = request.form { setBody(Array(FormText.encoded(form).utf8)) }
    }
}
