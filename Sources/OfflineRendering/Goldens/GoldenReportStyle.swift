import LinuxSystem

/// The style sheet and the script of a report's page.
enum GoldenReportStyle {
  static let sheet = """
    :root {
      --text: #1d2129; --faint: #667085; --page: #f5f6f8; --card: #fff; --line: #d9dde3;
      --mark: #d1005b; --bar: #7a2750;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --text: #e6e8ec; --faint: #98a2b3; --page: #14171c; --card: #1d2128; --line: #343a45;
        --mark: #ff5c9e; --bar: #ff9cc4;
      }
    }
    * { box-sizing: border-box; }
    body {
      margin: 0 auto; max-width: 110rem; padding: 1.5rem; background: var(--page);
      color: var(--text); font: 1rem/1.5 system-ui, sans-serif;
    }
    @media (max-width: 40rem) { body { padding: .75rem; } }
    h1 { font-size: 1.5rem; margin: 0; }
    h2 { font-size: 1.1rem; margin: 0; overflow-wrap: anywhere; }
    h3 { font-size: 1rem; margin: 1rem 0 0; }
    h2 span, nav span { color: var(--faint); font-weight: normal; }
    .differs > h2 span, nav .differs span { color: var(--mark); }
    p { margin: .25rem 0 1rem; overflow-wrap: anywhere; }
    code { color: var(--faint); overflow-wrap: anywhere; }
    .card {
      background: var(--card); border: 1px solid var(--line); border-radius: .5rem;
      margin: 1rem 0; padding: 1rem; content-visibility: auto; contain-intrinsic-size: auto 30rem;
    }
    .card[hidden], nav li[hidden] { display: none; }
    .card:target, .card:focus { outline: 2px solid var(--mark); }
    .card > :last-child, article > :last-child { margin-bottom: 0; }
    a { color: inherit; }
    nav form { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; }
    nav form[hidden] { display: none; }
    nav ol {
      margin: .5rem 0; padding: 0; list-style: none; max-height: 40vh; overflow-y: auto;
      columns: 22rem; column-gap: 2rem;
    }
    nav li { overflow-wrap: anywhere; break-inside: avoid; }
    input[type=search], button {
      font: inherit; color: inherit; background: var(--card); border: 1px solid var(--line);
      border-radius: .25rem; padding: .25rem .5rem;
    }
    .row {
      display: grid; gap: 1rem; align-items: start;
      grid-template-columns: repeat(auto-fill, minmax(min(18rem, 100%), 1fr));
    }
    figure { margin: 0; min-width: 0; }
    figcaption { color: var(--faint); font-size: .875rem; }
    .picture {
      display: block; position: relative; width: fit-content; max-width: 100%;
      border: 1px solid var(--line);
      background: repeating-conic-gradient(#b4b9c2 0 25%, #c6cad1 0 50%) 0 0 / 16px 16px;
    }
    img, canvas { display: block; max-width: 100%; height: auto; }
    .enlarged { image-rendering: pixelated; }
    .picture i {
      position: absolute; box-sizing: content-box; margin: -4px; padding: 2px;
      border: 2px solid var(--mark); border-radius: 2px;
    }
    .slider { --place: 50%; width: fit-content; max-width: 100%; }
    .slider img + img {
      position: absolute; inset: 0; background: inherit;
      clip-path: inset(0 calc(100% - var(--place)) 0 0);
    }
    .slider .picture::after {
      content: ""; position: absolute; top: 0; bottom: 0; left: var(--place); width: 2px;
      margin-left: -1px; background: var(--mark);
    }
    input[type=range] { display: block; width: 100%; margin: .5rem 0 0; accent-color: var(--mark); }
    .chart {
      display: block; width: 100%; height: 2.5rem; margin: .5rem 0 0; fill: var(--bar);
      border-bottom: 1px solid var(--line);
    }
    .film .bar { display: flex; gap: .5rem; align-items: center; margin: .5rem 0; }
    .film .bar input { flex: 1; margin: 0; }
    .film .empty { visibility: hidden; }
    footer { color: var(--faint); font-size: .875rem; }
    kbd { border: 1px solid var(--line); border-radius: .25rem; padding: 0 .3rem; }
    """

  static let script = """
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

    class Film {
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
        this.played = this.data.played && new PlayedFilm(this.data);
        this.images = ["expected", "actual", "difference"].map((name) => {
          const figure = document.createElement("figure");
          const caption = document.createElement("figcaption");
          caption.textContent = name;
          const box = document.createElement("div");
          box.className = "picture";
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
        // What is played is loaded when it comes into view.
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
        if (this.played) {
          const shown = (text) => { this.label.textContent = `frame ${step[0]}: ${text}`; };
          this.played.show(step[0], this.images)
            .then(shown, (error) => shown(`not to be played here, ${error.message}`));
          return;
        }
        this.images.forEach((image, role) => {
          const path = step[role + 1];
          image.classList.toggle("empty", !path);
          if (path) image.src = path;
        });
        this.label.textContent = `frame ${step[0]}: `
          + (step[4] ? `${step[4]} pixels differ, by at most ${step[5]} of 255`
            : step[1] && step[1] === step[2] ? "as expected" : "not to be compared");
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
    const films = new Map();
    for (const root of document.querySelectorAll(".film")) {
      films.set(root.closest(".card"), new Film(root));
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
      const film = films.get(card);
      const keys = {
        n: () => go(1),
        p: () => go(-1),
        "/": () => form && form.querySelector("input[type=search]").focus(),
        f: film && (() => film.showWorst()),
        ArrowLeft: film && (() => film.show(film.index - 1)),
        ArrowRight: film && (() => film.show(film.index + 1)),
        " ": film && !event.target.matches("button, a") && (() => film.toggle()),
      };
      if (!keys[event.key]) return;
      event.preventDefault();
      keys[event.key]();
    });
    """
}
