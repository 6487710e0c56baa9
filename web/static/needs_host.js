// Says why nothing starts where browsers load no modules: in a file that was opened, or in a frame that has no origin.

if (self.origin === "null") {
  addEventListener("DOMContentLoaded", () => {
    document.querySelector("#progress").remove();
    document.querySelector("#loading p").textContent =
      location.protocol === "file:"
        ? "Browsers don't run Steep from a file. Serve this folder, for example by: python3 -m http.server"
        : "The page around this frame lets Steep neither start nor keep your game: its sandbox lacks allow-same-origin. Open Steep in a tab of its own.";
  });
}
