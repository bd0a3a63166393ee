// Names for what Doxygen's scripts add to each page without one: a screen reader says them. Those scripts add the search
// box and the menu anew when the window changes, so every change of the page is looked at.
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
  new MutationObserver(nameAll).observe(document.body, { childList: true, subtree: true });
  nameAll();
})();
