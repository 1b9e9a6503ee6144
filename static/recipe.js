/* How a game is scored: every answer brings a new made-up round, and the questions that then matter. Without this script,
   a button does so. */
(() => {
  "use strict";

  const form = document.getElementById("scoring");
  const written = () => new URLSearchParams(new FormData(form)).toString();
  let asking = null;

  const replace = (answer, id) => {
    const focused = document.activeElement?.id;
    document.getElementById(id).replaceWith(answer.getElementById(id));
    if (focused && document.activeElement?.id !== focused) document.getElementById(focused)?.focus();
  };

  form.addEventListener("change", async ({ target }) => {
    asking?.abort();
    asking = new AbortController();
    const before = written();
    const body = new URLSearchParams(`${before}&preview=1`);
    try {
      const response = await fetch(form.action, { method: "POST", body, signal: asking.signal });
      const answer = new DOMParser().parseFromString(await response.text(), "text/html");
      // Whoever has gone on typing would lose it; their next answer asks again.
      if (!response.ok || written() !== before) return;
      if (target.closest("#more")) replace(answer, "more");
      replace(answer, "made-up");
    } catch {
      // What is asked stays as it was.
    }
  });
})();
