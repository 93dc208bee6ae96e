#include <functional>

#include <grpcpp/grpcpp.h>

#include "peer.h"

using namespace rollcall::bench::v1;

namespace {

class Download : public grpc::ClientReadReactor<Chunk> {
public:
    Download(Stub &stub, size_t messages, size_t size) : size(size) {
        request.set_count(messages);
        request.set_size(size);
        stub.async()->Download(&context, &request, this);
        StartRead(&chunk);
        StartCall();
        done.wait();
        check(count == messages, "the stream was cut short");
    }

    void OnReadDone(bool ok) override {
        if (!ok) return;
        check(chunk.payload().size() == size, "a wrong chunk");
        count += 1;
        StartRead(&chunk);
    }

    void OnDone(const grpc::Status &status) override {
        check(status.ok(), status.error_message());
        done.set();
    }

private:
    const size_t size;
    size_t count = 0;
    grpc::ClientContext context;
    DownloadRequest request;
    Chunk chunk;
    Signal done;
};

class Upload : public grpc::ClientWriteReactor<Chunk> {
public:
    Upload(Stub &stub, size_t messages, size_t size) : left(messages) {
        chunk.set_payload(std::string(size, 'a'));
        stub.async()->Upload(&context, &response, this);
        next();
        StartCall();
        done.wait();
        check(response.count() == messages, "the stream was cut short");
    }

    void OnWriteDone(bool ok) override {
        if (ok) next();
    }

    void OnDone(const grpc::Status &status) override {
        check(status.ok(), status.error_message());
        done.set();
    }

private:
    void next() {
        if (left == 0) return StartWritesDone();
        left -= 1;
        StartWrite(&chunk);
    }

    size_t left;
    grpc::ClientContext context;
    UploadResponse response;
    Chunk chunk;
    Signal done;
};

// Runs streams one after another.
void measure(const Options &options, const std::function<void(size_t messages, size_t size)> &run) {
    const size_t size = options.number("size", 65536);
    const size_t messages =
        std::min<size_t>(100'000, std::max<size_t>(1'000, (128u << 20) / std::max<size_t>(size, 1)));
    run(warmUp, size);
    auto start = Clock::now();
    size_t count = 0;
    for (; secondsSince(start) < options.number("seconds", 2); count += messages) run(messages, size);
    double rate = count / secondsSince(start);
    std::cout << "{\"messages\":" << count << ",\"messages_per_second\":" << rate
              << ",\"megabytes_per_second\":" << rate * size / 1e6 << "}" << std::endl;
}

}  // namespace

void downloadLoad(Stub &stub, const Options &options) {
    measure(options, [&](size_t messages, size_t size) { Download(stub, messages, size); });
}

void uploadLoad(Stub &stub, const Options &options) {
    measure(options, [&](size_t messages, size_t size) { Upload(stub, messages, size); });
}
