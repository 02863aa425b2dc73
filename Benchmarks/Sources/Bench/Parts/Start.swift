/// The time from the program's start to a picture on the screen, and the memory it then has, frame
/// buffers aside, beside the smallest programs of the X distribution.
func measureStart(_ setting: Setting) throws -> [Figure] {
  var ours: [Double] = []
  var withOption: [Double] = []
  var logo: [Double] = []
  for _ in 0..<setting.rounds * 4 {
    ours.append(try setting.firstPicture([setting.viewer]))
    logo.append(try setting.firstPicture(["xlogo"]))
    withOption.append(try setting.firstPicture([setting.viewer, "--scene", "tiled"]))
  }
  let memory = try setting.memory([setting.viewer])
  return [
    try Figure(
      "first picture", "ms", ours, beside: "xlogo", logo, goal: .ratioAtMost(1.6)),
    try Figure("first picture, with an option", "ms", withOption, beside: "xlogo", logo),
    try Figure(
      "memory outside the frame buffers", "MB", [memory], beside: "xlogo",
      [try setting.memory(["xlogo"])]),
    try Figure(
      "memory outside the frame buffers", "MB", [memory], beside: "xclock",
      [try setting.memory(["xclock"])], goal: .valueAtMost(16)),
  ]
}

extension Setting {
  fileprivate func firstPicture(_ command: [String]) throws -> Double {
    guard let time = try Child.run([peer("first_picture")] + command).text.numbers.first else {
      throw BenchError("\(command[0]) showed nothing")
    }
    return time
  }

  /// Resident megabytes (10⁶ bytes) without shared memory, two seconds after the start.
  fileprivate func memory(_ command: [String]) throws -> Double {
    let child = try Child(command)
    sleep(seconds: 2)
    let usage = try ProcessUsage(of: child.identifier)
    try child.stop()
    return Double(usage.privateBytes) / 1e6
  }
}
