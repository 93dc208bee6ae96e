import Logging
import RollcallRPC
import UnixSignals

/// Takes renewed certificates into use for the connections to come: on SIGHUP, and within half a
/// minute of their change. What cannot be used is logged, and what there was stays; at the start,
/// too.
struct CertificateRenewal: Sendable {
    private static let interval = Duration.seconds(30)

    private let certificates: [ServerTLS]
    private let logger: Logger
    private let hangUps: UnixSignalsSequence
    private let onHangUp: @Sendable () -> Void

    /// From here on SIGHUP no longer ends the process.
    init(
        of certificates: [ServerTLS], logger: Logger, onHangUp: @escaping @Sendable () -> Void
    ) async {
        self.certificates = certificates
        self.logger = logger
        self.onHangUp = onHangUp
        self.hangUps = await UnixSignalsSequence(trapping: .sighup)
    }

    func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for await _ in hangUps {
                    renew()
                    onHangUp()
                }
            }
            group.addTask {
                while true {
                    renew()
                    try await Task.sleep(for: Self.interval)
                }
            }
            try await group.waitForAll()
        }
    }

    private func renew() {
        for certificate in certificates {
            do {
                if try certificate.reload() { logger.info("the certificate was read again") }
            } catch {
                logger.error(
                    "a TLS file cannot be used; what there was stays",
                    metadata: ["error": "\(error)"])
            }
        }
    }
}
