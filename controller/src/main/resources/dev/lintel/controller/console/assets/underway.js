"use strict";
// Loads a page anew that shows something under way, as long as somebody looks at it.
if (document.querySelector("[data-under-way]")) {
  const look = () => {
    if (document.hidden) setTimeout(look, 1000);
    else location.reload();
  };
  setTimeout(look, 1500);
}
