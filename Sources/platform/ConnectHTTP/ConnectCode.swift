import HTTPTypes
import RollcallRPC

extension StatusCode {
    /// The code's name in the Connect protocol.
    var connectName: String {
        self == .cancelled ? "canceled" : "\(self)".lowercased()
    }

    /// The status of a unary answer with the code.
    var httpStatus: HTTPResponse.Status {
        switch self {
        case .ok: .ok
        case .cancelled: HTTPResponse.Status(code: 499, reasonPhrase: "Client Closed Request")
        case .invalidArgument, .failedPrecondition, .outOfRange: .badRequest
        case .deadlineExceeded: .gatewayTimeout
        case .notFound: .notFound
        case .alreadyExists, .aborted: .conflict
        case .permissionDenied: .forbidden
        case .resourceExhausted: .tooManyRequests
        case .unimplemented: .notImplemented
        case .unavailable: .serviceUnavailable
        case .unauthenticated: .unauthorized
        case .unknown, .internal, .dataLoss: .internalServerError
        }
    }
}
