#include "google.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <google/protobuf/descriptor.pb.h>
#include <google/protobuf/dynamic_message.h>
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <google/protobuf/stubs/logging.h>
#include <google/protobuf/wire_format_lite.h>

namespace protobuf = google::protobuf;

namespace {

[[noreturn]] void fail(const char *sentence, const char *what) {
    std::fprintf(stderr, "%s %s\n", sentence, what);
    std::abort();
}

/// What protoc has read from the .proto files.
class Schema {
public:
    /// - Parameter checks_text: whether what the .proto calls a string has to be UTF-8.
    explicit Schema(bool checks_text) {
        protobuf::SetLogHandler(nullptr);
        const char *path = std::getenv("ROLLCALL_FUZZ_SCHEMA");
        std::ifstream file(path == nullptr ? "" : path, std::ios::binary);
        protobuf::FileDescriptorSet set;
        if (!file || !set.ParseFromIstream(&file)) {
            fail("run.sh makes the descriptors; there are none at", path == nullptr ? "-" : path);
        }
        for (protobuf::FileDescriptorProto &file : *set.mutable_file()) {
            for (protobuf::DescriptorProto &message : *file.mutable_message_type()) {
                if (!checks_text) {
                    make_strings_bytes(message);
                }
            }
            pool_.BuildFile(file);
        }
    }

    const protobuf::Descriptor *find(const char *type) {
        const protobuf::Descriptor *descriptor = pool_.FindMessageTypeByName(type);
        if (descriptor == nullptr) {
            fail("there is no message", type);
        }
        return descriptor;
    }

    std::unique_ptr<protobuf::Message> make(const char *type) {
        return std::unique_ptr<protobuf::Message>(factory_.GetPrototype(find(type))->New());
    }

private:
    static void make_strings_bytes(protobuf::DescriptorProto &message) {
        for (protobuf::DescriptorProto &inner : *message.mutable_nested_type()) {
            make_strings_bytes(inner);
        }
        for (protobuf::FieldDescriptorProto &field : *message.mutable_field()) {
            // No map has bytes for a key.
            bool is_key = message.options().map_entry() && field.number() == 1;
            if (field.type() == protobuf::FieldDescriptorProto::TYPE_STRING && !is_key) {
                field.set_type(protobuf::FieldDescriptorProto::TYPE_BYTES);
            }
        }
    }

    protobuf::DescriptorPool pool_;
    protobuf::DynamicMessageFactory factory_;
};

std::string key_of(const protobuf::Message &entry) {
    std::unique_ptr<protobuf::Message> key(entry.New());
    key->CopyFrom(entry);
    key->GetReflection()->ClearField(key.get(), key->GetDescriptor()->map_value());
    return key->SerializePartialAsString();
}

/// Of two entries with the same key the later counts. A dynamic message keeps both.
void drop_old_entries(protobuf::Message &message, const protobuf::FieldDescriptor *field) {
    const protobuf::Reflection *reflection = message.GetReflection();
    std::map<std::string, std::string> latest;
    for (int index = 0; index < reflection->FieldSize(message, field); ++index) {
        protobuf::Message &entry = *reflection->MutableRepeatedMessage(&message, field, index);
        entry.DiscardUnknownFields();
        latest[key_of(entry)] = entry.SerializePartialAsString();
    }
    reflection->ClearField(&message, field);
    for (const auto &entry : latest) {
        reflection->AddMessage(&message, field)->ParsePartialFromString(entry.second);
    }
}

void drop_old_entries(protobuf::Message &message) {
    const protobuf::Reflection *reflection = message.GetReflection();
    std::vector<const protobuf::FieldDescriptor *> fields;
    reflection->ListFields(message, &fields);
    for (const protobuf::FieldDescriptor *field : fields) {
        if (field->cpp_type() != protobuf::FieldDescriptor::CPPTYPE_MESSAGE) {
            continue;
        }
        if (!field->is_repeated()) {
            drop_old_entries(*reflection->MutableMessage(&message, field));
            continue;
        }
        for (int index = 0; index < reflection->FieldSize(message, field); ++index) {
            drop_old_entries(*reflection->MutableRepeatedMessage(&message, field, index));
        }
        if (field->is_map()) {
            drop_old_entries(message, field);
        }
    }
}

/// Whether a message comes again where it may stand once.
bool repeats_message(const protobuf::Descriptor *type, protobuf::io::CodedInputStream &input) {
    std::set<int> seen;
    while (uint32_t tag = input.ReadTag()) {
        const protobuf::FieldDescriptor *field = type->FindFieldByNumber(tag >> 3);
        bool is_message = field != nullptr && field->message_type() != nullptr && (tag & 7) == 2;
        if (!is_message) {
            if (!protobuf::internal::WireFormatLite::SkipField(&input, tag)) {
                return false;
            }
            continue;
        }
        uint32_t length;
        if (!input.ReadVarint32(&length)) {
            return false;
        }
        if (!field->is_repeated() && !seen.insert(field->number()).second) {
            return true;
        }
        auto limit = input.PushLimit(static_cast<int>(length));
        if (repeats_message(field->message_type(), input)) {
            return true;
        }
        // What is left when something could not be read.
        input.Skip(input.BytesUntilLimit());
        input.PopLimit(limit);
    }
    return false;
}

}  // namespace

long google_canonical(
    const char *type, bool checks_text, const uint8_t *bytes, size_t length, uint8_t *canonical,
    size_t capacity
) {
    static Schema strict(true), lenient(false);
    std::unique_ptr<protobuf::Message> message = (checks_text ? strict : lenient).make(type);
    if (!message->ParseFromArray(bytes, static_cast<int>(length))) {
        return -1;
    }
    message->DiscardUnknownFields();
    drop_old_entries(*message);
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

bool google_repeats_message(const char *type, const uint8_t *bytes, size_t length) {
    static Schema schema(true);
    protobuf::io::CodedInputStream input(bytes, static_cast<int>(length));
    return repeats_message(schema.find(type), input);
}

extern "C" int LLVMFuzzerRunDriver(
    int *count, char ***arguments, int (*body)(const uint8_t *bytes, size_t length));

int fuzz(int count, char **arguments, int (*body)(const uint8_t *bytes, size_t length)) {
    return LLVMFuzzerRunDriver(&count, &arguments, body);
}
