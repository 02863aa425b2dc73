/// The effect of battery power on the window.
enum BatteryPolicy: String, CaseIterable, Hashable {
  case play, slow, pause

  /// The maximum frame rate of ``slow``, in hertz.
  static let slowRate = 15.0
}
