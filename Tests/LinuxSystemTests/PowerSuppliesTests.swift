import Foundation
import TestSupport
import Testing

@testable import LinuxSystem

@Suite("Power supplies")
struct PowerSuppliesTests {
  private let scratch: ScratchDirectory

  init() throws {
    scratch = try ScratchDirectory()
    try supply("AC", ["type": "Mains", "online": "1"])
    try supply("BAT0", ["type": "Battery", "status": "Charging"])
    try supply("mouse", ["type": "Battery", "scope": "Device", "status": "Discharging"])
  }

  private func supply(_ name: String, _ files: [String: String]) throws {
    try FileManager.default.createDirectory(
      atPath: scratch / name, withIntermediateDirectories: true)
    for (file, text) in files { try scratch.write(text + "\n", to: "\(name)/\(file)") }
  }

  /// Changes a file in place, as the kernel does.
  private func set(_ path: String, _ text: String) throws {
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: scratch / path))
    try file.write(contentsOf: Data((text + "\n").utf8))
    try file.close()
  }

  @Test("the machine runs on battery power while a battery discharges and no charger is connected")
  func battery() throws {
    let supplies = PowerSupplies(in: scratch.path)
    #expect(!supplies.isOnBattery)
    try set("BAT0/status", "Discharging")
    #expect(!supplies.isOnBattery)
    try set("AC/online", "0")
    #expect(supplies.isOnBattery)
    try set("AC/online", "1")
    #expect(!supplies.isOnBattery)
  }

  @Test("a machine without batteries never runs on battery power")
  func desktop() throws {
    #expect(!PowerSupplies(in: scratch / "nothing").isOnBattery)
    #expect(!PowerSupplies(in: scratch / "AC").isOnBattery)
  }
}
