/* After a swap: the focus goes to what is asked, and a screen reader hears what happened. */
(() => {
  "use strict";

  const page = document.getElementById("page");
  const sentence = () => page.querySelector("[data-say]")?.dataset.say;
  let heard = sentence(); // what stood there when the page came is read, not announced

  document.addEventListener("htmx:afterSettle", ({ detail }) => {
    const isRefresh = Boolean(detail.requestConfig); // asked for by live.js: nobody tapped
    if (!isRefresh) page.querySelector("[data-focus]")?.focus({ preventScroll: true });
    const now = sentence();
    if (!now || now === heard) return;
    heard = now;
    document.getElementById("said").textContent = now;
  });

  document.querySelector("#effect")?.focus();
})();
