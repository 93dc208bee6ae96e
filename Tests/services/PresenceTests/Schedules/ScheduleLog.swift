/// The steps of a schedule, for those who read why it has failed.
final class ScheduleLog {
    private(set) var steps: [String] = []

    func add(_ step: String) {
        steps.append(step)
    }
}
