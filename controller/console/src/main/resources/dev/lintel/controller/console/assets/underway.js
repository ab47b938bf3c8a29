"use strict";
// Loads a page anew that shows something under way, after as many seconds as it says, as long as somebody looks at it
// and is not about to do something there.
const under = document.querySelector("[data-under-way]");
if (under) {
  const waitMs = Number(under.dataset.underWay || 1.5) * 1000;
  const typed = (field) => (field.type === "checkbox" ? field.checked !== field.defaultChecked : field.value !== field.defaultValue);
  const busy = () =>
    document.activeElement?.matches("a, button, input") || [...document.querySelectorAll("main input:not([type=hidden])")].some(typed);
  // What somebody has sent leads elsewhere: a page that is loaded anew meanwhile would be in its way. Where it led nowhere,
  // this page goes on.
  const leaveMs = 10000;
  let left = false;
  addEventListener("beforeunload", () => {
    left = true;
    setTimeout(() => (left = false), leaveMs);
  });
  const look = () => {
    if (left || document.hidden || busy()) setTimeout(look, 1000);
    else if (!under.dataset.at || under.dataset.at === location.pathname + location.search) location.reload();
    else location.replace(under.dataset.at);
  };
  setTimeout(look, waitMs);
}
