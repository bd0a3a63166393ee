// What the explorers of the lectures show. Each one asks simt/memory, or the model of streams, as the emulator does;
// the same code runs in a page (compiled to WebAssembly) and in the program `explore`. It reads no file and starts
// nothing.
//
// A question is a JSON object with "explorer" (a name below), "device" (the text of a file of simt/devices) and the
// keys that the function lists. An answer is a JSON object; where the question is wrong, {"error": a sentence}.
#pragma once

#include <string>
#include <string_view>

#include "simt/explore/question.hpp"

namespace simt::explore {

/// Answers any question. Never throws: an error of a reader, and an error in here, is an answer, too.
std::string answer(std::string_view question);

/// Sectors of one request to global memory. Keys: "expression" (an index; `i` is the thread's number in the grid, `n`
/// the number below), "active" (a condition; 0: the lane does nothing), "bytes" (of an element), "warp" (whose lanes
/// these are), "n".
/// Answer: "lanes" [{index, address, active}], "requests", "sectors" and "ideal_sectors" as the emulator counts them,
/// "parts" [{address, bytes, lanes}]: the sectors, or on old chips the transactions, in ascending order of addresses;
/// addresses are bytes behind the array's begin. "used" and "moved": bytes.
Json coalescing(const Question& question, const memory::Device& device);

/// Wavefronts of one request to shared memory. Keys: "width" and "padding" (elements of a row of the tile), "bytes" (of
/// an element), "expression" (an index; `lane`, `row` and `pitch` = width + padding), "row", "use" ("load" or "store").
/// Answer: "requests", "wavefronts", "conflicts" as the emulator counts them; "lanes" [{index, word, bank}]; "banks",
/// their number; "tile_bytes" of a square tile.
Json banks(const Question& question, const memory::Device& device);

/// Which partitions the blocks of a transpose write, window by window. Keys: "n" (side of the matrix of floats, a
/// multiple of "tile"), "tile" (side of a block's tile), "order" ("rows", "columns" or "diagonal": which tile a block
/// takes), "kernel"
/// ("naive" or "tiled").
/// Answer: "windows" [[sectors stored, by partition]], "blocks" (of a window), "camping" as the emulator has it.
Json transpose(const Question& question, const memory::Device& device);

/// Copies and kernels in streams. Keys: "mebibytes" (each way), "passes" (how often a kernel reads and writes its
/// data), "chunks", "streams", "order" ("depth" or "breadth"), "memory" ("pinned" or "pageable"), "engines" (of copies;
/// 0: the device's own). Answer: "operations" [{kind, chunk, stream, start, end}] in seconds, in the order in which the
/// host asks for them; "seconds" until the last one ends; "serial", the sum of their times.
Json streams(const Question& question, const memory::Device& device);

/// One path through a barrier of the grid's blocks, statement by statement. Keys: "program" (a name of
/// barrier_programs), "blocks" (2 or 3), "steps" (a text: which block does its next statement, "A", "B", "C"), "search"
/// (true: find the shortest steps to a deadlock, and the first steps to a race, as well). Answer: "statements" [text],
/// "blocks" [{statement, waits, ended, sums}], "counter", "log" [{block, statement, text}], "races" [{step, block,
/// statement, other_block, other_statement, missing}], "deadlock", and with "search" "hangs" and "race_after": the
/// steps, or null where no path has that.
Json barrier(const Question& question, const memory::Device& device);

}  // namespace simt::explore
