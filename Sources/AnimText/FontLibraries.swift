import CFonts

/// FreeType, HarfBuzz, FriBidi and fontconfig, loaded when text is first needed.
///
/// The loader keeps one copy of each library per process, and this value never changes, so any
/// thread can use it. The creator of a library's object owns it.
struct FontLibraries: @unchecked Sendable {
  let freeType: FreeType
  let harfBuzz: HarfBuzz
  let bidi: FriBidi

  /// The libraries that shape and draw text. All of them are required.
  static let shared: Result<FontLibraries, FontError> = load()

  private static func load() -> Result<FontLibraries, FontError> {
    do throws(SharedLibrary.Missing) {
      return .success(
        FontLibraries(freeType: try FreeType(), harfBuzz: try HarfBuzz(), bidi: try FriBidi()))
    } catch {
      return .failure(.missingLibrary(error.name))
    }
  }
}

extension FontFace {
  /// Loads the libraries for text, if they are installed. For a process that can't load libraries later.
  package static func loadLibraries() { _ = FontLibraries.shared }

  /// The error of a missing library that text needs, or `nil` if all are installed.
  package static var missingLibrary: FontError? {
    if case .failure(let error) = FontLibraries.shared { error } else { nil }
  }
}

/// The functions of FreeType, which reads the outlines of glyphs.
struct FreeType {
  let newLibrary: fonts_FT_New_Library
  let addModules: fonts_FT_Add_Default_Modules
  let deleteLibrary: fonts_FT_Done_Library
  let newFace: fonts_FT_New_Memory_Face
  let deleteFace: fonts_FT_Done_Face
  let loadGlyph: fonts_FT_Load_Glyph
  let loadTable: fonts_FT_Load_Sfnt_Table
  let postScriptName: fonts_FT_Get_Postscript_Name
  let setVariation: fonts_FT_Set_Var_Design_Coordinates

  fileprivate init() throws(SharedLibrary.Missing) {
    let library = try SharedLibrary("libfreetype.so.6")
    newLibrary = try library.function("FT_New_Library")
    addModules = try library.function("FT_Add_Default_Modules")
    deleteLibrary = try library.function("FT_Done_Library")
    newFace = try library.function("FT_New_Memory_Face")
    deleteFace = try library.function("FT_Done_Face")
    loadGlyph = try library.function("FT_Load_Glyph")
    loadTable = try library.function("FT_Load_Sfnt_Table")
    postScriptName = try library.function("FT_Get_Postscript_Name")
    setVariation = try library.function("FT_Set_Var_Design_Coordinates")
  }
}

/// The functions of HarfBuzz, which maps text to glyphs.
struct HarfBuzz {
  let createBlob: fonts_hb_blob_create
  let destroyBlob: fonts_hb_blob_destroy
  let blobData: fonts_hb_blob_get_data
  let createFace: fonts_hb_face_create
  let destroyFace: fonts_hb_face_destroy
  let unitsPerEm: fonts_hb_face_get_upem
  let glyphCount: fonts_hb_face_get_glyph_count
  let table: fonts_hb_face_reference_table
  let createFont: fonts_hb_font_create
  let destroyFont: fonts_hb_font_destroy
  let face: fonts_hb_font_get_face
  let setVariation: fonts_hb_font_set_var_coords_design
  let axes: fonts_hb_ot_var_get_axis_infos
  let metric: fonts_hb_ot_metrics_get_position
  let hasLayers: fonts_hb_ot_color_has_layers
  let layers: fonts_hb_ot_color_glyph_get_layers
  let colors: fonts_hb_ot_color_palette_get_colors
  let hasDocuments: fonts_hb_ot_color_has_svg
  let document: fonts_hb_ot_color_glyph_reference_svg
  let hasImages: fonts_hb_ot_color_has_png
  let image: fonts_hb_ot_color_glyph_reference_png
  let extents: fonts_hb_font_get_glyph_extents
  let nominalGlyph: fonts_hb_font_get_nominal_glyph
  let advance: fonts_hb_font_get_glyph_h_advance
  let createBuffer: fonts_hb_buffer_create
  let destroyBuffer: fonts_hb_buffer_destroy
  let addScalars: fonts_hb_buffer_add_codepoints
  let setDirection: fonts_hb_buffer_set_direction
  let setScript: fonts_hb_buffer_set_script
  let glyphs: fonts_hb_buffer_get_glyph_infos
  let positions: fonts_hb_buffer_get_glyph_positions
  let shape: fonts_hb_shape
  private let unicode: fonts_hb_unicode_funcs_get_default
  private let scriptOf: fonts_hb_unicode_script

  fileprivate init() throws(SharedLibrary.Missing) {
    let library = try SharedLibrary("libharfbuzz.so.0")
    createBlob = try library.function("hb_blob_create")
    destroyBlob = try library.function("hb_blob_destroy")
    blobData = try library.function("hb_blob_get_data")
    createFace = try library.function("hb_face_create")
    destroyFace = try library.function("hb_face_destroy")
    unitsPerEm = try library.function("hb_face_get_upem")
    glyphCount = try library.function("hb_face_get_glyph_count")
    table = try library.function("hb_face_reference_table")
    createFont = try library.function("hb_font_create")
    destroyFont = try library.function("hb_font_destroy")
    face = try library.function("hb_font_get_face")
    setVariation = try library.function("hb_font_set_var_coords_design")
    axes = try library.function("hb_ot_var_get_axis_infos")
    metric = try library.function("hb_ot_metrics_get_position")
    hasLayers = try library.function("hb_ot_color_has_layers")
    layers = try library.function("hb_ot_color_glyph_get_layers")
    colors = try library.function("hb_ot_color_palette_get_colors")
    hasDocuments = try library.function("hb_ot_color_has_svg")
    document = try library.function("hb_ot_color_glyph_reference_svg")
    hasImages = try library.function("hb_ot_color_has_png")
    image = try library.function("hb_ot_color_glyph_reference_png")
    extents = try library.function("hb_font_get_glyph_extents")
    nominalGlyph = try library.function("hb_font_get_nominal_glyph")
    advance = try library.function("hb_font_get_glyph_h_advance")
    createBuffer = try library.function("hb_buffer_create")
    destroyBuffer = try library.function("hb_buffer_destroy")
    addScalars = try library.function("hb_buffer_add_codepoints")
    setDirection = try library.function("hb_buffer_set_direction")
    setScript = try library.function("hb_buffer_set_script")
    glyphs = try library.function("hb_buffer_get_glyph_infos")
    positions = try library.function("hb_buffer_get_glyph_positions")
    shape = try library.function("hb_shape")
    unicode = try library.function("hb_unicode_funcs_get_default")
    scriptOf = try library.function("hb_unicode_script")
  }

  /// Returns a copy of a blob's bytes, and releases the blob.
  func bytes(of blob: OpaquePointer?) -> [UInt8] {
    guard let blob else { return [] }
    defer { destroyBlob(blob) }
    var count: UInt32 = 0
    guard let data = blobData(blob, &count) else { return [] }
    return [UInt8](UnsafeRawBufferPointer(start: data, count: Int(count)))
  }

  /// Returns the script of a character, as an ISO 15924 tag.
  func script(of scalar: Unicode.Scalar) -> UInt32 { scriptOf(unicode(), scalar.value) }
}

/// The functions of FriBidi, which resolves the direction of text.
struct FriBidi {
  let types: fonts_fribidi_get_bidi_types
  let brackets: fonts_fribidi_get_bracket_types
  let levels: fonts_fribidi_get_par_embedding_levels_ex

  fileprivate init() throws(SharedLibrary.Missing) {
    let library = try SharedLibrary("libfribidi.so.0")
    types = try library.function("fribidi_get_bidi_types")
    brackets = try library.function("fribidi_get_bracket_types")
    levels = try library.function("fribidi_get_par_embedding_levels_ex")
  }
}

/// The functions of fontconfig, which finds the fonts of the system.
struct Fontconfig {
  let load: fonts_FcInitLoadConfigAndFonts
  let loadWithoutFonts: fonts_FcInitLoadConfig
  let destroyConfiguration: fonts_FcConfigDestroy
  let configurationFolders: fonts_FcConfigGetConfigDirs
  let fontFolders: fonts_FcConfigGetFontDirs
  let configurationFiles: fonts_FcConfigGetConfigFiles
  let cacheFolders: fonts_FcConfigGetCacheDirs
  let nextString: fonts_FcStrListNext
  let destroyStrings: fonts_FcStrListDone
  let createPattern: fonts_FcPatternCreate
  let destroyPattern: fonts_FcPatternDestroy
  let addString: fonts_FcPatternAddString
  let addInteger: fonts_FcPatternAddInteger
  let addBool: fonts_FcPatternAddBool
  let string: fonts_FcPatternGetString
  let valueWithBinding: fonts_FcPatternGetWithBinding
  let integer: fonts_FcPatternGetInteger
  let characters: fonts_FcPatternGetCharSet
  let hasCharacter: fonts_FcCharSetHasChar
  let substitute: fonts_FcConfigSubstitute
  let substituteDefaults: fonts_FcDefaultSubstitute
  let match: fonts_FcFontMatch
  let sort: fonts_FcFontSort
  let destroySet: fonts_FcFontSetDestroy

  init() throws(SharedLibrary.Missing) {
    let library = try SharedLibrary("libfontconfig.so.1")
    load = try library.function("FcInitLoadConfigAndFonts")
    loadWithoutFonts = try library.function("FcInitLoadConfig")
    configurationFolders = try library.function("FcConfigGetConfigDirs")
    fontFolders = try library.function("FcConfigGetFontDirs")
    configurationFiles = try library.function("FcConfigGetConfigFiles")
    cacheFolders = try library.function("FcConfigGetCacheDirs")
    nextString = try library.function("FcStrListNext")
    destroyStrings = try library.function("FcStrListDone")
    destroyConfiguration = try library.function("FcConfigDestroy")
    createPattern = try library.function("FcPatternCreate")
    destroyPattern = try library.function("FcPatternDestroy")
    addString = try library.function("FcPatternAddString")
    addInteger = try library.function("FcPatternAddInteger")
    addBool = try library.function("FcPatternAddBool")
    string = try library.function("FcPatternGetString")
    valueWithBinding = try library.function("FcPatternGetWithBinding")
    integer = try library.function("FcPatternGetInteger")
    characters = try library.function("FcPatternGetCharSet")
    hasCharacter = try library.function("FcCharSetHasChar")
    substitute = try library.function("FcConfigSubstitute")
    substituteDefaults = try library.function("FcDefaultSubstitute")
    match = try library.function("FcFontMatch")
    sort = try library.function("FcFontSort")
    destroySet = try library.function("FcFontSetDestroy")
  }
}
