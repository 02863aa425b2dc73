import Foundation
import TestSupport
import Testing

/// `CFonts.h` repeats the declarations of the libraries' own headers, which can't be used, as
/// explained there.
@Suite("The declarations of the libraries for fonts")
struct FontHeaderTests {
  private static let header = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../Sources/CFonts/CFonts.h").standardizedFileURL.path
  private static let libraries = ["freetype2", "harfbuzz", "fribidi", "fontconfig"]

  private static func run(_ arguments: [String]) throws -> (end: ChildProcess.End, text: String) {
    let process = try ChildProcess(arguments)
    let end = try process.wait(within: 60)
    return (end, process.text(of: 1) + process.text(of: 2))
  }

  @Test("have the layouts, the constants and the functions of the libraries' own headers")
  func agreement() throws {
    try requireTools("clang", "pkg-config")
    guard case (.exit(0), let flags) = try Self.run(["pkg-config", "--cflags"] + Self.libraries)
    else { try Test.cancel("the libraries' headers are not installed") }
    let declarations = try String(contentsOfFile: Self.header, encoding: .utf8)
    let functions = declarations.matches(of: /\(\*fonts_((?:FT_|hb_|fribidi_|Fc)\w+)\)\(/)
    #expect(functions.count > 35)
    let scratch = try ScratchDirectory()
    try scratch.write(
      Self.comparison + functions.map { "const void *f_\($0.1) = &\($0.1);\n" }.joined(),
      to: "comparison.c")
    let compilation = try Self.run(
      ["clang", "-fsyntax-only", "-include", Self.header, scratch / "comparison.c"]
        + flags.split(whereSeparator: \.isWhitespace).map(String.init))
    expectEqual(compilation.end, .exit(0), "\(compilation.text)")
  }

  private static let comparison = """
    #include <ft2build.h>
    #include FT_FREETYPE_H
    #include FT_MODULE_H
    #include FT_MULTIPLE_MASTERS_H
    #include FT_TRUETYPE_TABLES_H
    #include <hb.h>
    #include <hb-ot.h>
    #include <fribidi.h>
    #include <fontconfig/fontconfig.h>

    #define SAME(a, f, b, g) \\
        _Static_assert(offsetof(a, f) == offsetof(b, g), #a "." #f); \\
        _Static_assert(sizeof(((a *)0)->f) == sizeof(((b *)0)->g), #a "." #f)
    SAME(fonts_ft_face, face_count, FT_FaceRec, num_faces);
    SAME(fonts_ft_face, face_flags, FT_FaceRec, face_flags);
    SAME(fonts_ft_face, glyph_count, FT_FaceRec, num_glyphs);
    SAME(fonts_ft_face, family_name, FT_FaceRec, family_name);
    SAME(fonts_ft_face, style_name, FT_FaceRec, style_name);
    SAME(fonts_ft_face, units_per_em, FT_FaceRec, units_per_EM);
    SAME(fonts_ft_face, ascender, FT_FaceRec, ascender);
    SAME(fonts_ft_face, descender, FT_FaceRec, descender);
    SAME(fonts_ft_face, height, FT_FaceRec, height);
    SAME(fonts_ft_face, glyph, FT_FaceRec, glyph);
    SAME(fonts_ft_memory, user, struct FT_MemoryRec_, user);
    SAME(fonts_ft_memory, take, struct FT_MemoryRec_, alloc);
    SAME(fonts_ft_memory, give, struct FT_MemoryRec_, free);
    SAME(fonts_ft_memory, resize, struct FT_MemoryRec_, realloc);
    SAME(fonts_ft_glyph, format, FT_GlyphSlotRec, format);
    SAME(fonts_ft_glyph, outline, FT_GlyphSlotRec, outline);
    SAME(fonts_ft_outline, contour_count, FT_Outline, n_contours);
    SAME(fonts_ft_outline, point_count, FT_Outline, n_points);
    SAME(fonts_ft_outline, points, FT_Outline, points);
    SAME(fonts_ft_outline, tags, FT_Outline, tags);
    SAME(fonts_ft_outline, contours, FT_Outline, contours);
    SAME(fonts_ft_vector, y, FT_Vector, y);
    SAME(fonts_hb_extents, x_bearing, hb_glyph_extents_t, x_bearing);
    SAME(fonts_hb_extents, y_bearing, hb_glyph_extents_t, y_bearing);
    SAME(fonts_hb_extents, width, hb_glyph_extents_t, width);
    SAME(fonts_hb_extents, height, hb_glyph_extents_t, height);
    SAME(fonts_hb_layer, glyph, hb_ot_color_layer_t, glyph);
    SAME(fonts_hb_layer, color_index, hb_ot_color_layer_t, color_index);
    _Static_assert(sizeof(fonts_hb_layer) == sizeof(hb_ot_color_layer_t), "");
    SAME(fonts_hb_glyph, glyph, hb_glyph_info_t, codepoint);
    SAME(fonts_hb_glyph, cluster, hb_glyph_info_t, cluster);
    SAME(fonts_hb_position, x_advance, hb_glyph_position_t, x_advance);
    SAME(fonts_hb_position, x_offset, hb_glyph_position_t, x_offset);
    SAME(fonts_hb_position, y_offset, hb_glyph_position_t, y_offset);
    SAME(fonts_hb_feature, end, hb_feature_t, end);
    SAME(fonts_hb_axis, tag, hb_ot_var_axis_info_t, tag);
    SAME(fonts_hb_axis, most, hb_ot_var_axis_info_t, max_value);
    SAME(fonts_fc_set, count, FcFontSet, nfont);
    SAME(fonts_fc_set, patterns, FcFontSet, fonts);
    SAME(fonts_fc_value, type, FcValue, type);
    SAME(fonts_fc_value, content, FcValue, u);
    _Static_assert(sizeof(fonts_ft_vector) == sizeof(FT_Vector), "");
    _Static_assert(sizeof(fonts_hb_glyph) == sizeof(hb_glyph_info_t), "");
    _Static_assert(sizeof(fonts_hb_feature) == sizeof(hb_feature_t), "");
    _Static_assert(sizeof(fonts_hb_axis) == sizeof(hb_ot_var_axis_info_t), "");
    _Static_assert(sizeof(fonts_hb_position) == sizeof(hb_glyph_position_t), "");

    _Static_assert((unsigned long)FONTS_FT_SCALABLE == (unsigned long)FT_FACE_FLAG_SCALABLE, "FT_FACE_FLAG_SCALABLE");
    _Static_assert((unsigned long)FONTS_FT_LOAD_UNSCALED == (unsigned long)FT_LOAD_NO_SCALE, "FT_LOAD_NO_SCALE");
    _Static_assert((unsigned long)FONTS_FT_FORMAT_OUTLINE == (unsigned long)FT_GLYPH_FORMAT_OUTLINE, "FT_GLYPH_FORMAT_OUTLINE");
    _Static_assert((unsigned long)FONTS_HB_READONLY == (unsigned long)HB_MEMORY_MODE_READONLY, "HB_MEMORY_MODE_READONLY");
    _Static_assert((unsigned long)FONTS_HB_LEFT_TO_RIGHT == (unsigned long)HB_DIRECTION_LTR, "HB_DIRECTION_LTR");
    _Static_assert((unsigned long)FONTS_HB_RIGHT_TO_LEFT == (unsigned long)HB_DIRECTION_RTL, "HB_DIRECTION_RTL");
    _Static_assert((unsigned long)FONTS_HB_SCRIPT_COMMON == (unsigned long)HB_SCRIPT_COMMON, "HB_SCRIPT_COMMON");
    _Static_assert((unsigned long)FONTS_HB_SCRIPT_INHERITED == (unsigned long)HB_SCRIPT_INHERITED, "HB_SCRIPT_INHERITED");
    _Static_assert((unsigned long)FONTS_HB_SCRIPT_LATIN == (unsigned long)HB_SCRIPT_LATIN, "HB_SCRIPT_LATIN");
    _Static_assert((unsigned long)FONTS_FRIBIDI_RIGHT_TO_LEFT == (unsigned long)FRIBIDI_PAR_RTL, "FRIBIDI_PAR_RTL");
    _Static_assert((unsigned long)FONTS_FRIBIDI_LEFT_TO_RIGHT == (unsigned long)FRIBIDI_PAR_LTR, "FRIBIDI_PAR_LTR");
    _Static_assert((unsigned long)FONTS_FRIBIDI_AUTOMATIC == (unsigned long)FRIBIDI_PAR_ON, "FRIBIDI_PAR_ON");
    _Static_assert((unsigned long)FONTS_FC_BINDING_WEAK == (unsigned long)FcValueBindingWeak, "FcValueBindingWeak");
    _Static_assert((unsigned long)FONTS_FC_MATCH_PATTERN == (unsigned long)FcMatchPattern, "FcMatchPattern");
    _Static_assert((unsigned long)FONTS_FC_RESULT_MATCH == (unsigned long)FcResultMatch, "FcResultMatch");

    """
}
