import RollcallAPI
import RollcallRPC
import Testing

/// A device whose stream is open.
struct AttachedDevice: Sendable {
    private let call: BidirectionalCall<AttachRequest, AttachResponse>
    let response: AttachResponse

    fileprivate init(
        _ call: BidirectionalCall<AttachRequest, AttachResponse>, _ response: AttachResponse
    ) {
        self.call = call
        self.response = response
    }

    var lease: UInt64 { response.leaseID }

    func say(_ request: AttachRequest) async throws {
        try await call.send(request)
    }

    /// Says that it sends no more.
    func close() { call.finishSending() }

    /// Goes away as a process that is killed does.
    func cut() { call.cancel() }

    /// The next answer; nil at the end.
    func next() async throws -> AttachResponse? {
        try await call.responses.next()
    }

    /// Waits until the service has ended the stream well. Until then it says only that the stream
    /// goes on.
    func end() async throws {
        while let again = try await next() { #expect(again == response) }
    }

    /// Waits for the error with which the service ends the stream.
    func failure() async throws -> RPCError {
        try await #require(throws: RPCError.self) { try await end() }
    }
}

extension Person {
    /// Attaches a device.
    func attach(_ request: AttachRequest) async throws -> AttachedDevice {
        let call = try await service.attach(options: options)
        // A call that was refused meanwhile says why to its reader.
        try? await call.send(request)
        let response = try #require(try await call.responses.next())
        return AttachedDevice(call, response)
    }

    func attach(
        _ device: String = "phone", lease: UInt32 = 30_000, as state: DeviceState = .unspecified
    ) async throws -> AttachedDevice {
        try await attach(AttachRequest(deviceID: device, leaseMs: lease, state: state))
    }

    /// The error with which the service refuses a device.
    func refusal(of request: AttachRequest) async throws -> RPCError {
        try await #require(throws: RPCError.self) { _ = try await attach(request) }
    }
}
