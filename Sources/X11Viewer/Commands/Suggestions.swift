import ArgumentParser
import PlainText

/// Finds the command that a user may have intended.
enum CommandSuggestion {
  /// Returns the name that differs in at most two letters, counting a swap of neighbours as one.
  /// Returns `nil` if no name is similar, or if the names have too little in common.
  static func name(like word: String, among names: [String]) -> String? {
    let near = names.map { (name: $0, distance: editDistance(word, $0)) }
      .min { $0.distance < $1.distance }
    guard let near, near.distance > 0, near.distance <= 2, near.distance * 2 < near.name.count
    else {
      return nil
    }
    return near.name
  }
}

/// Finds the option that a user may have intended with an unknown one.
enum OptionSuggestion {
  /// The names of our options in other programs: mpv, feh, nsxiv, imv, ffmpeg, ImageMagick,
  /// programs of GTK and X, and tools for Lottie and golden tests. If a name is in several rows,
  /// the first option that the command supports is suggested.
  static let foreignNames: [(option: String, names: String)] = [
    ("animation", "animation-id artboard comp composition"),
    ("start", "seek ss start-time begin position"),
    ("autoplay", "autostart play start-playing"),
    ("background", "bg bgcolor bg-color background-color canvas-color image-bg backdrop"),
    ("borderless", "no-border noborder undecorated frameless no-decorations"),
    ("brief", "short oneline one-line summary"),
    ("clock-time-zone", "timezone tz"),
    ("chroma", "pix-fmt pix_fmt pixel-format subsampling"),
    ("config", "config-file config-dir rc include"),
    ("depth", "bit-depth bits"),
    ("difference", "diff diff-image"),
    ("duration", "length seconds run-time"),
    ("every-frame", "all all-frames"),
    ("exclude", "ignore skip"),
    ("fail-fast", "failfast bail exitfirst stop-on-failure"),
    ("filter", "only match grep pattern"),
    (
      "fit",
      "keepaspect keep-aspect aspect stretch scale-mode scaling scaling-mode scale-down fill cover contain"
    ),
    ("folder", "dir directory"),
    ("font-dir", "fontdir fontsdir fonts fonts-dir font-path sub-fonts-dir"),
    ("resources", "resources-dir resource-dir base-dir basedir assets assets-dir"),
    ("format", "type output-format container muxer codec vcodec"),
    ("fps", "framerate frame-rate mf-fps rate"),
    ("rate", "fps framerate frame-rate refresh-rate max-fps fps-limit hz"),
    ("stop-after", "vframes frame-count limit"),
    ("frames", "vframes frame-count limit"),
    ("fullscreen", "fs full-screen start-fullscreen kiosk"),
    ("geometry", "autofit window-size window-geometry"),
    ("goldens", "golden-dir goldens-dir snapshots snapshot-dir baseline"),
    ("hide-cursor", "hide-pointer no-cursor cursor-autohide"),
    ("jobs", "threads parallel workers concurrency processes"),
    ("junit", "xml junitxml junit-xml junit-report"),
    ("keys", "input-conf keybindings key-bindings bindings"),
    ("list-keys", "input-keylist input-cmdlist list-bindings"),
    ("list-scenes", "scenes list demos"),
    ("loops", "repeat loop-count loop-file repeat-count iterations plays"),
    ("loop", "repeat loop-file loop-playlist stream_loop"),
    ("no-loop", "once play-once no-repeat no-loop-file"),
    ("marker", "segment chapter part"),
    (
      "mode",
      "direction play-direction play-mode playmode reverse backward backwards bounce boomerang ping-pong pingpong"
    ),
    ("monitor", "screen screen-name fs-screen display-number xinerama-index"),
    ("name", "class app-name app-id x11-name wayland-app-id"),
    ("no-autoplay", "pause paused start-paused no-autostart"),
    ("no-color-profiles", "no-icc no-color-management icc-profile"),
    ("no-expressions", "no-scripts no-js"),
    ("on-top", "ontop always-on-top above keep-above"),
    ("output", "out out-file outfile output-file output-dir out-dir dest destination"),
    ("overview", "thumbnails thumbnail-mode index grid contact-sheet"),
    ("past-end", "overflow"),
    ("progress", "progress-bar"),
    ("quiet", "silent"),
    ("recursive", "recurse"),
    ("renderer", "vo backend engine"),
    ("report", "html html-report"),
    (
      "scale",
      "dpi dpr pixel-ratio device-pixel-ratio force-device-scale-factor"
    ),
    ("scene", "demo"),
    ("shard", "partition split"),
    (
      "save-folder",
      "screenshot-dir screenshot-directory save-dir output-dir screenshot-folder save-directory"
    ),
    ("screenshot", "snapshot dump grab"),
    ("seed", "random-seed"),
    ("sheet", "grid tile montage contact-sheet spritesheet sprite-sheet"),
    ("show-fps", "osd osd-level hud fps-counter show-stats"),
    ("size", "resolution dimensions width height resize"),
    ("skip-existing", "resume continue no-clobber no-overwrite"),
    ("slideshow", "slideshow-delay slide-show delay image-display-duration"),
    ("slot", "property variable"),
    ("sort", "order sort-by shuffle randomize"),
    ("speed", "playback-speed play-speed tempo"),
    ("state-machine", "machine state-machine-id"),
    ("stats", "benchmark statistics"),
    ("strict", "werror fail-on-warning warnings-as-errors"),
    ("timeout", "max-time deadline time-limit"),
    ("timing", "vsync video-sync swap-interval"),
    ("title", "window-title force-media-title"),
    ("tolerance", "threshold fuzz epsilon max-diff"),
    ("update", "accept approve bless update-snapshots update-goldens"),
    ("verify-existing", "check verify"),
    ("window-id", "wid window xid embed into"),
    ("zoom", "zoom-factor video-zoom"),
  ]

  /// Returns the message of the argument parser with our suggestion for an unknown option: the
  /// equivalent of another program's option, or otherwise an option that differs in one letter of
  /// four. The parser suggests any option within three letters. A valid name of another command isn't
  /// treated as a typing error.
  static func correct(_ message: String, by command: any ParsableCommand.Type) -> String {
    let parts = message.split(separator: "'")
    guard parts.first == "Unknown option ", parts.count > 1, !message.contains("\n") else {
      return message
    }
    let option = option(like: String(parts[1].drop { $0 == "-" }), among: command.optionNames)
    return "Unknown option '\(parts[1])'" + (option.map { ". Did you mean '--\($0)'?" } ?? "")
  }

  private static func option(like name: String, among names: [String]) -> String? {
    let rows = foreignNames.filter { $0.names.split(separator: " ").contains(name[...]) }
    guard rows.isEmpty else { return rows.first { names.contains($0.option) }?.option }
    guard !Program.configuration.subcommands.contains(where: { $0.optionNames.contains(name) })
    else { return nil }
    let near = names.map { (name: $0, distance: editDistance(name, $0)) }
      .min { $0.distance < $1.distance }
    return near.flatMap { $0.distance * 4 <= $0.name.count ? $0.name : nil }
  }
}
