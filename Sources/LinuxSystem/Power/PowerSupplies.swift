import Glibc

/// The power supplies of the machine, which know whether it runs on battery power.
///
/// Their files stay open, because a locked process can't open them again.
package final class PowerSupplies {
  /// The files that contain "1" while a charger is connected.
  private var chargers: [FileDescriptor] = []
  /// The files that contain "Discharging" while a battery supplies power.
  private var batteries: [FileDescriptor] = []

  /// Opens the power supplies.
  ///
  /// - Parameter folder: The folder with an entry for each supply, as the kernel describes it (sysfs-class-power).
  package init(in folder: String = "/sys/class/power_supply") {
    for name in (try? Folder.names(in: folder)) ?? [] {
      let supply = FilePath.join(folder, name)
      // Batteries of mice and headphones don't supply the machine.
      guard Self.text(at: FilePath.join(supply, "scope")) != "Device" else { continue }
      switch Self.text(at: FilePath.join(supply, "type")) {
      case "Battery":
        if let file = Self.open(FilePath.join(supply, "status")) { batteries.append(file) }
      case "Mains", "USB":
        if let file = Self.open(FilePath.join(supply, "online")) { chargers.append(file) }
      default: break
      }
    }
  }

  /// Whether a battery supplies power and no charger does.
  package var isOnBattery: Bool {
    batteries.contains { Self.text(of: $0) == "Discharging" }
      && !chargers.contains { Self.text(of: $0) == "1" }
  }

  private static func open(_ path: String) -> FileDescriptor? {
    try? FileDescriptor(owning: Glibc.open(path.systemPath, O_RDONLY | O_CLOEXEC))
  }

  private static func text(at path: String) -> String? { open(path).flatMap(text(of:)) }

  /// Returns the current contents of a file without the newline, or `nil` if they can't be read.
  private static func text(of file: FileDescriptor) -> String? {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = pread(file.number, &bytes, bytes.count, 0)
    guard count >= 0 else { return nil }
    return String(decoding: bytes.prefix(count).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }
}
