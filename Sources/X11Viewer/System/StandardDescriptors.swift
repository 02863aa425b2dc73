import Glibc

/// Descriptors 0, 1 and 2 as a program expects them: taken.
enum StandardDescriptors {
  /// Fills those of 0, 1 and 2 that are closed, so that no file and no socket opened later can land
  /// there and be written to by any print.
  ///
  /// Input is filled for writing only and the outputs for reading only: using them goes on
  /// failing with EBADF, as it does with a closed descriptor.
  static func reserve() {
    for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) < 0 && errno == EBADF {
      // Lower numbers are taken, so open() returns this very descriptor.
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
