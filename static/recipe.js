/* How a game is scored: every answer brings a new made-up round, and the questions that then matter. Without this script,
   a button does so. */
(() => {
  "use strict";

  const form = document.getElementById("scoring");
  const written = () => new URLSearchParams(new FormData(form)).toString();
  let asking = null;

  const replace = (answer, id) => {
    const now = document.getElementById(id), next = answer.getElementById(id);
    if (!now || !next || now.isEqualNode(next)) return;
    const focused = document.activeElement?.id;
    now.replaceWith(next);
    if (focused && document.activeElement?.id !== focused) document.getElementById(focused)?.focus();
  };

  const ask = async (more, parts) => {
    asking?.abort();
    asking = new AbortController();
    const before = written();
    const body = new URLSearchParams(`${before}&${more}`);
    try {
      const response = await fetch(form.action, { method: "POST", body, signal: asking.signal });
      const answer = new DOMParser().parseFromString(await response.text(), "text/html");
      // Whoever has gone on typing would lose it; their next answer asks again.
      if (written() !== before) return;
      for (const id of parts) replace(answer, id);
    } catch {
      // What is asked stays as it was.
    }
  };

  const preview = (...more) => ask("preview=1", ["made-up", "dock", ...more]);
  const renew = () => preview("asked", "told", "more");

  /* The number for a row can be in its name, such as "1s". If not, it's typed next, unless arrow keys go on choosing. */
  const fill = (target) => {
    const asked = "#rows .with:has(:checked) >";
    const named = form.querySelector(`${asked} [data-named]`);
    const [number] = form.elements["row-name"].value.match(/\d+/) ?? [];
    if (named && named !== target && number) named.value = number;
    if (target.matches("[type=radio]:not(:focus-visible)")) form.querySelector(`${asked} :placeholder-shown`)?.focus();
  };

  form.addEventListener("change", ({ target }) => target.closest("#rows") ?? renew());
  // While a number is typed, its field must stay.
  form.addEventListener("input", ({ target }) => (target.closest("#rows") ? fill(target) : preview()));
  // Whoever comes back has their answers again, but the questions of before.
  addEventListener("pageshow", () => {
    if (performance.getEntriesByType("navigation")[0]?.type === "back_forward") renew();
  });
  // A number beside a tile chooses it.
  form.addEventListener("focusin", ({ target }) => {
    const tile = target.closest(".with")?.querySelector("[type=radio]");
    if (!tile || target === tile || tile.checked) return;
    tile.checked = true;
    tile.dispatchEvent(new Event("change", { bubbles: true }));
  });
  form.addEventListener("submit", (event) => {
    const { name, value } = event.submitter ?? {};
    if (name !== "row" && name !== "preview") return;
    event.preventDefault();
    // The return key adds the row that is being typed.
    const typing = document.activeElement.closest("#rows")?.querySelector("[value=add], [value^=change]");
    const row = name === "row" ? value : typing?.value;
    if (!row) return renew();
    ask(new URLSearchParams({ row }), ["rows", "asked", "told", "more", "made-up", "dock"])
      .then(() => document.getElementById("id_row-name").focus());
  });
})();
