import Glibc

/// Ensures that descriptors 0, 1 and 2 are open, as every program expects.
package enum StandardDescriptors {
  /// Opens /dev/null as descriptors 0, 1 and 2 if they are closed. Otherwise a file or socket
  /// opened later could get one of these numbers and receive output.
  ///
  /// Input is opened only for writing, and the outputs only for reading, so using them still fails
  /// with EBADF like a closed descriptor.
  package static func reserve() {
    for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) < 0 && errno == EBADF {
      // All lower numbers are in use, so open() returns this descriptor.
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
