// Names for what Doxygen's scripts add to each page without one: a screen reader says them. Those scripts add the search
// box and the menu anew when the window changes, so every change of the page is looked at. And the keyboard reaches boxes
// that scroll, so that its arrow keys can move them.
"use strict";
(() => {
  const name = (selector, attribute, words) => {
    for (const one of document.querySelectorAll(`${selector}:not([${attribute}])`)) one.setAttribute(attribute, words);
  };
  const nameAll = () => {
    name("#MSearchField", "aria-label", "Search");
    name("#main-menu-state", "aria-label", "Show the main menu");
    name("#MSearchClose", "aria-label", "Close the search");
    name("iframe", "title", "Search results");
    name("img", "alt", "");
  };
  const reach = () => {
    for (const box of document.querySelectorAll("#doc-content, .contents :is(.fragment, .memproto, table, tbody)")) {
      const isLarger = box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight;
      const scrolls = isLarger && /auto|scroll/.test(getComputedStyle(box).overflow);
      if (scrolls === box.hasAttribute("tabindex")) continue;
      if (scrolls) box.setAttribute("tabindex", "0");
      else box.removeAttribute("tabindex");
    }
  };
  new MutationObserver(nameAll).observe(document.body, { childList: true, subtree: true });
  nameAll();
  reach();
  window.addEventListener("load", reach);
  window.addEventListener("resize", reach);
  document.addEventListener("toggle", reach, true); // what was folded had no width
})();
