/// The colour space that a file specifies.
enum ColorFinding {
  /// The colours are sRGB, or the file doesn't specify a colour space.
  case standard
  case converted(RasterColors)
  /// The colours are treated as sRGB, for this reason.
  case ignored(String)

  private init(_ space: SourceColorSpace, name: String) {
    self =
      ColorConversion(space).map { .converted(RasterColors(name: name, conversion: $0)) }
      ?? .standard
  }

  /// - Parameter profile: The bytes of an ICC profile.
  init(profile: [UInt8]) {
    guard let profile = ICCProfile(profile) else {
      self = .ignored("its colour profile is corrupt and is ignored")
      return
    }
    guard let colors = profile.colors else {
      let name = profile.name.isEmpty ? "" : " \"\(profile.name)\""
      self = .ignored("its colour profile\(name) is not supported and is ignored")
      return
    }
    self.init(colors, name: profile.name.isEmpty ? "an ICC profile" : profile.name)
  }

  /// - Parameter code: Primaries, transfer, matrix and range, as numbered in ITU-T H.273.
  init(code: [UInt8]) {
    let curve: ToneCurve? =
      switch code[1] {
      case 1, 6, 14, 15: .video
      case 4: .gamma(2.2)
      case 5: .gamma(2.8)
      case 8: .gamma(1)
      case 13: .sRGB
      default: nil
      }
    guard let curve, let matrix = Chromaticities(code: code[0])?.matrix, code[2] == 0, code[3] == 1
    else {
      self = .ignored("its colour space is not supported and is ignored")
      return
    }
    self.init(
      SourceColorSpace(curves: [curve, curve, curve], matrix: matrix),
      name: "cICP \(code.map(String.init).joined(separator: "/"))")
  }

  /// - Parameters:
  ///   - gamma: The exponent from light to stored values, or `nil` for the sRGB curve.
  ///   - chromaticities: The white point and the primaries, or `nil` for those of sRGB.
  init(gamma: Double?, chromaticities: Chromaticities?) {
    guard gamma.map({ $0 > 0 }) ?? true,
      let matrix = chromaticities.map({ $0.matrix }) ?? ProfileMatrix.sRGB
    else {
      self = .ignored(
        gamma == 0
          ? "its gamma is invalid and is ignored" : "its chromaticities are invalid and are ignored"
      )
      return
    }
    let curve = gamma.map { ToneCurve.gamma(1 / $0) } ?? .sRGB
    let names = [gamma == nil ? nil : "gAMA", chromaticities == nil ? nil : "cHRM"]
    self.init(
      SourceColorSpace(curves: [curve, curve, curve], matrix: matrix),
      name: names.compactMap { $0 }.joined(separator: " and "))
  }
}
