import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Sends requests by `URLSession`.
///
/// Everything comes through the delegate, on all platforms: on Linux there is no
/// `URLSession.bytes(for:)`. Nothing is kept: no cookies, no cache. No redirect is followed, as the
/// token would go along.
final class HTTPConnections: Sendable {
    /// The most connections to a host, where it speaks HTTP/1.1: each stream holds one.
    private static let mostConnections = 12

    private let session: URLSession
    private let delegate = ExchangeDelegate()

    init() {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.httpMaximumConnectionsPerHost = Self.mostConnections
        session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
    }

    deinit { session.invalidateAndCancel() }

    /// Begins an exchange. It is cancelled when the value is let go of.
    ///
    /// - Parameters:
    ///   - limit: the most bytes of the answer that wait to be read.
    ///   - sent: gets how many bytes of the request's body were sent so far.
    func begin(
        _ request: URLRequest, limit: Int, sent: (@Sendable (Int64) -> Void)? = nil
    ) -> Exchange {
        let task = session.dataTask(with: request)
        let exchange = Exchange(task, limit: limit, sent: sent)
        delegate.add(exchange.incoming, of: task)
        task.resume()
        return exchange
    }
}

/// Passes on what comes to the exchange that it is of.
private final class ExchangeDelegate: NSObject, URLSessionDataDelegate, Sendable {
    private let running = Locked<[Int: Exchange.Incoming]>([:])

    func add(_ incoming: Exchange.Incoming, of task: URLSessionTask) {
        running.withLock { $0[task.taskIdentifier] = incoming }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64,
        totalBytesSent: Int64, totalBytesExpectedToSend: Int64
    ) {
        running.withLock { $0[task.taskIdentifier] }?.sent?(totalBytesSent)
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        let incoming = running.withLock { $0[dataTask.taskIdentifier] }
        let isRead = incoming?.receive(head: response) ?? false
        completionHandler(isRead ? .allow : .cancel)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        running.withLock { $0[dataTask.taskIdentifier] }?.receive(data, of: dataTask)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
        let incoming = running.withLock { $0.removeValue(forKey: task.taskIdentifier) }
        // On Linux a redirect that is not followed ends the task without its head.
        if error == nil, let response = task.response { incoming?.receive(head: response) }
        incoming?.finish(error)
    }
}
