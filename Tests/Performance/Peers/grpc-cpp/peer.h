// C++ gRPC behind the commands of rollcall-bench.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <map>
#include <mutex>
#include <string>

#include "bench.grpc.pb.h"

using Clock = std::chrono::steady_clock;
using Stub = rollcall::bench::v1::BenchService::Stub;

// `--name value` pairs.
class Options {
public:
    Options(char **begin, char **end) {
        for (; begin + 1 < end; begin += 2) values[std::string(*begin).substr(2)] = begin[1];
    }

    std::string text(const std::string &name, const std::string &otherwise) const {
        auto found = values.find(name);
        return found == values.end() ? otherwise : found->second;
    }

    double number(const std::string &name, double otherwise) const {
        auto found = values.find(name);
        return found == values.end() ? otherwise : std::stod(found->second);
    }

private:
    std::map<std::string, std::string> values;
};

// Something to wait for.
class Signal {
public:
    void set() {
        std::lock_guard<std::mutex> lock(mutex);
        isSet = true;
        condition.notify_all();
    }

    void wait() {
        std::unique_lock<std::mutex> lock(mutex);
        condition.wait(lock, [this] { return isSet; });
    }

private:
    std::mutex mutex;
    std::condition_variable condition;
    bool isSet = false;
};

constexpr int warmUp = 2000;

inline double secondsSince(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

// Ends the process unless it is right.
inline void check(bool isRight, const std::string &what) {
    if (isRight) return;
    std::cerr << what << std::endl;
    std::_Exit(1);
}

void serve();
void unaryLoad(Stub &stub, const Options &options);
void downloadLoad(Stub &stub, const Options &options);
void uploadLoad(Stub &stub, const Options &options);
