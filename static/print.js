// The button that prints the page. Without this script the page says how else it is done.
document.getElementById("by-hand").hidden = true;
const button = document.getElementById("print");
button.hidden = false;
button.addEventListener("click", () => window.print());
