// What an attacker would try who has taken over a locked process.
#ifndef ATTEMPTS_H
#define ATTEMPTS_H

struct attempt {
  const char *name;
  // Returns an error number, or 0 if it succeeds.
  int (*run)(void);
};

// How many attempts there are, and one of them.
int attempts_count(void);
const struct attempt *attempts_at(int index);

// Where they are made: a folder that may be read, with a file `input`; one with a file `notes`, in which only
// `picture.png` may be written; and one that may not be touched, with files `secret` and `library.so`. To be called first.
void attempts_prepare(const char *readable, const char *writable, const char *outside);

// Makes a TCP socket.
int attempts_socket(void);
// Reads `secret`.
int attempts_read_secret(void);

#endif
