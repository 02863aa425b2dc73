import Glibc

/// Makes sure that descriptors 0, 1 and 2 are open, as every program expects.
package enum StandardDescriptors {
  /// Opens those of 0, 1 and 2 that are closed, so that no file or socket that is opened later gets
  /// one of these numbers and is printed to.
  ///
  /// Input is opened for writing only, and the outputs for reading only: using them still fails
  /// with EBADF, as with a closed descriptor.
  package static func reserve() {
    for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) < 0 && errno == EBADF {
      // Lower numbers are taken, so open() returns this very descriptor.
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
