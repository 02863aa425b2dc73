/// Two display lists that are compared command by command.
struct DisplayListComparison {
  let old: DisplayList
  let new: DisplayList

  /// The number of consecutive commands without a match after which the search stops.
  static let mismatchLimit = 4
  /// The distance up to which a command is searched for.
  private static let reach = 8

  /// Returns whether the commands at two indices, including the contents of groups, paint the same
  /// pixels.
  func areSame(_ i: Int, _ j: Int) -> Bool {
    guard looksSame(i, j) else { return false }
    let extent = old.commands[i].extent
    guard extent == new.commands[j].extent else { return false }
    for offset in 0..<extent {
      guard looksSame(i + offset, j + offset), hasSameContent(i + offset, j + offset) else {
        return false
      }
    }
    return true
  }

  /// Returns the number of commands to skip in each list to reach a command that both contain.
  /// Returns `nil` if there is no such command nearby, or if the next commands are equal, which
  /// means that the current two correspond.
  func findSame(
    from i: Int, in olds: Range<Int>, _ j: Int, in news: Range<Int>
  ) -> (skipped: Int, added: Int)? {
    var nextOld = i + old.commands[i].extent
    var nextNew = j + new.commands[j].extent
    if nextOld < olds.upperBound, nextNew < news.upperBound, looksSame(nextOld, nextNew) {
      return nil
    }
    for distance in 1...Self.reach {
      if nextNew < news.upperBound {
        if areSame(i, nextNew) { return (0, distance) }
        nextNew += new.commands[nextNew].extent
      }
      if nextOld < olds.upperBound {
        if areSame(nextOld, j) { return (distance, 0) }
        nextOld += old.commands[nextOld].extent
      }
    }
    return nil
  }

  /// Returns whether two commands are equal except for the data that they refer to.
  @inline(__always) private func looksSame(_ i: Int, _ j: Int) -> Bool {
    old.commands.withUnsafeBufferPointer { olds in
      new.commands.withUnsafeBufferPointer { news in
        olds[i].digest == news[j].digest && olds[i].bounds == news[j].bounds
          && olds[i].color == news[j].color && olds[i].role == news[j].role
          && (olds[i].paint == nil) == (news[j].paint == nil)
          && olds[i].shape.isAlike(news[j].shape)
      }
    }
  }

  /// Returns whether two commands that look the same also refer to the same content, to the last
  /// bit.
  private func hasSameContent(_ i: Int, _ j: Int) -> Bool {
    let a = old.commands[i]
    let b = new.commands[j]
    if let paint = a.paint, let paint2 = b.paint {
      guard old.paints[Int(paint)] == new.paints[Int(paint2)] else { return false }
    }
    return refersToSame(a, b)
  }

  /// Returns whether two commands that look the same have the same shape.
  private func refersToSame(_ a: Command, _ b: Command) -> Bool {
    switch (a.shape, b.shape) {
    case (.path(let first, let count, _), .path(let first2, _, _)):
      return (0..<Int(count)).allSatisfy {
        old.polygon(Int(first) + $0).elementsEqual(new.polygon(Int(first2) + $0))
      }
    case (.group(let a, _), .group(let b, _)):
      return haveSameFilters(a, b)
    case (.squares(let first, let count, _), .squares(let first2, _, _)):
      return old.squares.isSame(Int(first)..<Int(first + count), new.squares, Int(first2))
    default:
      return true
    }
  }
}

extension DisplayListComparison {
  /// Returns the pixels in which two commands can differ that paint the same shape with two frames
  /// of a video, or `nil` for other commands.
  func changedPixels(_ i: Int, _ j: Int) -> PixelRect? {
    let (a, b) = (old.commands[i], new.commands[j])
    guard let paint = a.paint, let paint2 = b.paint, looksSame(i, j), refersToSame(a, b) else {
      return nil
    }
    let (first, second) = (old.paints[Int(paint)], new.paints[Int(paint2)])
    guard first.transform == second.transform, case .image(let image) = first.paint,
      case .image(let image2) = second.paint, image.transform == image2.transform,
      image.sampling == image2.sampling, !image.isRepeated, !image2.isRepeated,
      let changed = image2.image.difference(from: image.image)
    else { return nil }
    return image2.extent(of: changed, toPixels: second.transform)?.intersection(b.bounds)
  }

  /// Returns whether two groups compose the same content into the same image.
  func composeAlike(_ a: GroupComposition, _ b: GroupComposition) -> Bool {
    a.isAlike(b) && haveSameFilters(a, b)
  }

  private func haveSameFilters(_ a: GroupComposition, _ b: GroupComposition) -> Bool {
    a.filterCount == b.filterCount
      && (a.filterCount == 0 || old.filters[a.filters] == new.filters[b.filters])
  }

  /// Returns the pixels in which the images of two groups with the same filters may differ: those
  /// that can change if their contents differ.
  func filteredDamage(_ i: Int, _ j: Int) -> PixelRect {
    let (a, b) = (old.commands[i], new.commands[j])
    let all = a.bounds.union(b.bounds)
    guard case .group(let group, let count) = a.shape, case .group(_, let count2) = b.shape,
      !repeatsEdges(group), let changed = contentDamage(i + 1, Int(count), j + 1, Int(count2))
    else { return all }
    return old.filters[group.filters].influence(of: changed, in: .unbounded).intersection(all)
  }

  /// Returns whether the image depends on the extent of the content, and not on its pixels alone.
  private func repeatsEdges(_ group: GroupComposition) -> Bool {
    old.filters[group.filters].contains {
      if case .blur(_, _, _, repeatsEdges: true) = $0.operation { return true }
      return false
    }
  }

  /// Returns the pixels in which the contents of two groups can differ, compared command by
  /// command, or `nil` if their masks, mattes or numbers of commands differ.
  private func contentDamage(_ i: Int, _ count: Int, _ j: Int, _ count2: Int) -> PixelRect? {
    var changed = PixelRect.empty
    var (a, b) = (i, j)
    while a < i + count && b < j + count2 {
      if !areSame(a, b) {
        let (first, second) = (old.commands[a], new.commands[b])
        guard first.role.isContent, second.role.isContent else { return nil }
        changed = changed.union(first.bounds).union(second.bounds)
      }
      a += old.commands[a].extent
      b += new.commands[b].extent
    }
    return a == i + count && b == j + count2 ? changed : nil
  }
}

extension Shape {
  /// Returns whether another shape is equal except for the indices of the data that both refer to.
  @inline(__always) fileprivate func isAlike(_ other: Shape) -> Bool {
    switch (self, other) {
    case (.path(_, let count, let rule), .path(_, let count2, let rule2)):
      return count == count2 && rule == rule2
    case (.squares(_, let count, let side), .squares(_, let count2, let side2)):
      return count == count2 && side == side2
    case (.group(let group, let count), .group(let group2, let count2)):
      return count == count2 && group.isAlike(group2)
    default:
      return self == other
    }
  }
}

extension SquareBatch {
  /// Returns whether a range of squares equals the squares of another batch starting at `start`.
  fileprivate func isSame(_ range: Range<Int>, _ other: SquareBatch, _ start: Int) -> Bool {
    withArrays { x, y, argb in
      other.withArrays { x2, y2, argb2 in
        var other = start
        for index in range {
          if x[index] != x2[other] || y[index] != y2[other] || argb[index] != argb2[other] {
            return false
          }
          other += 1
        }
        return true
      }
    }
  }
}
