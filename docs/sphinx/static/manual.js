// Before a page is drawn: the theme, which the game's page keeps under the same name, and the manual without a network.

document.body.dataset.theme = localStorage.getItem("theme") ?? "auto";

const pages = new URL(`${document.documentElement.dataset.content_root}..`, location.href);
// Where there is no such file, as under `sphinx-build` alone, the manual is read without.
navigator.serviceWorker?.register(new URL("service_worker.js", pages)).catch(() => {});
