// The parts of FreeType 2, HarfBuzz, FriBidi and fontconfig that AnimText uses.
//
// These libraries are loaded at run time, once there is text to show, because linking them and the
// ten libraries that they need would take milliseconds at every start. Their own headers can't be
// used, because the package manager links every library whose headers it finds. This header
// therefore declares the few functions and the beginnings of the two structures that are used,
// which haven't changed since FreeType 2.0. A test compares it with the libraries' own headers.
#ifndef CFONTS_H
#define CFONTS_H

#include <stddef.h>
#include <stdint.h>

// FreeType: freetype.h, ftimage.h, ftsystem.h, ftmodapi.h, tttables.h.

typedef struct { long x, y; } fonts_ft_vector;
typedef struct { void *data; void *finalizer; } fonts_ft_generic;

// FT_Outline. The counts are signed in older versions, but never negative.
typedef struct {
    unsigned short contour_count;
    unsigned short point_count;
    const fonts_ft_vector *points;
    const uint8_t *tags;
    // The last point of each contour.
    const unsigned short *contours;
    int flags;
} fonts_ft_outline;

// The start of FT_GlyphSlotRec.
typedef struct {
    void *library, *face, *next;
    unsigned glyph_index;
    fonts_ft_generic generic;
    long metrics[8];
    long linear_horizontal_advance, linear_vertical_advance;
    fonts_ft_vector advance;
    unsigned format;
    struct {
        unsigned rows, width;
        int pitch;
        void *buffer;
        unsigned short gray_count;
        uint8_t pixel_mode, palette_mode;
        void *palette;
    } bitmap;
    int bitmap_left, bitmap_top;
    fonts_ft_outline outline;
} fonts_ft_glyph;

// The start of FT_FaceRec.
typedef struct {
    long face_count, face_index, face_flags, style_flags, glyph_count;
    const char *family_name, *style_name;
    int fixed_size_count;
    void *fixed_sizes;
    int charmap_count;
    void *charmaps;
    fonts_ft_generic generic;
    struct { fonts_ft_vector low, high; } bounds;
    unsigned short units_per_em;
    short ascender, descender, height;
    short maximum_advance_width, maximum_advance_height;
    short underline_position, underline_thickness;
    const fonts_ft_glyph *glyph;
} fonts_ft_face;

// FT_FACE_FLAG_SCALABLE
#define FONTS_FT_SCALABLE 1L
// FT_LOAD_NO_SCALE, which disables hinting and bitmaps
#define FONTS_FT_LOAD_UNSCALED 1
// FT_GLYPH_FORMAT_OUTLINE: "outl"
#define FONTS_FT_FORMAT_OUTLINE 0x6F75746CU

// FT_MemoryRec
typedef struct fonts_ft_memory {
    void *user;
    void *(*take)(struct fonts_ft_memory *, long size);
    void (*give)(struct fonts_ft_memory *, void *);
    void *(*resize)(struct fonts_ft_memory *, long old_size, long new_size, void *);
} fonts_ft_memory;

typedef struct fonts_ft_library fonts_ft_library;
typedef int (*fonts_FT_New_Library)(fonts_ft_memory *, fonts_ft_library **);
typedef void (*fonts_FT_Add_Default_Modules)(fonts_ft_library *);
typedef int (*fonts_FT_Done_Library)(fonts_ft_library *);
typedef int (*fonts_FT_New_Memory_Face)(
    fonts_ft_library *, const void *bytes, long count, long index, fonts_ft_face **);
typedef int (*fonts_FT_Done_Face)(fonts_ft_face *);
typedef int (*fonts_FT_Load_Glyph)(fonts_ft_face *, unsigned glyph, int32_t flags);
// A tag of 0 copies the entire font. Without a buffer, only the size is returned.
typedef int (*fonts_FT_Load_Sfnt_Table)(
    fonts_ft_face *, unsigned long tag, long offset, uint8_t *buffer, unsigned long *size);
typedef const char *(*fonts_FT_Get_Postscript_Name)(fonts_ft_face *);
// The coordinates are in units of 1/65536.
typedef int (*fonts_FT_Set_Var_Design_Coordinates)(
    fonts_ft_face *, unsigned count, const long *coordinates);

// HarfBuzz: hb-blob.h, hb-face.h, hb-font.h, hb-buffer.h, hb-shape.h, hb-unicode.h,
// hb-ot-color.h, hb-ot-metrics.h, hb-ot-var.h.

typedef struct fonts_hb_blob fonts_hb_blob;
typedef struct fonts_hb_face fonts_hb_face;
typedef struct fonts_hb_font fonts_hb_font;
typedef struct fonts_hb_buffer fonts_hb_buffer;
typedef struct fonts_hb_unicode fonts_hb_unicode;

// hb_glyph_info_t
typedef struct {
    uint32_t glyph, mask, cluster, private1, private2;
} fonts_hb_glyph;

// hb_glyph_position_t, in font units with the y axis upwards
typedef struct {
    int32_t x_advance, y_advance, x_offset, y_offset;
    uint32_t private1;
} fonts_hb_position;

// hb_feature_t; the range is of clusters.
typedef struct {
    uint32_t tag, value;
    unsigned first, end;
} fonts_hb_feature;

// hb_ot_var_axis_info_t
typedef struct {
    unsigned index;
    uint32_t tag;
    unsigned name;
    int flags;
    float least, usual, most;
    unsigned reserved;
} fonts_hb_axis;

// hb_glyph_extents_t, in font units with the y axis upwards
typedef struct {
    int32_t x_bearing, y_bearing, width, height;
} fonts_hb_extents;

// hb_ot_color_layer_t
typedef struct {
    uint32_t glyph;
    unsigned color_index;
} fonts_hb_layer;

// HB_MEMORY_MODE_READONLY
#define FONTS_HB_READONLY 1
// HB_DIRECTION_LTR, HB_DIRECTION_RTL
#define FONTS_HB_LEFT_TO_RIGHT 4
#define FONTS_HB_RIGHT_TO_LEFT 5
// HB_SCRIPT_COMMON, HB_SCRIPT_INHERITED, HB_SCRIPT_LATIN: "Zyyy", "Zinh", "Latn"
#define FONTS_HB_SCRIPT_COMMON 0x5A797979U
#define FONTS_HB_SCRIPT_INHERITED 0x5A696E68U
#define FONTS_HB_SCRIPT_LATIN 0x4C61746EU

typedef fonts_hb_blob *(*fonts_hb_blob_create)(
    const void *bytes, unsigned count, int mode, void *user, void *destroy);
typedef void (*fonts_hb_blob_destroy)(fonts_hb_blob *);
typedef const char *(*fonts_hb_blob_get_data)(fonts_hb_blob *, unsigned *count);
typedef fonts_hb_face *(*fonts_hb_face_create)(fonts_hb_blob *, unsigned index);
typedef void (*fonts_hb_face_destroy)(fonts_hb_face *);
typedef unsigned (*fonts_hb_face_get_upem)(fonts_hb_face *);
typedef unsigned (*fonts_hb_face_get_glyph_count)(fonts_hb_face *);
typedef fonts_hb_blob *(*fonts_hb_face_reference_table)(const fonts_hb_face *, uint32_t tag);
typedef fonts_hb_font *(*fonts_hb_font_create)(fonts_hb_face *);
typedef void (*fonts_hb_font_destroy)(fonts_hb_font *);
typedef fonts_hb_face *(*fonts_hb_font_get_face)(fonts_hb_font *);
typedef void (*fonts_hb_font_set_var_coords_design)(
    fonts_hb_font *, const float *coordinates, unsigned count);
typedef unsigned (*fonts_hb_ot_var_get_axis_infos)(
    fonts_hb_face *, unsigned first, unsigned *count, fonts_hb_axis *);
typedef int (*fonts_hb_ot_metrics_get_position)(fonts_hb_font *, uint32_t tag, int32_t *position);
typedef int (*fonts_hb_ot_color_has_layers)(fonts_hb_face *);
typedef unsigned (*fonts_hb_ot_color_glyph_get_layers)(
    fonts_hb_face *, uint32_t glyph, unsigned first, unsigned *count, fonts_hb_layer *);
// The colours have blue in the highest byte, followed by green, red and alpha.
typedef unsigned (*fonts_hb_ot_color_palette_get_colors)(
    fonts_hb_face *, unsigned palette, unsigned first, unsigned *count, uint32_t *colors);
typedef int (*fonts_hb_ot_color_has_svg)(fonts_hb_face *);
typedef fonts_hb_blob *(*fonts_hb_ot_color_glyph_reference_svg)(fonts_hb_face *, uint32_t glyph);
typedef int (*fonts_hb_ot_color_has_png)(fonts_hb_face *);
typedef fonts_hb_blob *(*fonts_hb_ot_color_glyph_reference_png)(fonts_hb_font *, uint32_t glyph);
typedef int (*fonts_hb_font_get_glyph_extents)(
    fonts_hb_font *, uint32_t glyph, fonts_hb_extents *);
typedef int (*fonts_hb_font_get_nominal_glyph)(fonts_hb_font *, uint32_t scalar, uint32_t *glyph);
typedef int32_t (*fonts_hb_font_get_glyph_h_advance)(fonts_hb_font *, uint32_t glyph);
typedef fonts_hb_buffer *(*fonts_hb_buffer_create)(void);
typedef void (*fonts_hb_buffer_destroy)(fonts_hb_buffer *);
typedef void (*fonts_hb_buffer_add_codepoints)(
    fonts_hb_buffer *, const uint32_t *text, int count, unsigned offset, int length);
typedef void (*fonts_hb_buffer_set_direction)(fonts_hb_buffer *, int direction);
typedef void (*fonts_hb_buffer_set_script)(fonts_hb_buffer *, uint32_t script);
typedef const fonts_hb_glyph *(*fonts_hb_buffer_get_glyph_infos)(fonts_hb_buffer *, unsigned *count);
typedef const fonts_hb_position *(*fonts_hb_buffer_get_glyph_positions)(
    fonts_hb_buffer *, unsigned *count);
typedef void (*fonts_hb_shape)(
    fonts_hb_font *, fonts_hb_buffer *, const fonts_hb_feature *features, unsigned feature_count);
typedef fonts_hb_unicode *(*fonts_hb_unicode_funcs_get_default)(void);
typedef uint32_t (*fonts_hb_unicode_script)(fonts_hb_unicode *, uint32_t scalar);

// FriBidi: fribidi-bidi.h, fribidi-bidi-types.h, fribidi-brackets.h.

// FRIBIDI_PAR_LTR, FRIBIDI_PAR_RTL, FRIBIDI_PAR_ON
#define FONTS_FRIBIDI_LEFT_TO_RIGHT 0x110U
#define FONTS_FRIBIDI_RIGHT_TO_LEFT 0x111U
#define FONTS_FRIBIDI_AUTOMATIC 0x40U

typedef void (*fonts_fribidi_get_bidi_types)(const uint32_t *text, int count, uint32_t *types);
typedef void (*fonts_fribidi_get_bracket_types)(
    const uint32_t *text, int count, const uint32_t *types, uint32_t *brackets);
typedef int8_t (*fonts_fribidi_get_par_embedding_levels_ex)(
    const uint32_t *types, const uint32_t *brackets, int count, uint32_t *direction, int8_t *levels);

// fontconfig: fontconfig.h.

typedef struct fonts_fc_config fonts_fc_config;
typedef struct fonts_fc_pattern fonts_fc_pattern;
typedef struct fonts_fc_charset fonts_fc_charset;
typedef struct fonts_fc_strings fonts_fc_strings;

// FcFontSet
typedef struct {
    int count, capacity;
    fonts_fc_pattern *const *patterns;
} fonts_fc_set;

// FcValue, of a string
typedef struct {
    int type;
    union { const char *string; double number; } content;
} fonts_fc_value;

// FcValueBindingWeak
#define FONTS_FC_BINDING_WEAK 0
// FcMatchPattern, FcResultMatch
#define FONTS_FC_MATCH_PATTERN 0
#define FONTS_FC_RESULT_MATCH 0

typedef fonts_fc_config *(*fonts_FcInitLoadConfigAndFonts)(void);
typedef fonts_fc_config *(*fonts_FcInitLoadConfig)(void);
typedef void (*fonts_FcConfigDestroy)(fonts_fc_config *);
typedef fonts_fc_strings *(*fonts_FcConfigGetConfigDirs)(fonts_fc_config *);
typedef fonts_fc_strings *(*fonts_FcConfigGetFontDirs)(fonts_fc_config *);
typedef fonts_fc_strings *(*fonts_FcConfigGetConfigFiles)(fonts_fc_config *);
typedef fonts_fc_strings *(*fonts_FcConfigGetCacheDirs)(const fonts_fc_config *);
typedef const char *(*fonts_FcStrListNext)(fonts_fc_strings *);
typedef void (*fonts_FcStrListDone)(fonts_fc_strings *);
typedef fonts_fc_pattern *(*fonts_FcPatternCreate)(void);
typedef void (*fonts_FcPatternDestroy)(fonts_fc_pattern *);
typedef int (*fonts_FcPatternAddString)(fonts_fc_pattern *, const char *object, const char *value);
typedef int (*fonts_FcPatternAddInteger)(fonts_fc_pattern *, const char *object, int value);
typedef int (*fonts_FcPatternAddBool)(fonts_fc_pattern *, const char *object, int value);
typedef int (*fonts_FcPatternGetString)(
    const fonts_fc_pattern *, const char *object, int index, const char **value);
// The binding is a value of FcValueBinding.
typedef int (*fonts_FcPatternGetWithBinding)(
    const fonts_fc_pattern *, const char *object, int index, fonts_fc_value *value, int *binding);
typedef int (*fonts_FcPatternGetInteger)(
    const fonts_fc_pattern *, const char *object, int index, int *value);
typedef int (*fonts_FcPatternGetCharSet)(
    const fonts_fc_pattern *, const char *object, int index, const fonts_fc_charset **value);
typedef int (*fonts_FcCharSetHasChar)(const fonts_fc_charset *, uint32_t scalar);
typedef int (*fonts_FcConfigSubstitute)(fonts_fc_config *, fonts_fc_pattern *, int kind);
typedef void (*fonts_FcDefaultSubstitute)(fonts_fc_pattern *);
typedef fonts_fc_pattern *(*fonts_FcFontMatch)(fonts_fc_config *, fonts_fc_pattern *, int *result);
typedef fonts_fc_set *(*fonts_FcFontSort)(
    fonts_fc_config *, fonts_fc_pattern *, int trim, void *charset, int *result);
typedef void (*fonts_FcFontSetDestroy)(fonts_fc_set *);

#endif
