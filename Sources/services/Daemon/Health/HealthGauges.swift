import Introspection
import Metrics
import RollcallAPI
import RollcallRPC

/// | metric | kind | |
/// | --- | --- | --- |
/// | `build.info` | meter | 1, with the dimension `version` |
/// | `start.time.seconds` | meter | seconds since 1970 |
/// | `serving` | meter | 1 while calls are answered, 0 while they are not |
/// | `dependency.good` | meter | 1 or 0, with the dimension `dependency` |
/// | `disk.free.bytes`, `disk.size.bytes` | meters | the disk of the process's files |
/// | `certificate.expiry.timestamp.seconds` | meter | where there is a certificate |
struct HealthGauges: Sendable {
    private let serving, diskFree, diskSize: Meter
    private let certificate: ServerTLS?
    private let factory: any MetricsFactory

    /// - Parameter startedAt: milliseconds since 1970.
    init(
        startedAt: Int64, certificate: ServerTLS?,
        factory: any MetricsFactory = MetricsSystem.factory
    ) {
        self.certificate = certificate
        self.factory = factory
        let version = [("version", ProgramVersion.current)]
        Meter(label: "build.info", dimensions: version, factory: factory).set(1)
        Meter(label: "start.time.seconds", factory: factory).set(Double(startedAt) / 1000)
        serving = Meter(label: "serving", factory: factory)
        serving.set(0)
        diskFree = Meter(label: "disk.free.bytes", factory: factory)
        diskSize = Meter(label: "disk.size.bytes", factory: factory)
    }

    func set(_ report: HealthStatus.Report, space: DiskSpace?) {
        serving.set(report.isServing ? 1 : 0)
        for (name, dependency) in report.dependencies {
            let dimensions = [("dependency", name)]
            Meter(label: "dependency.good", dimensions: dimensions, factory: factory)
                .set(dependency.status == .good ? 1 : 0)
        }
        if let space {
            diskFree.set(Double(space.free))
            diskSize.set(Double(space.size))
        }
        if let certificate {
            Meter(label: "certificate.expiry.timestamp.seconds", factory: factory)
                .set(certificate.certificateEnd)
        }
    }
}
