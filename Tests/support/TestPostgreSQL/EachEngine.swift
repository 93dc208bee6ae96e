// What is built with Swift's static libraries, among which there is no Testing, needs no trait.
#if canImport(Testing)
    import Foundation
    import Testing

    /// Runs a test once on each engine; `ROLLCALL_TEST_ENGINE` leaves one.
    package struct EachEngine: SuiteTrait, TestTrait, TestScoping {
        package var isRecursive: Bool { true }

        package func provideScope(
            for test: Test, testCase: Test.Case?,
            performing function: @concurrent @Sendable () async throws -> Void
        ) async throws {
            let chosen = ProcessInfo.processInfo.environment["ROLLCALL_TEST_ENGINE"]
            for engine in TestEngine.allCases where chosen == nil || engine.rawValue == chosen {
                do {
                    try await TestEngine.$current.withValue(engine) { try await function() }
                } catch {
                    Issue.record("on \(engine.rawValue)")
                    throw error
                }
            }
        }
    }

    extension Trait where Self == EachEngine {
        package static var onEachEngine: EachEngine { EachEngine() }
    }
#endif
