// Runs circuits, as verilator made a model of them, and the functions of the port on the same arguments.
// usage: both FIRST LAST EVERY THREADS
// A line a function: arguments, differences, and of the smallest argument with one: it, the circuit's
// result and the port's, as words.
#define CC_STATIC
#include "cc.h"

#include "Model.h"
#include "verilated.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <thread>
#include <vector>

// What verilator's library asks for, of benches with a time of their own.
double sc_time_stamp() { return 0; }

namespace {

struct Function {
    void (*set)(Model &, uint32_t);
    uint32_t (*circuit)(const Model &);
    uint32_t (*port)(uint32_t);
};

const Function functions[] = {
@FUNCTIONS@
};
const size_t count = sizeof functions / sizeof functions[0];

struct Found {
    uint64_t arguments = 0, differences = 0;
    uint64_t argument = UINT64_MAX;
    uint32_t circuit = 0, port = 0;
};

// Arguments that a thread takes at once.
const uint64_t block = 1 << 16;

void run(uint64_t first, uint64_t last, uint64_t every, std::atomic<uint64_t> &next, Found *found) {
    VerilatedContext context;
    Model model(&context);
    const uint64_t all = (last - first) / every + 1;
    for (;;) {
        const uint64_t from = next.fetch_add(block);
        if (from >= all) return;
        const uint64_t to = std::min(all, from + block);
        for (uint64_t n = from; n < to; n++) {
            const uint32_t x = static_cast<uint32_t>(first + n * every);
            for (const Function &f : functions) f.set(model, x);
            model.eval();
            for (size_t i = 0; i < count; i++) {
                const uint32_t circuit = functions[i].circuit(model), port = functions[i].port(x);
                if (circuit == port) continue;
                found[i].differences++;
                // A thread's arguments rise.
                if (found[i].argument == UINT64_MAX) {
                    found[i].argument = x;
                    found[i].circuit = circuit;
                    found[i].port = port;
                }
            }
        }
        for (size_t i = 0; i < count; i++) found[i].arguments += to - from;
    }
}

}  // namespace

int main(int argc, char **argv) {
    if (argc != 5) return 2;
    const uint64_t first = std::strtoull(argv[1], nullptr, 10), last = std::strtoull(argv[2], nullptr, 10),
                   every = std::strtoull(argv[3], nullptr, 10), threads = std::strtoull(argv[4], nullptr, 10);
    std::atomic<uint64_t> next(0);
    std::vector<std::vector<Found>> found(threads, std::vector<Found>(count));
    std::vector<std::thread> pool;
    for (uint64_t t = 0; t < threads; t++) pool.emplace_back(run, first, last, every, std::ref(next), found[t].data());
    for (std::thread &t : pool) t.join();
    for (size_t i = 0; i < count; i++) {
        Found sum;
        for (uint64_t t = 0; t < threads; t++) {
            const Found &f = found[t][i];
            sum.arguments += f.arguments;
            sum.differences += f.differences;
            if (f.argument < sum.argument) {
                sum.argument = f.argument;
                sum.circuit = f.circuit;
                sum.port = f.port;
            }
        }
        if (sum.differences == 0) sum.argument = 0;
        std::printf("%llu %llu %llu %u %u\n", static_cast<unsigned long long>(sum.arguments), static_cast<unsigned long long>(sum.differences),
                    static_cast<unsigned long long>(sum.argument), sum.circuit, sum.port);
    }
    return 0;
}
