import AnimCore

/// What is read from a file, and how.
///
/// ```swift
/// var options = LottieLoadingOptions(theme: .id("dark"))
/// options.slots["accent"] = "[1, 0.5, 0]"
/// let animation = try LottieAnimation(bytes, options: options)
/// ```
public struct LottieLoadingOptions: Sendable {
  /// The identifier of the animation to read from a dotLottie file; nil for the first.
  public var animation: String?
  /// The theme to apply, which sets slots.
  public var theme: LottieThemeChoice
  /// Values for slots, by name, each as JSON: `[1, 0, 0]` for a colour, `12` for a number. They count
  /// more than the theme.
  public var slots: [String: String]
  /// Whether the expressions in the file are run; otherwise, the values that are stored beside them
  /// are drawn.
  public var runsExpressions: Bool
  /// Makes what finds fonts for text whose characters have no outlines in the file. Called once for
  /// each animation that is read, on the thread that reads it; without a source, such text is not
  /// drawn.
  public var fonts: @Sendable () -> (any LottieFontSource)?
  /// How much of everything the animation may have; nil for the limits with which the file was opened.
  public var limits: LottieLimits?
  /// Returns the bytes of a file that the animation refers to by a relative path, or nil if there is
  /// none. By default, nothing outside the file is read.
  public var resource: @Sendable (String) -> [UInt8]?
  /// Returns whether a file that ``resource`` didn't find lies outside the folders that the animation may refer to.
  ///
  /// If this is set, ``resource`` receives every reference, including URLs and paths that leave the folder, and has to
  /// check them.
  package var isOutside: (@Sendable (String) -> Bool)?

  /// Decodes an image that is neither PNG nor JPEG, such as one in WebP or SVG; nil if it cannot. By default, such
  /// images are not drawn, and a diagnostic names them. It is asked for at most 16 that are neither GIF nor WebP.
  public var image: @Sendable (LottieImageRequest) -> Image?

  /// Decodes an image whose colours aren't those of sRGB. Returns `nil` for any other image, which is then decoded as
  /// usual.
  package var imageNotInSRGB: @Sendable (LottieImageRequest) -> Image? = { _ in nil }

  /// Creates options, by default for the first animation of a file, as the file wants it.
  public init(
    animation: String? = nil, theme: LottieThemeChoice = .initial, slots: [String: String] = [:],
    runsExpressions: Bool = true,
    fonts: @escaping @Sendable () -> (any LottieFontSource)? = { nil },
    limits: LottieLimits? = nil,
    resource: @escaping @Sendable (String) -> [UInt8]? = { _ in nil },
    image: @escaping @Sendable (LottieImageRequest) -> Image? = { _ in nil }
  ) {
    self.animation = animation
    self.theme = theme
    self.slots = slots
    self.runsExpressions = runsExpressions
    self.fonts = fonts
    self.limits = limits
    self.resource = resource
    self.image = image
  }
}

/// An image in an animation that something else has to decode.
public struct LottieImageRequest: Sendable {
  /// The bytes of the image file.
  public let bytes: [UInt8]
  /// The size that the animation gives it, in its units; zero where it gives none. A drawing can be made as sharp as
  /// that needs.
  public let size: Size
  /// The most pixels that the image may have; one with more is not drawn.
  public let pixelLimit: Int
}
