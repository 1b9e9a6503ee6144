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

  /* A picture: a link to an SVG, which is there to save where this fails. */

  const canShare = (file) => Boolean(navigator.canShare?.({ files: [file] }));

  const save = (file) => {
    const link = Object.assign(document.createElement("a"), { download: file.name, href: URL.createObjectURL(file) });
    link.click();
  };

  /* Drawn twice, since older Safaris don't have its font the first time. */
  const pngOf = async ({ href, download }) => {
    const image = Object.assign(new Image(), { src: href });
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [1080, 1350];
    for (let times = 0; times < 2; times++) {
      await image.decode();
      canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    }
    const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
    return new File([blob], download.replace(/svg$/, "png"), { type: blob.type });
  };

  const sendPicture = async (link) => {
    const file = await pngOf(link);
    if (canShare(file)) await share({ files: [file] }, () => save(file));
    else save(file);
  };

  const show = () => {
    for (const button of document.querySelectorAll("[data-copy]")) button.hidden = false;
    for (const button of document.querySelectorAll("[data-send]")) button.hidden = !navigator.share;
    for (const { lastElementChild, dataset } of document.querySelectorAll("[data-picture]")) {
      if (canShare(new File(["."], "a.png", { type: "image/png" }))) lastElementChild.textContent = dataset.picture;
    }
  };

  document.addEventListener("click", (event) => {
    const control = event.target.closest("[data-copy], [data-send], [data-share] textarea, [data-picture]");
    if (!control) return;
    const box = control.closest("[data-share]") || document.querySelector("[data-share]"); // from the dock
    if (control.matches("textarea")) select(control);
    else if (control.matches("[data-picture]")) {
      event.preventDefault();
      sendPicture(control).catch(() => location.assign(control.href));
    } else if (control.matches("[data-copy]")) copy(box, control);
    else share({ text: messageOf(box), url: box.dataset.share }, () => offer(box));
  });

  document.addEventListener("htmx:afterSettle", show);
  show();
})();
