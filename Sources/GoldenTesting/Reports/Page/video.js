const deliveries = new Map();
function deliver(name, text) {
  deliveries.get(name)(Uint8Array.from(atob(text), (character) => character.charCodeAt(0)));
}
const receive = ([name, path]) => new Promise((resolve, reject) => {
  deliveries.set(name, resolve);
  const script = document.createElement("script");
  script.onerror = () => reject(new Error(`${path} is missing`));
  script.src = path;
  document.head.append(script);
});

let program;
async function compile() {
  const packed = await receive(JSON.parse(document.getElementById("program").textContent));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(stream).arrayBuffer());
}

// One version of an animation.
class Version {
  constructor(data, lottie) { Object.assign(this, data, { lottie }); }
  static async load(data) {
    program ??= compile();
    const [module, file] = await Promise.all([program, receive(data.file)]);
    const lottie = (await WebAssembly.instantiate(module)).exports;
    const version = new Version(data, lottie);
    version.bytes(lottie.lottie_buffer(file.length), file.length).set(file);
    const length = lottie.lottie_load(file.length);
    if (length) {
      const message = version.bytes(lottie.lottie_message(), length).slice();
      throw new Error(new TextDecoder().decode(message));
    }
    return version;
  }
  // The memory is a different object after it has grown.
  bytes(start, count) { return new Uint8ClampedArray(this.lottie.memory.buffer, start, count); }
  draw(frame) {
    if (frame >= this.frames) return null;
    const start = this.lottie.lottie_draw(frame, this.width, this.height, this.background);
    const pixels = this.bytes(start, 4 * this.width * this.height).slice();
    return new ImageData(pixels, this.width, this.height);
  }
}

// The difference of two images, as measured and shown by the report.
function compare(a, b) {
  const picture = new ImageData(a.width, a.height);
  let [pixels, maximum] = [0, 0];
  const channel = (data, place, index) => index < 3
    ? Math.round(data[place + index] * data[place + 3] / 255) : data[place + 3];
  for (let place = 0; place < a.data.length; place += 4) {
    const difference = [0, 1, 2, 3].map((index) =>
      Math.abs(channel(a.data, place, index) - channel(b.data, place, index)));
    const most = Math.max(...difference);
    picture.data[place + 3] = 255;
    if (!most) continue;
    pixels += 1;
    maximum = Math.max(maximum, most);
    for (let index = 0; index < 3; index++) {
      const shown = Math.max(difference[index], difference[3]);
      if (shown) picture.data[place + index] = 64 + Math.floor(shown * 191 / 255);
    }
  }
  return { picture, pixels, maximum };
}

// Draws both versions of an animation and their difference.
class PlayedVideo {
  constructor(data) { this.data = data; }
  pane(name) {
    const canvas = document.createElement("canvas");
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", name);
    canvas.width = this.data.width / this.data.factor;
    canvas.height = this.data.height / this.data.factor;
    canvas.style.width = `${this.data.width}px`;
    return canvas;
  }
  // Shows a frame, and returns its difference, or null if it is missing or has another size in one version.
  async show(frame, panes) {
    this.wanted = frame;
    this.versions ??= Promise.all(this.data.played.map(Version.load));
    const versions = await this.versions;
    // Only draw the last frame requested in the meantime.
    const [expected, actual] = versions.map((version) => version.draw(this.wanted));
    const compared = expected && actual && expected.width === actual.width
      && expected.height === actual.height ? compare(expected, actual) : null;
    [expected, actual, compared && compared.picture].forEach((picture, index) => {
      panes[index].classList.toggle("empty", !picture);
      if (!picture) return;
      Object.assign(panes[index], { width: picture.width, height: picture.height });
      panes[index].getContext("2d").putImageData(picture, 0, 0);
    });
    return compared;
  }
}
