import Introspection
import RollcallAPI
import RollcallRPC
import TestAuthority
import Testing

@testable import Daemon

struct HealthGaugesTests {
    private let registry = MetricsRegistry(service: "test")

    /// By OpenSSL's own word.
    @Test func theCertificatesEndIsToldToTheSecond() throws {
        let authority = try TestAuthority()
        let identity = try authority.issue("server")
        let gauges = HealthGauges(
            startedAt: 0, certificate: try ServerTLS(identity: identity), factory: registry)
        gauges.set(HealthStatus().report, space: nil)
        let sample = /rollcall_certificate_expiry_timestamp_seconds\{service="test"\} ([0-9.e+]+)\n/
        let text = registry.text()
        let end = try #require(text.firstMatch(of: sample).flatMap { Double($0.1) })
        let left = Int(end) - Int(SystemClock.milliseconds() / 1000)
        for (seconds, answer) in [(left - 5, "will not expire"), (left + 5, "will expire")] {
            let said = try authority.run(
                "x509 -in \(identity.certificateChain) -noout -checkend \(seconds)", failing: true)
            #expect(said.contains(answer), "\(said)")
        }
    }

    @Test func theVersionIsALabelAndWithoutACertificateThereIsNoEnd() {
        let gauges = HealthGauges(startedAt: 0, certificate: nil, factory: registry)
        gauges.set(HealthStatus().report, space: DiskSpace(free: 5, size: 7))
        let text = registry.text()
        let version = ProgramVersion.current
        #expect(text.contains("rollcall_build_info{service=\"test\",version=\"\(version)\"} 1.0\n"))
        #expect(text.contains("rollcall_disk_free_bytes{service=\"test\"} 5.0\n"))
        #expect(text.contains("rollcall_disk_size_bytes{service=\"test\"} 7.0\n"))
        #expect(!text.contains("certificate"))
    }
}
