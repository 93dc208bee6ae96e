import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension RollcallError {
    init(url error: URLError) {
        let message = "URLError \(error.code.rawValue): \(error.localizedDescription)"
        switch error.code {
        case .cancelled: self = .canceled
        case .timedOut: self = .late
        case _ where error.isAboutTLS:
            self.init(.unavailable, message, from: .notSecure)
        case .cannotFindHost, .cannotConnectToHost, .dnsLookupFailed, .notConnectedToInternet,
            .internationalRoamingOff, .callIsActive, .dataNotAllowed, .badURL,
            .cannotLoadFromNetwork:
            self.init(.unavailable, message, from: .noRoute)
        case .badServerResponse where !error.isEmptyAnswer, .cannotParseResponse,
            .cannotDecodeRawData, .cannotDecodeContentData, .zeroByteResource, .unsupportedURL:
            self.init(.unavailable, message, from: .notRollcall(status: 0))
        case .dataLengthExceedsMaximum:
            self.init(.resourceExhausted, message, from: .answerTooLarge)
        default: self.init(.unavailable, message, from: .connectionLost)
        }
    }
}

extension URLError {
    fileprivate var isAboutTLS: Bool {
        switch code {
        case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
            .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid,
            .clientCertificateRejected, .clientCertificateRequired:
            true
        #if canImport(FoundationNetworking)
            // On Linux some have no number of their own.
            case .unknown: localizedDescription.contains(/SSL|TLS|certificate/)
        #else
            case .appTransportSecurityRequiresSecureConnection: true
        #endif
        default: false
        }
    }

    /// On Linux this is a connection that was closed without an answer.
    fileprivate var isEmptyAnswer: Bool {
        #if canImport(FoundationNetworking)
            true
        #else
            false
        #endif
    }
}
