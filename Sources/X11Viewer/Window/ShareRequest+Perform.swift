import AnimCore
import AnimationFormats
import LinuxSystem
import OfflineRendering
import Viewer
import XWindow

extension ShareRequest {
  /// Performs the request in the background, where images are encoded.
  func perform(view: SceneView, errands: UserErrands) {
    switch self {
    case .saveImage(let stem):
      let image = ImageExport(view)
      errands.save(stem, fileExtension: ImageExport.fileExtension) { () throws(Failure) in
        try image.png()
      }
    case .saveScript(let script, let stem):
      errands.save(stem, fileExtension: AnimationFormats.scriptExtension) { Array(script.utf8) }
    case .copyImage:
      let image = ImageExport(view)
      errands.copy { () throws(Failure) in (.png(try image.png()), "the image") }
    case .copyText(let text):
      // After an image that is still being encoded.
      errands.copy { (.text(text), text) }
    case .copyFile(let path):
      errands.copy {
        let path = FilePath.absolute(path)
        // A terminal would run the line that the path contains.
        let text = path.hasControls ? shellWord(path) : path
        let content = FilePath.uri(of: path).map { Clipboard.Content.file(path: text, uri: $0) }
        return (content ?? .text(text), path)
      }
    }
  }
}
