import Foundation
import RollcallAPI
import RollcallRPC
import RollcallRPCPolicies
import Synchronization
import TestServers
import Testing

import func TestSupport.elapse

/// Devices that are attached to a Presence, and attach again whenever their stream ends.
final class AttachedCrowd: Sendable {
    private let clients: [RetryingNetworkClient]
    private let tasks: [Task<Void, Never>]
    private let refusals: Refusals

    private final class Refusals: Sendable {
        let errors = Mutex<[RPCError]>([])
    }

    /// - Parameters:
    ///   - options: of each device, the credentials of its user.
    ///   - endpoints: each is the first choice of as many connections.
    ///   - lease: in milliseconds.
    init(
        _ options: [CallOptions], at endpoints: Endpoint..., lease: UInt32 = 30_000
    ) {
        // A connection takes 256 streams.
        let clients = (0...options.count / 200).map { number in
            let first = number % endpoints.count
            return NetworkClient(
                endpoints: Array(endpoints[first...] + endpoints[..<first]), logger: .quiet
            ).retrying()
        }
        self.clients = clients
        let refusals = Refusals()
        self.refusals = refusals
        tasks = options.enumerated().map { number, options in
            let presence = PresenceServiceClient(clients[number % clients.count])
            let request = AttachRequest(deviceID: "device-\(number)", leaseMs: lease)
            return Task {
                while !Task.isCancelled {
                    do {
                        try await Self.stay(attached: presence, request, options)
                    } catch let error as RPCError {
                        if error.code != .unavailable, error.code != .cancelled {
                            refusals.errors.withLock { $0.append(error) }
                        }
                        let pause = error.retryPause ?? .milliseconds(Int.random(in: 20...300))
                        try? await elapse(min(pause, .seconds(1)))
                    } catch {}
                }
            }
        }
    }

    /// What devices were refused with, but for what passes.
    var errors: [RPCError] { refusals.errors.withLock { $0 } }

    /// All devices go away without a word.
    func leave() {
        for task in tasks { task.cancel() }
        for client in clients { client.close() }
    }

    private static func stay(
        attached presence: PresenceServiceClient, _ request: AttachRequest,
        _ options: CallOptions
    ) async throws {
        let call = try await presence.attach(options: options)
        try? await call.send(request)
        guard let held = try await call.responses.next() else { return }
        try await withThrowingTaskGroup { group in
            group.addTask {
                while true {
                    try await elapse(.milliseconds(held.beatMs))
                    try? await call.send(AttachRequest())
                }
            }
            defer { group.cancelAll() }
            while try await call.responses.next() != nil {}
        }
    }
}
