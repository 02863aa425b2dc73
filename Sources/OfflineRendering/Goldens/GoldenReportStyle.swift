/// The style sheet and the script of a report's page.
enum GoldenReportStyle {
  static let sheet = """
    :root {
      --text: #1d2129; --faint: #667085; --page: #f5f6f8; --card: #fff; --line: #d9dde3;
      --mark: #d1005b;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --text: #e6e8ec; --faint: #98a2b3; --page: #14171c; --card: #1d2128; --line: #343a45;
        --mark: #ff5c9e;
      }
    }
    * { box-sizing: border-box; }
    body {
      margin: 0 auto; max-width: 110rem; padding: 1.5rem; background: var(--page);
      color: var(--text); font: 1rem/1.5 system-ui, sans-serif;
    }
    h1 { font-size: 1.5rem; margin: 0; }
    h2 { font-size: 1.1rem; margin: 0; overflow-wrap: anywhere; }
    h2 span { color: var(--faint); font-weight: normal; }
    p { margin: .25rem 0 1rem; }
    article > :last-child { margin: .75rem 0 0; }
    code { color: var(--faint); overflow-wrap: anywhere; }
    article {
      background: var(--card); border: 1px solid var(--line); border-radius: .5rem;
      margin: 1rem 0; padding: 1rem; content-visibility: auto; contain-intrinsic-size: auto 30rem;
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
    img { display: block; max-width: 100%; height: auto; image-rendering: pixelated; }
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
    .slider input { display: block; width: 100%; margin: .5rem 0 0; accent-color: var(--mark); }
    """

  static let script = """
    document.addEventListener("input", (event) => {
      const figure = event.target.closest(".slider");
      if (figure) figure.style.setProperty("--place", event.target.value + "%");
    });
    """
}
