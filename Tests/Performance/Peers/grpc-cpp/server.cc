#include <grpcpp/grpcpp.h>

#include "peer.h"

using namespace rollcall::bench::v1;
using grpc::CallbackServerContext;
using grpc::ServerUnaryReactor;
using grpc::Status;

namespace {

// What every peer answers with.
GetProfileResponse makeProfile() {
    GetProfileResponse response;
    Profile *profile = response.mutable_profile();
    profile->set_user_id("0197a3e2-58c4-7b1e-9f5d-2c6a8e417b30");
    profile->set_display_name("ann.example");
    Photo *photo = profile->mutable_photo();
    photo->set_photo_id("9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08");
    photo->set_size(184320);
    photo->set_width(1024);
    photo->set_height(768);
    profile->set_created_at_ms(1750000000000);
    profile->set_updated_at_ms(1760000000000);
    return response;
}

class Downloads : public grpc::ServerWriteReactor<Chunk> {
public:
    explicit Downloads(const DownloadRequest &request) : left(request.count()) {
        chunk.set_payload(std::string(request.size(), 'a'));
        next();
    }

    void OnWriteDone(bool ok) override {
        if (ok) next();
        else Finish(Status(grpc::StatusCode::CANCELLED, ""));
    }

    void OnDone() override { delete this; }

private:
    void next() {
        if (left == 0) return Finish(Status::OK);
        left -= 1;
        StartWrite(&chunk);
    }

    Chunk chunk;
    uint64_t left;
};

class Uploads : public grpc::ServerReadReactor<Chunk> {
public:
    explicit Uploads(UploadResponse *response) : response(response) { StartRead(&chunk); }

    void OnReadDone(bool ok) override {
        if (!ok) {
            response->set_count(count);
            return Finish(Status::OK);
        }
        count += 1;
        StartRead(&chunk);
    }

    void OnDone() override { delete this; }

private:
    UploadResponse *response;
    Chunk chunk;
    uint64_t count = 0;
};

class Handler : public BenchService::CallbackService {
    ServerUnaryReactor *Echo(CallbackServerContext *context, const EchoRequest *request,
                             EchoResponse *response) override {
        response->set_payload(request->payload());
        return finished(context);
    }

    ServerUnaryReactor *GetProfile(CallbackServerContext *context, const GetProfileRequest *,
                                   GetProfileResponse *response) override {
        *response = profile;
        return finished(context);
    }

    grpc::ServerWriteReactor<Chunk> *Download(CallbackServerContext *,
                                              const DownloadRequest *request) override {
        return new Downloads(*request);
    }

    grpc::ServerReadReactor<Chunk> *Upload(CallbackServerContext *,
                                           UploadResponse *response) override {
        return new Uploads(response);
    }

    static ServerUnaryReactor *finished(CallbackServerContext *context) {
        auto *reactor = context->DefaultReactor();
        reactor->Finish(Status::OK);
        return reactor;
    }

    const GetProfileResponse profile = makeProfile();
};

}  // namespace

void serve() {
    Handler handler;
    int port = 0;
    grpc::ServerBuilder builder;
    builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port);
    builder.RegisterService(&handler);
    auto server = builder.BuildAndStart();
    check(server != nullptr, "could not listen");
    std::cout << "{\"listening\":\"127.0.0.1:" << port << "\"}" << std::endl;
    server->Wait();
}
