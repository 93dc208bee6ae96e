import NIOCore
import NIOPosix

/// What is told of a connection that could not be opened.
extension ChannelConnector {
    func failure(_ error: any Error) -> ConnectionFailure {
        switch error {
        case let error as MissingHello:
            failure(
                error.wasClosedByPeer ? .closedBeforeHello : .otherProtocol, error.error.message)
        case let error as NIOConnectionError:
            if let last = error.connectionErrors.last {
                failure(last.error)
            } else {
                failure(.unreachable, "the host name is unknown")
            }
        case let error as IOError: failure(system: error.errnoCode)
        case ChannelError.connectTimeout: failure(.unreachable, "no answer in time")
        case ChannelError.ioOnClosedChannel:
            failure(.closedBeforeHello, "the connection was closed by the peer")
        case let error as TLSFailure where error == .noTLS:
            failure(.notTLS, error.description)
        case let error as TLSFailure where [.cutOff, .timedOut].contains(error):
            failure(.unreachable, error.description)
        case let error as TLSFailure: failure(.tlsRefused, error.description)
        case let error as RPCError: failure(.unreachable, error.message)
        default: failure(.unreachable, "\(error)")
        }
    }

    private func failure(system code: CInt) -> ConnectionFailure {
        guard case .unix(let path) = endpoint, code == EACCES else {
            return failure(.unreachable, String(cString: strerror(code)))
        }
        return failure(
            .noPermission(group: SocketGroup.name(barredFrom: path)), "permission denied")
    }

    private func failure(
        _ cause: ConnectionFailure.Cause, _ reason: String
    ) -> ConnectionFailure {
        ConnectionFailure(endpoint: endpoint, cause: cause, reason: reason)
    }
}
