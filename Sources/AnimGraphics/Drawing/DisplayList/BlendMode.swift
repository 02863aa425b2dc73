/// How the colours of a group are blended with those below it: the sixteen modes of CSS compositing
/// (Compositing and Blending Level 1, W3C), applied to sRGB values as they are stored.
public enum BlendMode: UInt8, CaseIterable, Hashable, Sendable {
  case normal
  case multiply
  case screen
  case overlay
  case darken
  case lighten
  case colorDodge
  case colorBurn
  case hardLight
  case softLight
  case difference
  case exclusion
  case hue
  case saturation
  case color
  case luminosity
}
