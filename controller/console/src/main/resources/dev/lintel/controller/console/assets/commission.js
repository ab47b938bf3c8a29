"use strict";
// Putting the box into service: what a door's page shows while somebody tries it, the fields that a reader's wire has,
// the wait for a box that begins anew, and the printer.
const WORDS = {
  open: "to be tried",
  half: "now the other way",
  doubted: "not at rest",
  passed: "works",
  failed: "failed",
  "left-out": "left out",
};

const trial = document.getElementById("trial");
if (trial) {
  const lost = document.getElementById("lost");
  const tell = (text) => {
    lost.textContent = text;
    lost.hidden = text === "";
  };
  const show = (door) => {
    document.getElementById("now-leaf").textContent = door.leaf;
    document.getElementById("now-strike").textContent = door.strike;
    const readers = Object.entries(door.readers).map(([side, online]) => `${side} ${online ? "online" : "offline"}`);
    document.getElementById("now-readers").textContent = readers.join(", ") || "none";
    for (const test of door.tests) {
      const item = document.getElementById(test.test);
      if (!item) continue;
      item.dataset.state = test.state;
      item.querySelector(".chip").textContent = WORDS[test.state] + (test.note ? ": " + test.note : "");
      const doubt = item.querySelector(".doubt");
      if (doubt) doubt.hidden = test.state !== "doubted";
    }
  };
  const here = `/commission/doors/${trial.dataset.unit}`;
  const look = () => {
    const stream = new EventSource(here + "/stream");
    stream.addEventListener("door", (event) => {
      tell("");
      show(JSON.parse(event.data));
    });
    stream.addEventListener("refused", (event) => {
      tell(JSON.parse(event.data).error);
      stream.close();
    });
    stream.onerror = () => {
      // An answer that says no ends it for good: too many pages look, or a session is over.
      const refused = stream.readyState === EventSource.CLOSED;
      tell(`The box ${refused ? "lets this page look no more" : "does not answer"} just now; the page tries again.`);
      if (refused) setTimeout(look, 3000);
    };
  };
  look();
  const ask = async (button, path, body) => {
    button.disabled = true;
    try {
      const headers = { "X-CSRF-Token": trial.dataset.csrf, "Content-Type": "application/json" };
      const answer = await fetch(here + path, { method: "POST", headers, body: JSON.stringify(body) });
      tell(answer.ok ? "" : ((await answer.json()).error ?? "It was not done."));
    } catch {
      tell("The box does not answer just now.");
    } finally {
      button.disabled = false;
    }
  };
  for (const button of document.querySelectorAll("[data-rest]")) {
    button.addEventListener("click", () => ask(button, "/rest", { test: button.dataset.rest }));
  }
  const release = document.getElementById("release");
  release?.addEventListener("click", () => ask(release, "/release", {}));
  for (const button of document.querySelectorAll("[data-output]")) {
    button.addEventListener("click", () => ask(button, "/show", { output: button.dataset.output }));
  }
}

for (const part of document.querySelectorAll("[data-reader]")) {
  const driver = part.querySelector("select");
  const fit = () => {
    for (const fields of part.querySelectorAll("[data-driver]")) {
      fields.hidden = !fields.dataset.driver.split(" ").includes(driver.value);
    }
  };
  driver.addEventListener("change", fit);
  fit();
}

// Hours that are typed are chosen, and what is chosen instead of them clears them.
const fresh = document.getElementById("new-hours");
if (fresh) {
  const hours = document.getElementById("hours");
  const times = [document.getElementById("from"), document.getElementById("to")];
  const days = [...fresh.querySelectorAll("input[type=checkbox]")];
  const typed = (happened) => {
    const other = happened.target.type === "checkbox" && happened.target.checked !== happened.target.defaultChecked;
    if (other || times.some((time) => time.value.trim() !== "")) hours.value = "new";
  };
  fresh.addEventListener("input", typed);
  fresh.addEventListener("change", typed); // some browsers fill fields in without input
  hours.addEventListener("change", () => {
    if (hours.value === "new") fresh.open = true;
    else {
      for (const time of times) time.value = "";
      for (const day of days) day.checked = Number(day.name.slice(4)) <= 5; // Monday to Friday
    }
  });
}

document.getElementById("print")?.addEventListener("click", () => print());

const anew = document.getElementById("anew");
if (anew) {
  let away = false;
  let looks = 0;
  const look = async () => {
    looks += 1;
    try {
      const answer = await fetch("/health", { cache: "no-store" });
      await answer.json();
      if (away || looks > 12) return location.replace(anew.dataset.back);
    } catch {
      away = true;
    }
    if (looks === 60) document.getElementById("anew-words").textContent = "The box is not there yet. Look at its console.";
    setTimeout(look, 500);
  };
  setTimeout(look, 500);
}
