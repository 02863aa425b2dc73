import AnimCore
import ImageFiles
import LinuxSystem

/// Draws the frames of a plan and writes the output.
package struct RenderJob {
  private let request: RenderRequest
  private let plan: RenderPlan
  private let input: RenderInput
  /// The prepared video, or `nil` for other targets.
  private let video: PreparedVideo?
  private let print: (String) throws(OutputError) -> Void

  /// - Parameter print: Receives the lines with hashes.
  package init(
    _ request: RenderRequest, _ plan: RenderPlan, _ input: RenderInput, video: PreparedVideo?,
    print: @escaping (String) throws(OutputError) -> Void = StandardOutput.write
  ) {
    (self.request, self.plan, self.input) = (request, plan, input)
    (self.video, self.print) = (video, print)
  }

  /// - Parameter onExit: Receives a function that removes unfinished files if the process ends
  ///   early. It is called on another thread.
  package func run(onExit: (@escaping @Sendable () -> Void) -> Void) throws(Failure) {
    let hashes = request.listsHashes ? HashSink(print: print) : nil
    if case .cursor(let path, let format) = plan.target {
      let progress = Progress(
        request.progress ?? .auto, total: plan.frames.count * plan.sizes.count, of: "images")
      return try render(
        CursorSink(path: path, format, plan.durations, plan.sizes, progress), hashes)
    }
    if let onion = plan.onion, let path = plan.target.imagePath {
      let skin = OnionSink(path: path, onion, input.source.size, as: plan.encoding)
      return try render(plan.frames, into: skin.and(hashes))
    }
    guard request.isMoving(plan.target) else {
      let image = plan.target.imagePath.map { ImageSink(path: $0, as: plan.encoding) }
      return try FrameRenderer(input.source, scene: plan.scene)
        .render(plan.frames, into: image.and(hashes))
    }
    switch plan.target {
    case .image, .cursor: break
    case .hashes: try render(plan.frames, into: hashes.and(progress(plan.frames)))
    case .sheet(let path, let layout, _):
      let sheet = SheetSink(
        path: path, layout, input.source, list: request.sheetList,
        hasNumbers: request.hasSheetNumbers, durations: plan.durations, as: plan.encoding)
      try render(plan.frames, into: sheet.and(hashes))
    case .sequence(let files, _): try render(files, onExit: onExit)
    case .video:
      guard let video, let configuration = plan.video else { return }
      let sink = try VideoSink(configuration, video)
      onExit(sink.cleanUp)
      try render(plan.frames, into: sink.and(hashes).and(progress(plan.frames)))
    }
  }

  private func render(
    _ files: FrameSequence, onExit: (@escaping @Sendable () -> Void) -> Void
  ) throws(Failure) {
    let existing = try existingFrames(in: files)
    let wanted = existing?.missing ?? plan.frames
    let unfinished = UnfinishedFiles()
    onExit { unfinished.remove() }
    let manifest = try request.manifest.map { path throws(Failure) in
      try ManifestSink(
        path: path, files: files, inputs: input.inputs, existing: existing?.lines ?? [],
        unfinished: unfinished)
    }
    let sequence = SequenceSink(
      files, as: plan.encoding, key: input.key, keepsHash: hasLines, inputs: input.inputs,
      verifiesExisting: request.verifiesExisting || request.skipsExisting && existing == nil,
      unfinished: unfinished)
    let hashes = request.listsHashes ? HashSink(existing: existing?.lines ?? [], print: print) : nil
    try render(wanted, into: sequence.and(manifest).and(hashes).and(progress(wanted)))
  }

  /// Renders all frames in each size.
  private func render(_ cursor: CursorSink, _ hashes: HashSink?) throws(Failure) {
    for size in plan.sizes {
      let source: RenderSource
      do throws(ImageSizeError) {
        source = try input.source.resized(to: size.pixels)
      } catch {
        throw Failure(error, of: "--size")
      }
      cursor.begin(size)
      try FrameRenderer.render(
        plan.frames, of: source, jobs: jobs,
        into: cursor.and(hashes))
    }
  }

  private func render(_ frames: some FrameList, into sink: some FrameSink) throws(Failure) {
    try FrameRenderer.render(frames, of: input.source, jobs: jobs, into: sink)
  }

  private var jobs: Int { request.jobs ?? allowedProcessors() }

  private func progress(_ frames: some FrameList) -> Progress {
    Progress(request.progress ?? .auto, total: frames.count, of: "frames")
  }

  /// Returns the existing frames that can be skipped.
  private func existingFrames(in files: FrameSequence) throws(Failure) -> ExistingFrames? {
    guard request.skipsExisting, let key = input.key else { return nil }
    return try ExistingFrames(
      plan.frames, in: files, key, size: input.source.size, hasLines: hasLines, jobs: jobs)
  }

  /// Whether a line is printed or stored for every frame, including skipped frames.
  private var hasLines: Bool { request.manifest != nil || request.listsHashes }
}
