/* Sending something to others: with the phone's own sheet where there is one, or by the clipboard. Where there is none
   (over http), a tap on Copy selects the text in a field. */
(() => {
  "use strict";

  const say = (text) => (said.textContent = text);

  /* Closing it is no failure. */
  const share = (what, otherwise) =>
    navigator.share(what).catch((error) => {
      if (error.name !== "AbortError") otherwise();
    });

  const messageOf = (box) => box.querySelector("[data-message]").innerText.trim();
  const textOf = (box) => `${messageOf(box)}\n${box.dataset.share}`;

  const select = (field) => {
    field.select();
    say(field.labels[0].firstChild.textContent);
  };

  const offer = (box) => {
    const field = box.querySelector("textarea");
    field.value = textOf(box);
    field.parentElement.hidden = false;
    select(field);
  };

  const copy = async (box, button) => {
    try {
      await navigator.clipboard.writeText(textOf(box));
      button.textContent = button.dataset.copy;
      say(button.dataset.copy);
    } catch {
      offer(box);
    }
  };

  /* A picture. */

  const canShare = (file) => Boolean(navigator.canShare?.({ files: [file] }));
  const png = (name, ...parts) => new File(parts, name, { type: "image/png" });

  const save = (file) => {
    const link = Object.assign(document.createElement("a"), { download: file.name, href: URL.createObjectURL(file) });
    link.click();
  };

  const sendPicture = async (button) => {
    const { draw } = await import(button.dataset.script);
    const file = png(button.dataset.picture, await draw(button.dataset));
    if (canShare(file)) await share({ files: [file] }, () => save(file));
    else save(file);
  };

  const show = () => {
    for (const button of document.querySelectorAll("[data-copy]")) button.hidden = false;
    for (const button of document.querySelectorAll("[data-send]")) button.hidden = !navigator.share;
    for (const button of document.querySelectorAll("[data-picture][hidden]")) {
      if (canShare(png(button.dataset.picture, "."))) button.lastElementChild.textContent = button.dataset.sharing;
      button.hidden = false;
    }
  };

  document.addEventListener("click", ({ target }) => {
    const control = target.closest("[data-copy], [data-send], [data-share] textarea, [data-picture]");
    if (!control) return;
    const box = control.closest("[data-share]") || document.querySelector("[data-share]"); // from the dock
    if (control.matches("textarea")) select(control);
    else if (control.matches("[data-picture]")) sendPicture(control);
    else if (control.matches("[data-copy]")) copy(box, control);
    else share({ text: messageOf(box), url: box.dataset.share }, () => offer(box));
  });

  document.addEventListener("htmx:afterSettle", show);
  show();
})();
