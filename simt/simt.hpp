// The emulator's public header: all that other folders include of it. An example:
//
//   simt::Compiler compiler(root / "simt/include");
//   process::Completed made = compiler.compile("saxpy.cu", {.folder = folder});   // folder/library.so
//
//   simt::RunOptions options{.count_traffic = true, .by_launch = true, .find_races = true,
//                            .device = simt::load_device(root / "simt/devices", "h200")};
//   simt::begin_run(lent_memory, library_base, options);                          // after dlopen
//   entry(arguments);
//   simt::Evidence seen = simt::finish_run();
//
//   simt::Lines lines = simt::look_up_lines(simt::program_counters(seen), folder / "library.so", "saxpy.cu");
//   for (const simt::FindingRecord& finding : seen.findings) print(lines[finding.pc], simt::words(finding, lines));
//
// Each group of declarations has a library of its own, so that a program links only what it calls: simt_compile,
// simt_devices, simt_findings, and simt_core for executables that load what was compiled.
#pragma once

#include "simt/compile.hpp"                // simt_compile: a .cu file becomes a library, messages are about its lines
#include "simt/compiler_messages.hpp"      // and which of them only say what the emulator does not have
#include "simt/devices.hpp"                // simt_devices: a device by name
#include "simt/emulator.hpp"               // simt_core: a run in this process
#include "simt/evidence.hpp"               // counters, findings and timeline, of a run and of each launch
#include "simt/findings/source_lines.hpp"  // simt_findings: the lines of evidence,
#include "simt/findings/words.hpp"         // and findings as sentences
#include "simt/object_symbols.hpp"         // simt_compile: what graded code may use

// simt_memory, for predictions of time, and for pictures and explanations of one request:
#include "simt/memory/bounds.hpp"    // what bounds the time of what was counted
#include "simt/memory/request.hpp"   // the lanes and their addresses
#include "simt/memory/segments.hpp"  // its transactions on devices that move segments
#include "simt/memory/shared.hpp"    // its wavefronts in shared memory

// simt_translate: where things are in a source file, and variants of one
#include "simt/translate/source_index.hpp"
#include "simt/translate/variants.hpp"
