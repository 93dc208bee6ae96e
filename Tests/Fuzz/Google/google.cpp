#include "google.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <memory>
#include <string>

#include <google/protobuf/descriptor.pb.h>
#include <google/protobuf/dynamic_message.h>
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <google/protobuf/stubs/logging.h>

namespace protobuf = google::protobuf;

namespace {

[[noreturn]] void fail(const char *sentence, const char *what) {
    std::fprintf(stderr, "%s %s\n", sentence, what);
    std::abort();
}

/// What protoc has read from the .proto files.
class Schema {
public:
    Schema() {
        protobuf::SetLogHandler(nullptr);
        const char *path = std::getenv("ROLLCALL_FUZZ_SCHEMA");
        std::ifstream file(path == nullptr ? "" : path, std::ios::binary);
        protobuf::FileDescriptorSet set;
        if (!file || !set.ParseFromIstream(&file)) {
            fail("run.sh makes the descriptors; there are none at", path == nullptr ? "-" : path);
        }
        for (const protobuf::FileDescriptorProto &proto : set.file()) {
            pool_.BuildFile(proto);
        }
    }

    std::unique_ptr<protobuf::Message> make(const char *type) {
        const protobuf::Descriptor *descriptor = pool_.FindMessageTypeByName(type);
        if (descriptor == nullptr) {
            fail("there is no message", type);
        }
        return std::unique_ptr<protobuf::Message>(factory_.GetPrototype(descriptor)->New());
    }

private:
    protobuf::DescriptorPool pool_;
    protobuf::DynamicMessageFactory factory_;
};

}  // namespace

long google_canonical(
    const char *type, const uint8_t *bytes, size_t length, uint8_t *canonical, size_t capacity
) {
    static Schema schema;
    std::unique_ptr<protobuf::Message> message = schema.make(type);
    if (!message->ParseFromArray(bytes, static_cast<int>(length))) {
        return -1;
    }
    message->DiscardUnknownFields();
    std::string encoded;
    {
        protobuf::io::StringOutputStream stream(&encoded);
        protobuf::io::CodedOutputStream output(&stream);
        output.SetSerializationDeterministic(true);
        message->SerializeToCodedStream(&output);
    }
    if (encoded.size() <= capacity) {
        std::memcpy(canonical, encoded.data(), encoded.size());
    }
    return static_cast<long>(encoded.size());
}

extern "C" int LLVMFuzzerRunDriver(
    int *count, char ***arguments, int (*body)(const uint8_t *bytes, size_t length));

int fuzz(int count, char **arguments, int (*body)(const uint8_t *bytes, size_t length)) {
    return LLVMFuzzerRunDriver(&count, &arguments, body);
}
