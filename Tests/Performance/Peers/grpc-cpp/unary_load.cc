#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>
#include <vector>

#include <grpcpp/grpcpp.h>

#include "peer.h"

using namespace rollcall::bench::v1;

namespace {

// Whether a caller that has made some calls makes another one at this time.
using GoesOn = std::function<bool(size_t made, Clock::time_point now)>;

struct Answer {
    grpc::ClientContext context;
    EchoResponse echo;
    GetProfileResponse profile;
};

// Makes the next call when the last was answered.
class Caller {
public:
    Caller(Stub &stub, const std::string &method, size_t size) : stub(stub), isEcho(method == "echo") {
        echo.set_payload(std::string(size, 'a'));
        profile.set_user_id("0197a3e2-58c4-7b1e-9f5d-2c6a8e417b30");
    }

    void run(const GoesOn &condition, std::function<void()> whenDone) {
        goesOn = condition;
        done = std::move(whenDone);
        samples.clear();
        start = Clock::now();
        next();
    }

    std::vector<uint32_t> samples;

private:
    void next() {
        if (!goesOn(samples.size(), start)) return done();
        answer = std::make_unique<Answer>();
        auto finished = [this](grpc::Status status) { end(status); };
        if (isEcho) stub.async()->Echo(&answer->context, &echo, &answer->echo, finished);
        else stub.async()->GetProfile(&answer->context, &profile, &answer->profile, finished);
    }

    void end(const grpc::Status &status) {
        check(status.ok(), status.error_message());
        check(isEcho ? answer->echo.payload().size() == echo.payload().size()
                     : answer->profile.profile().has_photo(),
              "a wrong answer");
        auto now = Clock::now();
        samples.push_back(std::chrono::nanoseconds(now - start).count());
        start = now;
        next();
    }

    Stub &stub;
    const bool isEcho;
    EchoRequest echo;
    GetProfileRequest profile;
    std::unique_ptr<Answer> answer;
    GoesOn goesOn;
    std::function<void()> done;
    Clock::time_point start;
};

void runAll(std::vector<std::unique_ptr<Caller>> &callers, const GoesOn &goesOn) {
    std::atomic<size_t> running{callers.size()};
    Signal allDone;
    for (auto &caller : callers) {
        caller->run(goesOn, [&] {
            if (--running == 0) allDone.set();
        });
    }
    allDone.wait();
}

}  // namespace

void unaryLoad(Stub &stub, const Options &options) {
    const size_t inFlight = options.number("in-flight", 64);
    std::vector<std::unique_ptr<Caller>> callers;
    for (size_t caller = 0; caller < inFlight; caller++) {
        callers.push_back(std::make_unique<Caller>(
            stub, options.text("method", "echo"), options.number("size", 32)));
    }
    const size_t share = warmUp / inFlight + 1;
    runAll(callers, [=](size_t made, Clock::time_point) { return made < share; });

    auto start = Clock::now();
    auto end = start + std::chrono::nanoseconds(int64_t(options.number("seconds", 2) * 1e9));
    runAll(callers, [=](size_t, Clock::time_point now) { return now < end; });
    double elapsed = secondsSince(start);

    std::vector<uint32_t> samples;
    for (auto &caller : callers) {
        samples.insert(samples.end(), caller->samples.begin(), caller->samples.end());
    }
    std::sort(samples.begin(), samples.end());
    auto microseconds = [&](double quantile) {
        return samples[size_t((samples.size() - 1) * quantile)] / 1e3;
    };
    std::cout << "{\"all_calls\":" << samples.size() + share * inFlight
              << ",\"calls\":" << samples.size()
              << ",\"calls_per_second\":" << samples.size() / elapsed
              << ",\"p50_us\":" << microseconds(0.5) << ",\"p99_us\":" << microseconds(0.99) << "}"
              << std::endl;
}
