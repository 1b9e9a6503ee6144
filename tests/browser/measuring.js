/* What the layout tests measure on a page; each answers a list of complaints. */
(() => {
  // A hand in the chart may be as narrow as it is, and so may one of ten columns above the keys: the same link, large
  // enough, stands in the sheet.
  const TAPPABLE = "a[href]:not(.hits a, .ten a), button, summary, select, input:not([type=hidden]), label:has(> input:is([type=radio], [type=checkbox]))";

  const shown = (e) =>
    e.checkVisibility({ visibilityProperty: true }) && !e.closest(".unseen, .skip") && e.getBoundingClientRect().width > 0;

  const named = (e) => {
    const part = e.className && typeof e.className === "string" ? `.${e.className.trim().split(/\s+/).join(".")}` : "";
    return `<${e.tagName.toLowerCase()}${part}> ${e.textContent.trim().replace(/\s+/g, " ").slice(0, 40)}`;
  };

  const all = (selector) => [...document.querySelectorAll(selector)].filter(shown);

  const scrolls = (e) => {
    const sheet = e.closest(".paper, .scrolled");
    return sheet && getComputedStyle(sheet).overflowX === "auto";
  };

  // A link within a sentence may be as small as its words.
  const inSentence = (e) => e.matches("p a:not(.button):not(.chip), li p a");

  const sideways = (width) => {
    const wide = document.documentElement.scrollWidth;
    const hidden = all(TAPPABLE).filter((e) => !scrolls(e) && e.getBoundingClientRect().left < -1);
    return [...(wide > width ? [`${wide} px wide on ${width}`] : []), ...hidden.map((e) => `beyond the left edge: ${named(e)}`)];
  };

  const tall = () =>
    parseFloat(getComputedStyle(document.documentElement).fontSize) > 16
      ? []
      : all(".bar").flatMap((e) => (e.getBoundingClientRect().height > 60 ? [`the header has more than one line: ${named(e)}`] : []));

  const small = () =>
    all(TAPPABLE).flatMap((e) => {
      const { width, height } = e.getBoundingClientRect();
      if (inSentence(e) || (e.matches("input:is([type=radio], [type=checkbox])") && e.closest("label"))) return [];
      const isNumber = e.matches(".numbers .offer");
      const isWide = isNumber && innerWidth >= 390 && innerHeight >= 480;
      const least = isNumber && innerWidth < 360 ? 44 : isNumber && !isWide ? 52 : isNumber || e.matches(".choices .offer") ? 56 : 44;
      return height >= least - 0.01 && width >= (isWide ? 55.99 : 43.99) ? [] : [`${named(e)}: ${width.toFixed(1)} × ${height.toFixed(1)}`];
    });

  const overlapping = () => {
    const modal = document.querySelector("dialog[open], :popover-open"); // nothing behind it can be tapped
    const inReach = (e) => !modal || modal.contains(e);
    const floats = (e) => Boolean(e.closest(".dock, .needs, .minus")); // over what is scrolled, or on a tile
    const things = all(TAPPABLE).filter((e) => !e.closest("#trouble, #waiting") && inReach(e));
    const boxes = things.map((e) => e.getBoundingClientRect());
    const found = [];
    things.forEach((one, i) =>
      things.slice(i + 1).forEach((other, j) => {
        if (one.contains(other) || other.contains(one) || floats(one) !== floats(other)) return;
        const [a, b] = [boxes[i], boxes[i + 1 + j]];
        const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (across > 1 && down > 1) found.push(`${named(one)} over ${named(other)}`);
      }),
    );
    return found;
  };

  const clips = (e) => /hidden|clip/.test(getComputedStyle(e).overflowX);
  const clipped = (e) => e && (clips(e) || clipped(e.parentElement));

  // Text that is cut off, or that leaves its box or the page. A name that fills half a line may end in an ellipsis, and
  // so may what stands in the header, unless its reader asked for larger text.
  const lost = (width) => {
    const found = [];
    const large = parseFloat(getComputedStyle(document.documentElement).fontSize) > 16;
    const shortened = (e, style) => !large && (e.closest(".bar") || e.textContent.trim().length > 16) && (style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none");
    for (const e of all("body *")) {
      const style = getComputedStyle(e);
      // What is typed scrolls in its field; a tight line's own ascenders are no lost line.
      if (e.matches("progress, progress *, svg, svg *, input, select") || !clips(e) || shortened(e, style)) continue;
      const line = parseFloat(style.fontSize) / 2;
      if (e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + line) found.push(`cut: ${named(e)}`);
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (!node.data.trim() || !shown(parent) || parent.closest("option") || clipped(parent)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const box = parent.closest("button, .button, .chip, td, th, .offer, .rows a, summary, dd, dt, li, p");
      const edge = box && getComputedStyle(box).display !== "inline" ? box.getBoundingClientRect() : null;
      for (const rect of range.getClientRects()) {
        if (!rect.width) continue;
        if (!scrolls(parent) && (rect.right > width + 1 || rect.left < -1)) found.push(`off the page: ${named(parent)}`);
        else if (edge && (rect.right > edge.right + 1.5 || rect.left < edge.left - 1.5)) found.push(`out of its box: ${named(box)}`);
      }
    }
    return [...new Set(found)];
  };

  // Colours: computed values over everything that lies beneath.

  const channels = (text) => {
    const [r, g, b, a = 1] = text.match(/[\d.]+/g).map(Number);
    return [r, g, b, a];
  };

  const over = ([r, g, b, a], [R, G, B]) => [r * a + R * (1 - a), g * a + G * (1 - a), b * a + B * (1 - a), 1];

  const light = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map((c) => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };

  const contrast = (one, other) => {
    const [a, b] = [light(one), light(other)].sort((x, y) => y - x);
    return (a + 0.05) / (b + 0.05);
  };

  const ground = (e) => {
    if (!e) return [255, 255, 255, 1];
    const style = getComputedStyle(e);
    const own = channels((e.matches(".brief .now") ? getComputedStyle(e, "::before") : style).backgroundColor);
    // A pattern counts with the colour that it is drawn in.
    const drawn = style.backgroundImage.match(/rgba?\([^)]*\)/g) || [];
    const beneath = own[3] === 1 ? own : over(own, ground(e.parentElement));
    return drawn.map(channels).filter((c) => c[3] > 0).reduce((under, colour) => over(colour, under), beneath);
  };

  const faint = (selector, least) =>
    all(selector).flatMap((e) => {
      const ratio = contrast(over(channels(getComputedStyle(e).color), ground(e)), ground(e));
      return ratio >= least ? [] : [`${named(e)}: ${ratio.toFixed(2)}`];
    });

  const edgeless = (least) =>
    all("button, .button, .chip, select, input:not([type=radio]), .pick span, progress").flatMap((e) => {
      const style = getComputedStyle(e);
      const [inside, outside] = [ground(e), ground(e.parentElement)];
      if (style.borderTopWidth === "0px" && contrast(inside, outside) === 1) return []; // looks like a link
      // A button without a border may be drawn by a line within.
      const line = style.borderTopWidth !== "0px" ? style.borderTopColor : style.boxShadow.match(/rgba?\([^)]*\)/)?.[0];
      const border = line ? contrast(over(channels(line), outside), outside) : 1;
      const ratio = Math.max(border, contrast(inside, outside));
      return ratio >= least ? [] : [`${named(e)}: ${ratio.toFixed(2)}`];
    });

  // The way on is red, and there is one. Everything else that is red has other reasons: see `lost` in scorekeeper.css.
  const red = () => {
    const ways = all(".main").map(named);
    return ways.length > 1 ? [`${ways.length} red buttons: ${ways.join(" | ")}`] : [];
  };

  // A player's name stands beside their face, unless it is part of a sentence or of a list of choices.
  const PART = "li, tr, th, td, label, a, button, summary, dt, legend, h1, h2, h3, caption";
  const faceless = (names) => {
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (!names.includes(node.data.trim()) || !shown(parent) || parent.closest("option, textarea, svg")) continue;
      if (!parent.closest(PART)?.querySelector(".face, .field-of")) found.push(`no face: ${named(parent)}`);
    }
    return found;
  };

  window.measure = { sideways, tall, small, overlapping, lost, faint, edgeless, red, faceless };
})();
