// libanimrender: frames of animations in memory.
//
// Opens Lottie, SVG, GIF, APNG, WebP, AVIF and the other files that x11viewer renders, and draws their frames. The
// pixels are those of `x11viewer render`, on every machine.
//
// Threads: use a handle on one thread at a time, and different handles on any threads with 2 MB of stack. A handle
// draws on the calling thread. The library has no global state, starts no threads, installs no signal handlers, and
// doesn't call exit. Animations can only read files in the folders of the options.
//
// Functions that return int return ANIMRENDER_OK or another status. Strings are UTF-8.

#ifndef ANIMRENDER_H
#define ANIMRENDER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Status. Later versions may have more.
enum {
  ANIMRENDER_OK = 0,
  // An argument is invalid: NULL, a frame that doesn't exist, a size that can't be drawn, an unknown marker.
  ANIMRENDER_INVALID_ARGUMENT = 1,
  // The bytes aren't an animation in a supported format, are corrupt, or exceed a limit.
  ANIMRENDER_INVALID_FILE = 2,
  // Something that the animation needs can't be read.
  ANIMRENDER_UNREADABLE = 3
};

// Pixel formats: the order of the bytes in memory, one for each channel.
enum {
  // Red, green, blue, alpha. Colours are not multiplied by alpha, as in PNG files and SDL_PIXELFORMAT_RGBA32.
  ANIMRENDER_RGBA8 = 0,
  // The same, with colours multiplied by alpha.
  ANIMRENDER_RGBA8_PREMULTIPLIED = 1,
  // Blue, green, red, alpha, with colours multiplied by alpha. On little-endian machines, this is Cairo's
  // CAIRO_FORMAT_ARGB32 and QImage::Format_ARGB32_Premultiplied.
  ANIMRENDER_BGRA8_PREMULTIPLIED = 2
};

// Flags of animrender_options.
enum {
  // Draw text with the fonts of the system if the file has none. Images then depend on the machine.
  ANIMRENDER_SYSTEM_FONTS = 1,
  // Draw the values that are stored with expressions instead of evaluating the expressions.
  ANIMRENDER_NO_EXPRESSIONS = 2
};

// An open animation.
typedef struct animrender animrender;

// The options for opening an animation. Initialize them with ANIMRENDER_OPTIONS, which sets the defaults, so that
// programs remain compatible when a later version has more options. Formats ignore options that they don't have.
typedef struct animrender_options {
  // sizeof(animrender_options)
  size_t size;
  // The identifier of an animation in a file with several, or NULL for the first.
  const char *animation;
  // The identifier of a theme, or NULL for the initial theme of the animation.
  const char *theme;
  // The name of the part to play, or NULL for the whole animation.
  const char *marker;
  // A folder with fonts for text, or NULL.
  const char *font_folder;
  // A folder with images and other files that the animation may refer to, or NULL for none.
  const char *resource_folder;
  // A combination of flags.
  uint32_t flags;
} animrender_options;

#define ANIMRENDER_OPTIONS {sizeof(animrender_options), NULL, NULL, NULL, NULL, NULL, 0}

// The properties of an animation. Set `size` to sizeof(animrender_properties) before the call.
typedef struct animrender_properties {
  size_t size;
  // The intended size, in pixels.
  uint32_t width;
  uint32_t height;
  // The played frames: `frame_count` of them, counted from `first_frame`. Only markers don't start with frame 0.
  uint32_t first_frame;
  uint32_t frame_count;
  // The number of frames per second, or 0 if frames have different durations.
  double frame_rate;
  // The duration of one cycle, in nanoseconds. 0 for still images.
  int64_t duration;
} animrender_properties;

// A feature of a file that isn't drawn as intended. Set `size` to sizeof(animrender_diagnostic) before the call.
typedef struct animrender_diagnostic {
  size_t size;
  // The stable code, such as "lottie.unsupported-effect".
  const char *code;
  // "remark", "approximated", "not drawn" or "invalid".
  const char *severity;
  // The location, such as "layers[3].ef[0]", or an empty string for the whole file.
  const char *path;
  // The name of the layer, or NULL.
  const char *layer;
  // A sentence for people, which may change between versions.
  const char *message;
  // The position in the text of an SVG file, counted from 1, or 0.
  uint32_t line;
  uint32_t column;
} animrender_diagnostic;

// Opens the bytes of a file, which are copied.
//
// options: The options, or NULL for the defaults.
// animation: Receives the handle, to be closed with animrender_close, or NULL after an error.
// message: Receives the reason for an error, ended by a zero and shortened to `message_size` bytes, or NULL.
int animrender_open(const void *bytes, size_t count, const animrender_options *options,
                    animrender **animation, char *message, size_t message_size);

// Creates another handle for the same animation, for another thread. It shares the memory of the file, and is closed
// separately, in any order.
int animrender_copy(const animrender *animation, animrender **copy);

// Closes a handle. All strings that it returned become invalid. NULL is ignored.
void animrender_close(animrender *animation);

// Returns the reason for the last error of a call with this handle, or an empty string. It is valid until the next
// error.
const char *animrender_message(const animrender *animation);

int animrender_get_properties(animrender *animation, animrender_properties *properties);

// Returns a description of the file as a JSON object, with the fields of `x11viewer info --json`, or NULL without a
// handle. It is valid until the handle is closed. For images, this reads all frames.
const char *animrender_info(animrender *animation);

// Returns the number of diagnostics: those of the file, and possibly one more for something that was left out of a
// drawn frame. Strings of earlier diagnostics become invalid.
size_t animrender_diagnostic_count(animrender *animation);

// Returns the diagnostic at an index below the last result of animrender_diagnostic_count.
int animrender_get_diagnostic(animrender *animation, size_t index,
                              animrender_diagnostic *diagnostic);

// Returns the time at which a played frame is first shown, in nanoseconds.
int animrender_get_frame_time(animrender *animation, uint32_t frame, int64_t *nanoseconds);

// Draws a frame, counted from 0 as in `x11viewer render --frame`, fitted into the buffer.
//
// pixels: The caller's buffer, every pixel of which is set. Unchanged after an error.
// stride: The number of bytes from one row to the next, at least 4 * width. Bytes between rows are unchanged.
// format: A pixel format.
int animrender_draw_frame(animrender *animation, uint32_t frame, void *pixels, uint32_t width,
                          uint32_t height, size_t stride, int format);

// Draws the image at a time since the start, as in `x11viewer render --at`. Animations repeat.
int animrender_draw_time(animrender *animation, int64_t nanoseconds, void *pixels, uint32_t width,
                         uint32_t height, size_t stride, int format);

// Writes the SHA-256 of a frame, as in `x11viewer render --hash`: 64 hexadecimal digits and a zero.
int animrender_hash_frame(animrender *animation, uint32_t frame, uint32_t width, uint32_t height,
                          char hash[65]);

#ifdef __cplusplus
}
#endif

#endif
