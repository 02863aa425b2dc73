import AnimCodecs
import AnimCore

/// Loads and caches the content of `image` elements.
final class SVGImageLoader {
  /// The decoded content of an image.
  enum Content {
    /// Pixels, and whether the file contains more frames.
    case raster(Image, isFirst: Bool)
    case document(SVGRenderer)
  }

  typealias Found = ReadFiles<String, Content>.Outcome

  private let resources: SVGResources
  private let depth: Int
  private let work: DrawingWork
  private let files: ReadFiles<String, Content>
  /// The images found in an image, by attribute index, because addresses may be long.
  private var cached: [Int: Found] = [:]
  private var rendering = 0

  init(_ resources: SVGResources, depth: Int, _ work: DrawingWork) {
    self.resources = resources
    self.depth = depth
    self.work = work
    files = ReadFiles(work)
  }

  /// Returns the image that an attribute of the document refers to.
  func content(_ attribute: Int, _ reference: String) -> Found {
    if rendering != work.image {
      rendering = work.image
      cached.removeAll(keepingCapacity: true)
    }
    if let found = cached[attribute] { return found }
    let found = content(reference)
    cached[attribute] = found
    return found
  }

  /// Returns the content of a reference: a data URI, or a file next to the document.
  func content(_ reference: String) -> Found {
    files.value(for: reference) { limit in
      guard let bytes = self.resources.bytes(reference, imageDepth: self.depth) else {
        return .nothing(bytes: 0)
      }
      return self.read(bytes, limit: limit)
    }
  }

  /// Returns whether a file that wasn't found lies outside the folders that the document may refer to.
  func isOutside(_ reference: String) -> Bool { resources.isOutside(reference.trimmingSpace) }

  private func read(_ bytes: [UInt8], limit: Int) -> ReadFiles<String, Content>.Reading {
    guard let image = resources.image(bytes) else {
      let reading: ReadFiles<String, SVGRenderer>.Reading = SVGRenderer.read(
        bytes, resources, imageDepth: depth + 1, limit: limit, work)
      return reading.map { .document($0) }
    }
    let cost = bytes.count + image.size.width * image.size.height * 4
    if cost > limit { return .tooLarge(bytes: cost) }
    return (try? image.decode()).map { .value(.raster($0, isFirst: image.isAnimated), bytes: cost) }
      ?? .nothing(bytes: cost)
  }
}

extension SVGResources {
  /// Returns the bytes that a reference refers to: the data in a data URI, or a file next to the
  /// document.
  ///
  /// - Parameter imageDepth: The number of SVG images that contain the document.
  func bytes(_ reference: String, imageDepth: Int) -> [UInt8]? {
    let reference = reference.trimmingSpace
    if DataURI.isDataURI(reference) { return DataURI.bytes(reference) }
    // Images in images see no files.
    guard imageDepth == 0, !reference.isEmpty else { return nil }
    return file(reference, PaintingLimits.imageBytes)
  }
}

extension SVGRenderer {
  /// Reads an SVG image in a document or in a font.
  ///
  /// - Parameters:
  ///   - imageDepth: The number of SVG images that contain it.
  ///   - limit: The maximum number of bytes of memory.
  static func read<Key>(
    _ bytes: [UInt8], _ resources: SVGResources, imageDepth: Int, limit: Int, _ work: DrawingWork
  ) -> ReadFiles<Key, SVGRenderer>.Reading {
    guard imageDepth <= PaintingLimits.imageDepth else { return .nothing(bytes: bytes.count) }
    let animation: SVGAnimation
    do throws(SVGError) {
      animation = try SVGAnimation(bytes, resources, imageDepth: imageDepth, limit: limit)
    } catch {
      return error.isLimitExceeded ? .tooLarge(bytes: limit + 1) : .nothing(bytes: bytes.count)
    }
    let cost =
      animation.document.memory + PaintingLimits.documentBytes
      + (animation.resources.embeddedFonts?.bytes ?? 0)
    if cost > limit { return .tooLarge(bytes: cost) }
    return .value(SVGRenderer(animation, work), bytes: cost, steps: animation.cascade.steps)
  }
}

extension SVGImageLoader.Content {
  var size: Size {
    switch self {
    case .raster(let image, _):
      Size(width: Double(image.size.width), height: Double(image.size.height))
    case .document(let renderer): renderer.animation.size
    }
  }
}

extension ResolvedTree {
  /// Returns the rectangle of an `image`, or `nil` if it has no size.
  func imageRect(_ resolved: ResolvedElement) -> Rect? {
    guard case .value(let content)? = image(of: resolved.element) else { return nil }
    return imageRect(resolved, content.size)
  }

  /// - Parameter natural: The size of the image itself.
  fileprivate func imageRect(_ resolved: ResolvedElement, _ natural: Size) -> Rect? {
    let (element, style, view) = (resolved.element, resolved.style, resolved.context.view)
    let width = reader.length(.width, of: element, .x, style, view)
    let height = reader.length(.height, of: element, .y, style, view)
    // A missing side follows from the other one.
    let size: Size
    switch (width, height) {
    case (let width?, let height?): size = Size(width: width, height: height)
    case (let width?, nil):
      size = Size(width: width, height: natural.height * width / natural.width)
    case (nil, let height?):
      size = Size(width: natural.width * height / natural.height, height: height)
    case (nil, nil): size = natural
    }
    let rect = Rect(
      origin: Point(
        x: reader.length(.x, of: element, .x, style, view) ?? 0,
        y: reader.length(.y, of: element, .y, style, view) ?? 0), size: size)
    return rect.isEmpty ? nil : rect
  }

  /// Returns the image that an element refers to, or `nil` if there is no reference, or if it took
  /// too many steps.
  fileprivate func image(of element: Int) -> SVGImageLoader.Found? {
    guard !work.isExhausted else { return nil }
    if let index = reader.stillAttribute(.href, of: element) {
      return images.content(index, document.attributes[index].value)
    }
    guard let href = reader.text(.href, of: element) else { return nil }
    work.spend(href.utf8.count, on: .parsedByte)
    return images.content(href)
  }
}

extension SVGPainter {
  func drawImage(_ resolved: ResolvedElement, into list: inout DisplayList) {
    guard resolved.style.isVisible, let content = imageContent(of: resolved.element),
      let rect = tree.imageRect(resolved, content.size)
    else { return }
    drawImage(
      content, in: rect, reader.fit(of: resolved.element), resolved.style, resolved.context,
      into: &list)
  }

  /// Returns the content of an image element, or `nil` if it shows nothing.
  func imageContent(of element: Int) -> SVGImageLoader.Content? {
    switch tree.image(of: element) {
    case .value(let content)?:
      if case .raster(_, isFirst: true) = content { omit(.movingImages, of: element) }
      return content
    case .nothing? where imageDepth == PaintingLimits.imageDepth:
      omit(.imageDepth, of: element)
    case .nothing?:
      guard let reference = reader.text(.href, of: element),
        !reference.utf8.allSatisfy(TextScanner.isSpace)
      else { break }
      omit(tree.images.isOutside(reference) ? .outsideImages : .images, of: element)
    case .tooLarge?: omit(.imageBytes, of: element)
    case nil: break
    }
    return nil
  }

  /// Draws an image that is fitted into a rectangle.
  func drawImage(
    _ content: SVGImageLoader.Content, in rect: Rect, _ fit: BoxFit, _ style: Style,
    _ context: DrawingContext, into list: inout DisplayList
  ) {
    let box = Rect(origin: .zero, size: content.size)
    guard !box.isEmpty, !rect.isEmpty else { return }
    let placement = fit.transform(from: box, to: rect)
    let whole = box.transformed(by: placement)
    switch content {
    case .raster(let image, _):
      var path = Path()
      path.addRect(whole.intersection(rect))
      let isSmooth = ![.optimizeSpeed, .pixelated, .crispEdgesOfImages].contains(
        style.imageRendering)
      let paint = ImagePaint(image, sampling: isSmooth ? .bilinear : .nearest, transform: placement)
      list.fill(path, .image(paint), transform: context.transform)
    case .document(let renderer):
      guard groupDepth < PaintingLimits.groups else { return omit(.groups) }
      guard !work.isExhausted else { return }
      groupDepth += 1
      defer { groupDepth -= 1 }
      list.withClip(rect, transform: context.transform) { list in
        if !renderer.animation.limitDiagnostics.isEmpty { self.omit(.imageLimits) }
        for omission in renderer.draw(
          at: time, into: &list, transform: placement.followed(by: context.transform))
        {
          if let cached = Omission(rawValue: omission.code) { self.omit(cached) }
        }
      }
    }
  }
}
