// The button that prints the page. Without this script, the page explains how else to print it.
const button = document.getElementById("print");
button.hidden = false;
button.addEventListener("click", () => window.print());
