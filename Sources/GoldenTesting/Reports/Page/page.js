document.addEventListener("input", (event) => {
  const figure = event.target.closest(".slider");
  if (figure) figure.style.setProperty("--place", event.target.value + "%");
});

const cards = [...document.querySelectorAll(".card[data-name]")];
const form = document.querySelector("nav form");
document.querySelector("footer").hidden = false;
if (form) {
  form.hidden = false;
  const search = form.querySelector("input[type=search]");
  const links = [...document.querySelectorAll("nav li")];
  const filter = () => {
    const wanted = new Set([...form.querySelectorAll(":checked")].map((box) => box.value));
    const text = search.value.toLowerCase();
    cards.forEach((card, index) => {
      const shown = wanted.has(card.dataset.verdict)
        && card.dataset.name.toLowerCase().includes(text);
      card.hidden = links[index].hidden = !shown;
    });
  };
  form.addEventListener("input", filter);
  form.addEventListener("submit", (event) => event.preventDefault());
}

// How two images differ, in words. Images of different sizes are not compared.
function describe(difference) {
  if (!difference) return "not to be compared";
  const { pixels, maximum } = difference;
  if (!pixels) return "as expected";
  return `${pixels} ${pixels === 1 ? "pixel differs" : "pixels differ"}, by at most ${maximum} of 255`;
}

class Video {
  constructor(root) {
    this.data = JSON.parse(root.querySelector("script").textContent);
    this.index = 0;
    this.timer = 0;
    this.chart = root.querySelector(".chart");
    const bar = document.createElement("div");
    bar.className = "bar";
    this.button = document.createElement("button");
    this.button.type = "button";
    this.button.textContent = "▶";
    this.button.setAttribute("aria-label", "play or pause");
    this.scrubber = document.createElement("input");
    this.scrubber.type = "range";
    this.scrubber.max = this.data.steps.length - 1;
    this.scrubber.value = 0;
    this.scrubber.setAttribute("aria-label", "frame");
    this.label = document.createElement("output");
    bar.append(this.button, this.scrubber);
    const row = document.createElement("div");
    row.className = "row";
    this.played = this.data.played && new PlayedVideo(this.data);
    this.images = ["expected", "actual", "difference"].map((name) => {
      const figure = document.createElement("figure");
      const caption = document.createElement("figcaption");
      caption.textContent = name;
      const box = document.createElement("div");
      box.className = "image";
      const image = this.played ? this.played.pane(name) : document.createElement("img");
      if (!this.played) {
        image.alt = name;
        image.width = this.data.width;
        image.height = this.data.height;
      }
      if (this.data.factor > 1) image.className = "enlarged";
      box.append(image);
      figure.append(caption, box);
      row.append(figure);
      return image;
    });
    root.prepend(row);
    root.append(bar, this.label);
    this.button.addEventListener("click", () => this.toggle());
    this.scrubber.addEventListener("input", () => this.show(Number(this.scrubber.value)));
    this.chart.addEventListener("click", (event) => {
      const box = this.chart.getBoundingClientRect();
      const count = this.data.steps.length;
      this.show(Math.floor((event.clientX - box.left) / box.width * count));
    });
    // Load videos when they become visible.
    if (!this.played) return this.showWorst();
    new IntersectionObserver((entries, observer) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      this.showWorst();
    }).observe(root);
  }
  show(index) {
    const count = this.data.steps.length;
    this.index = (index % count + count) % count;
    const step = this.data.steps[this.index];
    this.scrubber.value = this.index;
    const name = this.data.names ? this.data.names[this.index] : `frame ${step[0]}`;
    const label = (text) => { this.label.textContent = `${name}: ${text}`; };
    if (this.played) {
      this.played.show(step[0], this.images).then(
        (difference) => label(describe(difference)),
        (error) => label(`not to be played here, ${error.message}`));
      return;
    }
    this.images.forEach((image, role) => {
      const path = step[role + 1];
      image.classList.toggle("empty", !path);
      if (path) image.src = path;
    });
    const isCompared = step[4] || step[1] && step[1] === step[2];
    label(describe(isCompared && { pixels: step[4], maximum: step[5] }));
  }
  showWorst() {
    const worst = this.data.steps.findIndex((step) => step[0] === this.data.worst);
    this.show(Math.max(worst, 0));
  }
  load() {
    if (this.loaded || this.played) return;
    this.loaded = this.data.steps.flatMap((step) => step.slice(1, 4).filter(Boolean))
      .map((path) => { const image = new Image(); image.src = path; return image; });
  }
  toggle() {
    this.load();
    if (this.timer) { clearInterval(this.timer); this.timer = 0; }
    else this.timer = setInterval(
      () => this.show(this.index + 1), 1000 / Math.min(this.data.rate, 60));
    this.button.textContent = this.timer ? "⏸" : "▶";
  }
}
const videos = new Map();
for (const root of document.querySelectorAll(".video")) {
  videos.set(root.closest(".card"), new Video(root));
}

let current = -1;
const shown = () => cards.filter((card) => !card.hidden);
const go = (step) => {
  const list = shown();
  if (!list.length) return;
  current = (current + step + list.length) % list.length;
  list[current].focus({ preventScroll: true });
  list[current].scrollIntoView();
};
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.matches("input")) {
    if (event.key === "Escape") event.target.blur();
    return;
  }
  const card = event.target.closest(".card") || shown()[Math.max(current, 0)];
  const video = videos.get(card);
  const keys = {
    n: () => go(1),
    p: () => go(-1),
    "/": () => form && form.querySelector("input[type=search]").focus(),
    f: video && (() => video.showWorst()),
    ArrowLeft: video && (() => video.show(video.index - 1)),
    ArrowRight: video && (() => video.show(video.index + 1)),
    " ": video && !event.target.matches("button, a") && (() => video.toggle()),
  };
  if (!keys[event.key]) return;
  event.preventDefault();
  keys[event.key]();
});
