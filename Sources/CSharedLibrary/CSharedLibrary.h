// Loading libraries when they are first needed.
#ifndef CSHAREDLIBRARY_H
#define CSHAREDLIBRARY_H

#include <dlfcn.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef __GLIBC__
// Dl_serinfo and dlinfo, which require _GNU_SOURCE.
struct csharedlibrary_folders {
  size_t size;
  unsigned int count;
  struct {
    char *path;
    unsigned int flags;
  } folders[1];
};
int dlinfo(void *handle, int request, void *result);

// Returns the folders in which the loader searches for this program's libraries, in order: those set when the program
// was linked, those of LD_LIBRARY_PATH, and those of the system. The caller frees the result, which is NULL on failure.
static inline struct csharedlibrary_folders *csharedlibrary_copy_folders(void) {
  struct csharedlibrary_folders size, *list;
  void *program = dlopen(NULL, RTLD_LAZY);
  if (!program || dlinfo(program, 5, &size) != 0) return NULL;  // RTLD_DI_SERINFOSIZE
  list = malloc(size.size);
  if (!list) return NULL;
  list->size = size.size;
  list->count = size.count;
  if (dlinfo(program, 4, list) == 0) return list;  // RTLD_DI_SERINFO
  free(list);
  return NULL;
}
#endif

// Loads a library by its absolute path, until the process exits. Returns NULL if it isn't installed. The name includes
// the version of the interface, so that an incompatible library is never loaded.
//
// The loader would also search relative folders in LD_LIBRARY_PATH, such as the current folder for an empty entry,
// where a library may be part of a download.
static inline void *csharedlibrary_open(const char *name) {
  // Bind functions lazily: most of them are never called.
  int flags = RTLD_LAZY | RTLD_LOCAL, has_relative = 0;
  void *library = NULL;
#ifdef __GLIBC__
  struct csharedlibrary_folders *list = csharedlibrary_copy_folders();
  for (unsigned int i = 0; list && !library && i < list->count; i++) {
    const char *folder = list->folders[i].path;
    char path[4096];
    if (folder[0] != '/')
      has_relative = 1;
    else if (snprintf(path, sizeof path, "%s/%s", folder, name) < (int)sizeof path)
      library = dlopen(path, flags);
  }
  free(list);
#endif
  // The loader's cache lists more folders, but is only used in a search of all folders.
  return library || has_relative ? library : dlopen(name, flags);
}

// Returns the address of a function of a library, or NULL if the library lacks it.
static inline void *csharedlibrary_function(void *library, const char *symbol) {
  return dlsym(library, symbol);
}

#endif
