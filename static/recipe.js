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

  form.addEventListener("change", ({ target }) => {
    if (!target.closest("#rows")) ask("preview=1", ["asked", "more", "made-up", "dock"]);
  });
  // A number beside a tile chooses it.
  form.addEventListener("focusin", ({ target }) => {
    const tile = target.closest(".with")?.querySelector("[type=radio]");
    if (!tile || target === tile || tile.checked) return;
    tile.checked = true;
    tile.dispatchEvent(new Event("change", { bubbles: true }));
  });
  form.addEventListener("submit", (event) => {
    if (event.submitter?.name !== "row") return;
    event.preventDefault();
    ask(new URLSearchParams({ row: event.submitter.value }), ["rows", "asked", "made-up", "dock"])
      .then(() => document.getElementById("id_row-name").focus());
  });
})();
