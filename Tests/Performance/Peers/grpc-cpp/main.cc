#include <grpcpp/grpcpp.h>

#include "peer.h"

int main(int count, char **arguments) {
    std::string command = count > 1 ? arguments[1] : "";
    std::string load = count > 2 ? arguments[2] : "";
    if (command == "serve") {
        serve();
        return 0;
    }
    const std::map<std::string, void (*)(Stub &, const Options &)> loads = {
        {"unary", unaryLoad}, {"download", downloadLoad}, {"upload", uploadLoad}};
    auto found = loads.find(load);
    check(command == "load" && found != loads.end(),
          "usage: grpc-cpp-peer serve | load unary|download|upload --target HOST:PORT");
    Options options(arguments + 3, arguments + count);
    auto channel =
        grpc::CreateChannel(options.text("target", ""), grpc::InsecureChannelCredentials());
    auto stub = rollcall::bench::v1::BenchService::NewStub(channel);
    found->second(*stub, options);
}
