import Introspection
import RollcallAPI
import RollcallBasics
import RollcallRPC

extension StatusHandler {
    package func getStatus(
        _ request: GetStatusRequest, context: CallContext
    ) async throws -> GetStatusResponse {
        let report = health.report
        return GetStatusResponse(
            program: program, version: ProgramVersion.current, startedAtMs: startedAt,
            isServing: report.isServing, troubles: report.troubles.map(ServerTrouble.init),
            certificateEndsAtMs: (certificate?.certificateEnd ?? 0) * 1000)
    }
}

extension ServerTrouble {
    fileprivate init(_ name: String, _ dependency: HealthStatus.Dependency) {
        let age = dependency.since.duration(to: .now)
        self.init(
            name: name, refusesCalls: dependency.status == .missing,
            sentence: dependency.sentence,
            beganAtMs: SystemClock.milliseconds() - age.wholeMilliseconds)
    }
}
