import Blobs
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
        (.exhausted("x"), EX_TEMPFAIL),
    ])
    func theExitStatusSaysWhatIsWrongWithTheData(_ error: StorageError, _ status: Int32) {
        let failure = Failure(error)
        #expect(failure.exitStatus == status)
        #expect(!failure.sentence.contains("\n"))
    }

    /// Keys are read again, and the store's own list of them changes.
    @Test func keysThatAStoreRefusesAreAReasonToTryAgain() {
        #expect(Failure(BlobError.denied("403")).exitStatus == EX_TEMPFAIL)
    }

    @Test func theSentenceSaysWhichEndpointIsTaken() throws {
        for place in ["[::1]:4710", "tls:[::1]:4710", "mtls:[::1]:4710"] {
            let listening = try #require(Listening(argument: place))
            let error = ServerError.endpointTaken(.tcp(host: "::1", port: 4710))
            #expect(
                Failure(error, listeningOn: listening)
                    == Failure(
                        "cannot listen on \(place): another process listens there", EX_UNAVAILABLE))
        }
    }

    @Test(arguments: [ENOSPC, EDQUOT])
    func aFullDiskIsAReasonToTryAgainWhereverItIsMet(code: Int32) {
        #expect(Failure.system(code, "/x").exitStatus == EX_TEMPFAIL)
        errno = code
        #expect(Failure(StorageError.system("/x")).exitStatus == EX_TEMPFAIL)
        errno = EACCES
        #expect(Failure(StorageError.system("/x")).exitStatus == EX_CANTCREAT)
    }
}
