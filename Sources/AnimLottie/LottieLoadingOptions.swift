import AnimCodecs
import AnimCore

/// The options for reading an animation from a file.
///
/// ```swift
/// var options = LottieLoadingOptions(theme: .id("dark"))
/// options.slots["accent"] = "[1, 0.5, 0]"
/// let animation = try LottieAnimation(bytes, options: options)
/// ```
public struct LottieLoadingOptions: Sendable {
  /// The identifier of the animation to read from a dotLottie file, or `nil` for the first.
  public var animation: String?
  /// The theme to apply, which sets slots.
  public var theme: LottieThemeChoice
  /// Values for slots, by name, as JSON: `[1, 0, 0]` for a colour, `12` for a number. They take precedence over the
  /// theme.
  public var slots: [String: String]
  /// A Boolean value that indicates whether to run the expressions in the file. Otherwise, the
  /// values stored with them are drawn.
  public var runsExpressions: Bool
  /// Creates the source of fonts for text whose characters have no outlines in the file. Called once for each
  /// animation, on the thread that reads it. Without a source, such text isn't drawn.
  public var fonts: @Sendable () -> (any LottieFontSource)?
  /// The limits for the animation, or `nil` for the limits with which the file was opened.
  public var limits: LottieLimits?
  /// Returns the contents of a file that the animation refers to by a relative path, or `nil` if it isn't available. By
  /// default, no other files are read.
  public var resource: @Sendable (String) -> [UInt8]?
  /// Returns whether a file that ``resource`` didn't find is outside the folders that the animation may refer to.
  ///
  /// If this is set, ``resource`` receives every reference, including URLs and paths that leave the folder, and must
  /// check them.
  package var isOutside: (@Sendable (String) -> Bool)?

  /// Decodes an image that is neither PNG, JPEG, GIF nor WebP, such as SVG, or returns `nil` if it isn't supported. By
  /// default, such images aren't drawn, and are reported in diagnostics. Called for at most 16 of these images.
  /// Without the package's trait `Codecs`, it is also called for PNG, JPEG and WebP.
  public var image: @Sendable (LottieImageRequest) -> Image?

  /// The decoder for the images in the file.
  package var images = EmbeddedImages()

  /// Creates options. By default, they select the first animation of a file with its initial theme.
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

/// An image in an animation that the host has to decode.
public struct LottieImageRequest: Sendable {
  /// The bytes of the image file.
  public let bytes: [UInt8]
  /// The size in the animation, in its units, or zero if it doesn't specify one. It determines the resolution of a
  /// vector image.
  public let size: Size
  /// The maximum number of pixels. Larger images aren't drawn.
  public let pixelLimit: Int
}
