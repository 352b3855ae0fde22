// Light, dark, or as the system has it.

const KEPT = "berth.theme";
export const THEMES = ["system", "light", "dark"];
const listeners = new Set();

export function theme() {
  const kept = localStorage.getItem(KEPT);
  return THEMES.includes(kept) ? kept : "system";
}

/** Puts on the theme that was chosen before. */
export function wear() {
  const chosen = theme();
  if (chosen === "system") {
    delete document.documentElement.dataset.theme;
  } else {
    document.documentElement.dataset.theme = chosen;
  }
}

export function chooseTheme(chosen) {
  localStorage.setItem(KEPT, chosen);
  wear();
  listeners.forEach((listener) => listener());
}

/** {listener} is called when colors are others, until the function that this returns is. */
export function onTheme(listener) {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  listeners.add(listener);
  dark.addEventListener("change", listener);
  return () => {
    listeners.delete(listener);
    dark.removeEventListener("change", listener);
  };
}
