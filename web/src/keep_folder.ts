// Keeps the whole folder, so that every page works without a network once one of them was open.

/** Start the service worker. Where there is none, or it is denied, nothing is kept: the pages need the network again. */
export async function keepFolder(): Promise<void> {
  await navigator.serviceWorker?.register("service_worker.js").catch(() => undefined);
}
