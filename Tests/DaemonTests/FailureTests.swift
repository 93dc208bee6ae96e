import Glibc
import RollcallRPC
import Storage
import Testing

@testable import Daemon

struct FailureTests {
    @Test(arguments: [
        (StorageError.noSpace, EX_TEMPFAIL), (.lockedByAnother, EX_TEMPFAIL),
        (.corrupt("x"), EX_DATAERR), (.foreignFile(applicationID: 1), EX_DATAERR),
        (.newerSchema, EX_DATAERR), (.failed("x"), EX_IOERR), (.unusablePath("x"), EX_CANTCREAT),
    ])
    func theExitStatusSaysWhatIsWrongWithTheData(_ error: StorageError, _ status: Int32) {
        let failure = Failure(error)
        #expect(failure.exitStatus == status)
        #expect(!failure.sentence.contains("\n"))
    }

    @Test func theSentenceSaysWhichEndpointIsTaken() {
        let endpoint = Endpoint.tcp(host: "::1", port: 4710)
        let failure = Failure(ServerError.endpointTaken(endpoint), listeningOn: endpoint)
        #expect(
            failure
                == Failure(
                    "cannot listen on [::1]:4710: another process listens there", EX_UNAVAILABLE))
    }
}
