import AnimationFormats

/// Finds text whose result depends on the fonts of the machine.
enum TextRule {
  static func findings(_ info: AnimationInfo) -> [Finding] {
    var findings: [Finding] = []
    for font in info.facts.externalFonts {
      findings.append(
        Finding(
          .textExternalFont,
          "the font \(font) is not part of the file, so other machines may show another one"))
    }
    for diagnostic in info.diagnostics {
      let code: CheckCode
      switch diagnostic.code {
      case "lottie.missing-glyphs", "text.missing-glyphs": code = .textMissingGlyphs
      case "lottie.font-unreadable", "svg.missing-font": code = .textNotDrawn
      case "lottie.font-replaced": code = .textExternalFont
      default: continue
      }
      var finding = Finding(code, diagnostic.message)
      finding.path = "\(diagnostic.place)"
      finding.layer = diagnostic.layer
      findings.append(finding)
    }
    return findings
  }
}
