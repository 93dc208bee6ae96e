import Introspection
import MessageJSON
import RollcallAPI
import RollcallRPC
import RollcallWire

/// An RPC of the contract that lists something in pages.
package struct PagedList: Sendable {
    /// Such as `rollcall.v1.ProfileService`.
    let service: String
    let method: MethodDescriptor

    /// All of a service, such as `ProfileService`.
    package static func all(of service: String) -> [PagedList] {
        let name = "rollcall.v1.\(service)"
        let lists = Contract.pool.service(name)?.methods.filter { method in
            Contract.pool.message(method.response)?.fields.contains {
                $0.name == "next_page_token"
            } == true
        }
        return (lists ?? []).map { PagedList(service: name, method: $0) }
    }

    /// Asks for a page.
    ///
    /// - Parameter filter: members of the request besides the size and the token.
    func page(
        _ token: String, size: Int, _ filter: [String: JSON], as caller: ListCaller
    ) async throws -> (entries: [JSON], next: String) {
        let size: [String: JSON] = ["pageSize": .number(Int64(size)), "pageToken": .string(token)]
        let request = JSON.object(filter.merging(size) { $1 }).line()
        let answer = try await caller.client.unary(
            Method<RawMessage, RawMessage>(
                service: service, name: method.name, kind: .unary, access: .anyone),
            RawMessage(try Contract.pool.message(json: Array(request.utf8), as: method.request)),
            caller.options)
        let text = try Contract.pool.json(
            of: answer.bytes, as: method.response, isRedacted: false)
        guard case .object(let members) = try JSON(Array(text.utf8)) else { return ([], "") }
        let fields = Contract.pool.message(method.response)?.fields ?? []
        let list = fields.first { $0.isRepeated }?.jsonName ?? ""
        guard case .array(let entries)? = members[list] else { return ([], "") }
        guard case .string(let next)? = members["nextPageToken"] else { return (entries, "") }
        return (entries, next)
    }

    /// Why a token is not refused as it should be; nil when it is.
    func acceptance(
        of token: String, _ filter: [String: JSON], as caller: ListCaller
    ) async throws -> String? {
        do {
            _ = try await page(token, size: 1, filter, as: caller)
            return "no error"
        } catch let error as RPCError {
            let violations = error.detail(ErrorInfo.self)?.violations
            let isRefusal =
                error.code == .invalidArgument && error.reasons == [.pageTokenInvalid]
                && violations?.first?.field == "page_token"
            return isRefusal ? nil : "\(error)"
        }
    }
}

/// Whom a list is read by.
package struct ListCaller: Sendable {
    let client: any RPCClient
    let options: CallOptions

    package init(_ client: any RPCClient, _ options: CallOptions) {
        (self.client, self.options) = (client, options)
    }
}
