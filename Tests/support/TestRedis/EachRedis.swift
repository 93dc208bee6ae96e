// What is built with Swift's static libraries, among which there is no Testing, needs no trait.
#if canImport(Testing)
    import Foundation
    import Testing

    /// Runs a test once on each server that is installed: on Redis always. `ROLLCALL_TEST_REDIS`
    /// leaves one.
    package struct EachRedis: SuiteTrait, TestTrait, TestScoping {
        package var isRecursive: Bool { true }

        package func provideScope(
            for test: Test, testCase: Test.Case?,
            performing function: @concurrent @Sendable () async throws -> Void
        ) async throws {
            let chosen = ProcessInfo.processInfo.environment["ROLLCALL_TEST_REDIS"]
            for program in RedisProgram.allCases
            where chosen.map({ $0 == program.rawValue })
                ?? (program == .redis || program.isInstalled)
            {
                do {
                    try await RedisProgram.$current.withValue(program) { try await function() }
                } catch {
                    Issue.record("on \(program.rawValue)")
                    throw error
                }
            }
        }
    }

    extension Trait where Self == EachRedis {
        package static var onEachRedis: EachRedis { EachRedis() }
    }
#endif
