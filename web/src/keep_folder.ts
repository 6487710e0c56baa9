// Keeps the whole folder, so that every page works without a network once one of them was open.

/** Start the service worker. Browsers have none where a host is not to be trusted: then nothing is kept. */
export async function keepFolder(): Promise<void> {
  await navigator.serviceWorker?.register("service_worker.js");
}
