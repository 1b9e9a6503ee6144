/* A tap anywhere in a row of a table follows the row's link. After a swap, the focus moves to the question, and screen
   readers announce what happened. A form that goes on with an import sends itself. */
/* Whether the app has answered, and not a hotel's portal or a proxy. */
const isOurs = ({ headers }) => headers.has("Scorekeeper");

(() => {
  "use strict";

  const page = document.getElementById("page");
  const sentence = () => page.querySelector("[data-say]")?.dataset.say;
  let heard = sentence(); // what was on the page when it loaded is read with the page, not announced

  document.addEventListener("htmx:afterSettle", ({ detail }) => {
    const isRefresh = Boolean(detail.requestConfig); // requested by live.js; nobody tapped
    if (!isRefresh) page.querySelector("[data-focus]")?.focus({ preventScroll: true });
    const now = sentence();
    if (!now || now === heard) return;
    heard = now;
    document.getElementById("said").textContent = now;
  });

  document.addEventListener("click", ({ target }) => {
    const row = target.closest("[data-row]");
    if (row && !target.closest("a")) row.querySelector("a").click();
  });

  document.querySelector("#effect")?.focus();
  // Before the page has loaded, so that the next one replaces it in the history.
  document.querySelector("form[data-again]")?.requestSubmit();
})();
