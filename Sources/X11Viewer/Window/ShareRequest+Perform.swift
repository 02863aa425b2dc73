import AnimCore
import AnimationFormats
import LinuxSystem
import OfflineRendering
import PlainText
import Viewer
import XWindow

extension ShareRequest {
  /// Performs the request in the background, where images are encoded.
  func perform(view: SceneView, tasks: UserTasks) {
    switch self {
    case .saveImage(let stem):
      let image = ImageExport(view)
      tasks.save(stem, fileExtension: ImageExport.fileExtension) { () throws(Failure) in
        try image.png()
      }
    case .saveScript(let script, let stem):
      tasks.save(stem, fileExtension: AnimationFormats.scriptExtension) { Array(script.utf8) }
    case .copyImage:
      let image = ImageExport(view)
      tasks.copy { () throws(Failure) in (.png(try image.png()), "the image") }
    case .copyText(let text):
      // After an image that is still being encoded.
      tasks.copy { (.text(text), text) }
    case .copyFile(let path):
      tasks.copy {
        let path = FilePath.absolute(path)
        // A terminal would run the line that the path contains.
        let text = path.hasControls ? shellWord(path) : path
        let content = FilePath.uri(of: path).map { Clipboard.Content.file(path: text, uri: $0) }
        return (content ?? .text(text), path)
      }
    }
  }
}
