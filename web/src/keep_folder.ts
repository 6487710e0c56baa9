// Keeps the whole folder, so that every page works without a network once one of them was open.

/**
 * Start the service worker. Where there is none, or it is denied, nothing is kept: the pages need the network again.
 * When a newer version of the folder has been fetched, `onNewVersion` is given what lets it take over and reloads the page.
 */
export async function keepFolder(onNewVersion: (takeOver: () => void) => void = () => {}): Promise<void> {
  const workers = navigator.serviceWorker;
  const registration = await workers?.register("service_worker.js").catch(() => undefined);
  if (!registration) return;
  const takeOver = () => {
    workers.addEventListener("controllerchange", () => location.reload(), { once: true });
    registration.waiting?.postMessage("take over");
  };
  const tell = () => {
    if (registration.waiting && workers.controller) onNewVersion(takeOver);
  };
  const follow = () => registration.installing?.addEventListener("statechange", tell);
  registration.addEventListener("updatefound", follow);
  follow();
  tell();
}
