import Foundation
import TestSupport
import Testing

@testable import LinuxSystem

/// Whether desktop programs recognize the files in `packaging`.
@Suite("File types")
struct FileTypeTests {
  private let packaging = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../packaging").standardizedFileURL.path
  private let scratch: ScratchDirectory

  /// Installs the descriptions of types and applications.
  init() throws {
    scratch = try ScratchDirectory()
    for folder in ["data/mime/packages", "data/applications", "bin"] {
      try FileManager.default.createDirectory(
        atPath: scratch / folder, withIntermediateDirectories: true)
    }
    try FileManager.default.copyItem(
      atPath: packaging + "/x11viewer-mime.xml",
      toPath: scratch / "data/mime/packages/x11viewer.xml")
    try FileManager.default.copyItem(
      atPath: packaging + "/x11viewer.desktop",
      toPath: scratch / "data/applications/x11viewer.desktop"
    )
    try scratch.writeProgram("#!/bin/sh\n", to: "bin/x11viewer")
    try requireTools("update-mime-database", "update-desktop-database", "gio")
    try run("update-mime-database", scratch / "data/mime")
  }

  @discardableResult
  private func run(_ arguments: String...) throws -> String {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let process = try ChildProcess(
      arguments,
      environment: [
        "XDG_DATA_HOME": scratch / "data", "XDG_DATA_DIRS": "/usr/share",
        "XDG_CONFIG_HOME": scratch / "config", "XDG_CONFIG_DIRS": scratch / "config",
        "XDG_CURRENT_DESKTOP": nil, "PATH": scratch.path + "/bin:" + path, "LC_ALL": "C.UTF-8",
      ])
    try expectEqual(process.wait(), .exit(0), "\(process.text(of: 2))")
    return process.text(of: 1)
  }

  private func type(of name: String) throws -> String? {
    try run("gio", "info", "-a", "standard::content-type", scratch / name)
      .split(separator: "\n").first { $0.contains("content-type:") }?
      .split(separator: " ").last.map(String.init)
  }

  /// Returns the beginning of an entry of a zip file.
  private func entry(_ name: String, _ contents: String = "") -> String {
    "PK\u{3}\u{4}" + String(repeating: "\u{1}", count: 26) + name + contents
  }

  @Test("types follow from names, and JSON stays JSON, whatever it contains")
  func names() throws {
    for (name, type) in [
      ("a.lot", "video/lottie+json"), ("a.lottie", "application/zip+dotlottie"),
      ("a.tgs", "application/x-tgsticker"), ("a.json", "application/json"),
      ("a.aseprite", "image/x-aseprite"), ("a.ase", "image/x-aseprite"),
    ] {
      try scratch.write(TestAnimation().json, to: name)
      try expectEqual(self.type(of: name), type, "\(name)")
    }
    try scratch.write("{\"v\":\"5.7.0\",\"fr\":60,\"ip\":0,\"op\":60}", to: "exported.json")
    try expectEqual(type(of: "exported.json"), "application/json")
  }

  @Test("without a file extension, types follow from contents if possible")
  func contents() throws {
    for (text, type) in [
      ("{\"v\":\"5.7.0\",\"fr\":60,\"ip\":0,\"op\":60}", "video/lottie+json"),
      ("{\"v\":\"5.7.0\",\"meta\":{\"g\":\"x\"},\"fr\":60,\"op\":60}", "video/lottie+json"),
      ("{\"v\":\"5.7.0\",\"name\":\"package\"}", "text/plain"),
      (entry("manifest.json", "{}") + entry("a/cat.json"), "application/zip+dotlottie"),
      (entry("manifest.json", "{}") + entry("animations/cat.json"), "application/zip+dotlottie"),
      (entry("manifest.json", "{}") + entry("background.js"), "application/zip"),
      (entry("a/cat.json") + entry("manifest.json"), "application/zip"),
      ("Xcur\u{10}\0\0\0", "image/x-xcursor"),
    ] {
      try scratch.write(text, to: "file")
      try expectEqual(self.type(of: "file"), type, "\(text.debugDescription)")
    }
  }

  @Test("the viewer opens animations by default, and JSON only when it is chosen")
  func applications() throws {
    try scratch.write(
      "[Desktop Entry]\nType=Application\nName=Editor\nExec=cat %F\nMimeType=text/plain;\n",
      to: "data/applications/editor.desktop")
    try run("update-desktop-database", scratch / "data/applications")
    func application(for type: String) throws -> Substring? {
      try run("gio", "mime", type).split(separator: "\n").first?.split(separator: " ").last
    }
    for type in [
      "video/lottie+json", "application/zip+dotlottie", "application/x-tgsticker",
      "image/x-aseprite", "image/x-xcursor",
    ] {
      try expectEqual(application(for: type), "x11viewer.desktop", "\(type)")
    }
    try expectEqual(application(for: "application/json"), "editor.desktop")
    try expectEqual(application(for: "text/plain"), "editor.desktop")
  }

  @Test("the application's metadata for menus and software centres is valid")
  func descriptions() throws {
    try requireTools("desktop-file-validate", "appstreamcli")
    try expectEqual(run("desktop-file-validate", packaging + "/x11viewer.desktop"), "")
    try run("appstreamcli", "validate", "--no-net", packaging + "/x11viewer.metainfo.xml")
  }
}
