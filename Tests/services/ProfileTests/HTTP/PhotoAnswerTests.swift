import HTTPTypes
import Testing

@testable import Profile

@Suite struct PhotoAnswerTests {
    private func answer(
        _ fields: HTTPFields = [:], method: HTTPRequest.Method = .get, remaining: Int64? = nil
    ) -> PhotoAnswer {
        let request = HTTPRequest(
            method: method, scheme: "http", authority: "localhost", path: "/", headerFields: fields)
        return PhotoAnswer(to: request, size: 100, tag: "abc", remaining: remaining)
    }

    @Test func aPhotoThatEveryoneSeesIsKeptByCachesForEver() {
        let whole = answer()
        #expect(whole.status == .ok && whole.body == 0..<100)
        #expect(whole.fields[.cacheControl] == "public, max-age=31536000, immutable")
        #expect(whole.fields[.eTag] == "\"abc\"")
        #expect(whole.fields[.contentLength] == "100")
        #expect(whole.fields[.contentType] == "image/jpeg")
    }

    @Test func anotherIsKeptByItsReaderAloneAndOnlyAsLongAsItsURLIsGood() {
        #expect(answer(remaining: 77).fields[.cacheControl] == "private, max-age=77")
    }

    @Test func whoHasItIsSentNothing() {
        for tags in ["\"abc\"", "W/\"abc\"", "\"x\", \"abc\"", "*"] {
            let answer = answer([.ifNoneMatch: tags])
            #expect(answer.status == .notModified && answer.body == nil)
            #expect(answer.fields[.eTag] == "\"abc\"")
        }
        for tags in ["\"abcd\"", "abc", "\"ab\"", ""] {
            #expect(answer([.ifNoneMatch: tags]).status == .ok)
        }
    }

    @Test func aPartSaysWhatItIsAPartOf() {
        let part = answer([.range: "bytes=10-19"])
        #expect(part.status == .partialContent && part.body == 10..<20)
        #expect(part.fields[.contentRange] == "bytes 10-19/100")
        #expect(part.fields[.contentLength] == "10")
        let none = answer([.range: "bytes=100-"])
        #expect(none.status == .rangeNotSatisfiable && none.body == nil)
        #expect(none.fields[.contentRange] == "bytes */100")
        #expect(none.fields[.contentLength] == "0")
    }

    @Test func aPartOfAnotherPhotoIsNotContinued() {
        #expect(answer([.range: "bytes=10-19", .ifRange: "\"abc\""]).body == 10..<20)
        #expect(answer([.range: "bytes=10-19", .ifRange: "\"old\""]).body == 0..<100)
    }

    @Test func aHeadHasNoBodyAndTheSameFields() {
        let head = answer(method: .head)
        #expect(head.body == nil && head.status == .ok && head.fields == answer().fields)
    }

    @Test(arguments: [
        HTTPResponse.Status.notFound, .methodNotAllowed, .serviceUnavailable, .internalServerError,
    ])
    func whatIsNoPhotoIsKeptByNoCache(_ status: HTTPResponse.Status) {
        let answer = PhotoAnswer(status)
        #expect(answer.fields[.cacheControl] == "no-store" && answer.body == nil)
        #expect(answer.fields[.contentLength] == "0")
    }

    @Test func nothingIsTakenForAnythingButAPicture() throws {
        let policy = try #require(HTTPField.Name("Cross-Origin-Resource-Policy"))
        for fields in [answer().fields, PhotoAnswer(.notFound).fields] {
            #expect(fields[.xContentTypeOptions] == "nosniff")
            #expect(fields[.contentSecurityPolicy]?.contains("default-src 'none'") == true)
            #expect(fields[policy] == "cross-origin")
        }
    }
}
