#pragma once
// The commands of the driver. Each reads its own command line (argv[0] is the command) and returns an exit
// code.

namespace plateau::driver {

int check(int argc, const char* const* argv);
int plan(int argc, const char* const* argv);
int generate(int argc, const char* const* argv);
int submit(int argc, const char* const* argv);
int status(int argc, const char* const* argv);
int retry(int argc, const char* const* argv);
int cancel(int argc, const char* const* argv);
int run(int argc, const char* const* argv);
int report(int argc, const char* const* argv);
int doctor(int argc, const char* const* argv);
int keys(int argc, const char* const* argv);

}  // namespace plateau::driver
