import CTransfer
import RollcallBasics

/// A handle of libcurl's, with the connection that it keeps. Of one thread at a time, which it
/// holds until a transfer has ended.
package final class Transfer: @unchecked Sendable {
    private let handle: UnsafeMutableRawPointer
    /// What libcurl reads during a transfer.
    private var lists: [UnsafeMutablePointer<curl_slist>] = []

    /// Nil if there is no memory.
    package init?() {
        guard let handle = rollcall_transfer_open() else { return nil }
        self.handle = handle
    }

    deinit {
        curl_easy_cleanup(handle)
    }

    /// Makes one transfer. The connection is kept for the next one. No signal is left pending or
    /// raised.
    ///
    /// - Parameters:
    ///   - authorities: a file of PEM; the system's if nil.
    ///   - isCancelled: looked at about once a second.
    ///   - setOptions: sets what this transfer needs. Nothing of an earlier one is left.
    package func perform(
        _ callbacks: TransferCallbacks, trusting authorities: String?, unless isCancelled: Flag,
        setOptions: () -> Void
    ) -> TransferEnd {
        curl_easy_reset(handle)
        // The options point into this frame.
        defer {
            curl_easy_reset(handle)
            for list in lists { curl_slist_free_all(list) }
            lists = []
        }
        setChecks(authorities)
        setOptions()
        let exchange = Exchange(callbacks, isCancelled)
        var details = [CChar](repeating: 0, count: Int(CURL_ERROR_SIZE))
        let code = details.withUnsafeMutableBufferPointer { details in
            withExtendedLifetime(exchange) {
                rollcall_transfer_set_pointer(handle, CURLOPT_ERRORBUFFER, details.baseAddress)
                exchange.attach(to: handle)
                return rollcall_transfer_perform(handle)
            }
        }
        let failure = String(cString: curl_easy_strerror(code))
        let sentence = details.withUnsafeBytes { Self.line($0.prefix { $0 != 0 }) }
        return TransferEnd(
            code: code, status: rollcall_transfer_status(handle), failure: failure,
            sentence: sentence.isEmpty ? failure : sentence)
    }

    private func setChecks(_ authorities: String?) {
        // No proxy, also if the environment names one.
        set(CURLOPT_PROXY, "")
        set(CURLOPT_NOSIGNAL, 1)
        // A name server that does not answer is not waited for past the time of the transfer.
        set(CURLOPT_QUICK_EXIT, 1)
        set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        set(CURLOPT_SSL_VERIFYPEER, 1)
        set(CURLOPT_SSL_VERIFYHOST, 2)
        if let authorities {
            set(CURLOPT_CAINFO, authorities)
            set(CURLOPT_CAPATH, nil)
        }
    }

    package func set(_ option: CURLoption, _ value: Int) {
        rollcall_transfer_set_number(handle, option, value)
    }

    package func set(_ option: CURLoption, size: Int) {
        rollcall_transfer_set_size(handle, option, Int64(size))
    }

    package func set(_ option: CURLoption, _ text: String?) {
        rollcall_transfer_set_pointer(handle, option, text)
    }

    package func set(_ option: CURLoption, _ texts: [String]) {
        var list: UnsafeMutablePointer<curl_slist>?
        for text in texts { list = curl_slist_append(list, text) ?? list }
        if let list { lists.append(list) }
        rollcall_transfer_set_pointer(handle, option, list)
    }

    /// Sets the body of a request.
    package func setBody(_ bytes: [UInt8]) {
        set(CURLOPT_POSTFIELDSIZE_LARGE, size: bytes.count)
        // Without a pointer libcurl would ask for the body.
        let copied = bytes.isEmpty ? [0] : bytes
        rollcall_transfer_set_pointer(handle, CURLOPT_COPYPOSTFIELDS, copied)
    }

    /// A line that a peer sent, without its end and of at most 255 bytes, with a question mark for
    /// each that is not printable.
    package static func line(_ bytes: some Sequence<UInt8>) -> String {
        let line = bytes.prefix { $0 != 10 && $0 != 13 }.prefix(255)
        let printable = line.map { (32...126).contains($0) ? $0 : UInt8(ascii: "?") }
        return String(decoding: printable, as: UTF8.self)
    }
}

/// How a transfer ended.
package struct TransferEnd {
    package let code: CURLcode
    /// Of the last answer; 0 if there was none.
    package let status: Int
    /// What libcurl calls the failure: nothing in it comes from the peer.
    package let failure: String
    /// What libcurl says of it, with details that may come from the peer.
    package let sentence: String

    /// Whether TLS was not offered, or the certificate is none that is trusted.
    package var isUntrusted: Bool {
        [
            CURLE_USE_SSL_FAILED, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE,
            CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_SSL_ISSUER_ERROR,
        ].contains(code)
    }
}
