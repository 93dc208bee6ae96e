import Testing

@testable import Daemon
@testable import Introspection

struct TroubleNewsTests {
    private let start = ContinuousClock.now

    private func report(_ status: HealthStatus.DependencyStatus) -> HealthStatus.Report {
        let dependency = HealthStatus.Dependency(
            status: status, sentence: "Auth is away", since: start)
        return HealthStatus.Report(
            isServing: status != .missing, dependencies: ["auth": dependency])
    }

    /// What is news when the report is taken so many seconds after the start.
    private func items(
        _ reports: [(Int64, HealthStatus.DependencyStatus)]
    ) -> [TroubleNews.Item?] {
        var news = TroubleNews(start: start)
        return reports.map { news.take(report($1).missing, at: start + .seconds($0)) }
    }

    @Test func aStartThatWaitsForAnotherServiceIsNoNews() {
        #expect(
            items([(0, .missing), (9, .missing), (9, .good), (11, .good)]) == [nil, nil, nil, nil])
    }

    @Test func aStartThatWaitsForLongIsNewsOnce() {
        #expect(
            items([(9, .missing), (10, .missing), (11, .missing), (30, .good), (31, .good)])
                == [nil, .began("Auth is away"), nil, .ended(after: .seconds(30)), nil])
    }

    @Test func whoHasServedTellsAtOnceAndEachTime() {
        let reports: [(Int64, HealthStatus.DependencyStatus)] = [
            (1, .good), (2, .missing), (3, .missing), (4, .impaired), (5, .missing), (6, .good),
        ]
        #expect(
            items(reports) == [
                nil, .began("Auth is away"), nil, .ended(after: .seconds(4)),
                .began("Auth is away"),
                .ended(after: .seconds(6)),
            ])
    }

    @Test func theSupervisorIsShownWhyCallsAreRefusedOrWhatElseIsWrong() {
        #expect(report(.good).statusLine(answeringOn: "here") == "Answering on here")
        #expect(
            report(.impaired).statusLine(answeringOn: "here") == "Answering on here; Auth is away")
        #expect(report(.missing).statusLine(answeringOn: "here") == "Refusing calls: Auth is away")
    }
}
