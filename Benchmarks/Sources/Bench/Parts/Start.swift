/// The time from the start of the program to a picture on the screen, and its memory then, not
/// counting frame buffers, beside the smallest programs of the X distribution.
func measureStart(_ configuration: BenchConfiguration) throws -> [BenchResult] {
  var ours: [Double] = []
  var withOption: [Double] = []
  var logo: [Double] = []
  for _ in 0..<configuration.rounds * 4 {
    ours.append(try configuration.firstPicture([configuration.viewer]))
    logo.append(try configuration.firstPicture(["xlogo"]))
    withOption.append(try configuration.firstPicture([configuration.viewer, "--scene", "tiled"]))
  }
  let memory = try configuration.memory([configuration.viewer])
  return [
    try BenchResult(
      "first picture", "ms", ours, beside: "xlogo", logo, goal: .ratioAtMost(1.6)),
    try BenchResult("first picture, with an option", "ms", withOption, beside: "xlogo", logo),
    try BenchResult(
      "memory outside the frame buffers", "MB", [memory], beside: "xlogo",
      [try configuration.memory(["xlogo"])]),
    try BenchResult(
      "memory outside the frame buffers", "MB", [memory], beside: "xclock",
      [try configuration.memory(["xclock"])], goal: .valueAtMost(16)),
  ]
}

extension BenchConfiguration {
  fileprivate func firstPicture(_ command: [String]) throws -> Double {
    guard let time = try Child.run([peer("first_picture")] + command).text.numbers.first else {
      throw BenchError("\(command[0]) showed nothing")
    }
    return time
  }

  /// Resident megabytes (10⁶ bytes), not counting shared memory, two seconds after the start.
  fileprivate func memory(_ command: [String]) throws -> Double {
    let child = try Child(command)
    sleep(seconds: 2)
    let usage = try ProcessUsage(of: child.identifier)
    try child.stop()
    return Double(usage.privateBytes) / 1e6
  }
}
