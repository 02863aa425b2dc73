// Replaces the part of Swift's runtime that installs signal handlers in the programs that load the library, if Swift's
// backtracer is installed. The linker uses these definitions instead of the member of the static runtime that contains
// them and the handlers, which nothing else refers to.

#pragma GCC visibility push(hidden)

// The settings, which have 88 bytes in Swift 6.3. Zero means that backtraces are off.
const char _swift_backtraceSettings[512];

// Called only by the backtracer.
_Bool _swift_backtrace_isThunkFunction(const char *name) {
  (void)name;
  return 0;
}
