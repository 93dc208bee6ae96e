/// Lets one in at a time, in the order in which they came.
actor AsyncMutex {
    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Does work that nothing else under this mutex interrupts.
    nonisolated func alone<Output>(
        _ work: () async throws(RollcallError) -> Output
    ) async throws(RollcallError) -> Output {
        await enter()
        do throws(RollcallError) {
            let output = try await work()
            await leave()
            return output
        } catch {
            await leave()
            throw error
        }
    }

    private func enter() async {
        guard isTaken else {
            isTaken = true
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    private func leave() {
        if waiting.isEmpty {
            isTaken = false
        } else {
            waiting.removeFirst().resume()
        }
    }
}
