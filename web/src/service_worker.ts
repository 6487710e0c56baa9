// Keeps the whole folder, so that Steep works without a network. A new version replaces it as a whole.

declare const FILES: readonly string[];
declare const VERSION: string;

const worker = self as unknown as ServiceWorkerGlobalScope;
// All pages of a host share its caches: those of this page have its address in their names.
const OF_THIS_PAGE = `steep ${worker.registration.scope} `;
const CACHE = OF_THIS_PAGE + VERSION;

worker.addEventListener("install", (event) => {
  // A page that is open goes on with the version that it has; "no-cache" asks the host whether a file has changed.
  const requests = FILES.map((file) => new Request(file, { cache: "no-cache" }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(requests)));
});

worker.addEventListener("activate", (event) => {
  const old = caches.keys().then((names) => names.filter((name) => name.startsWith(OF_THIS_PAGE) && name !== CACHE));
  event.waitUntil(old.then((names) => Promise.all(names.map((name) => caches.delete(name)))).then(() => worker.clients.claim()));
});

// Otherwise a new version waits until no page of the old one is open.
worker.addEventListener("message", ({ data }) => {
  if (data === "take over") void worker.skipWaiting();
});

worker.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== worker.location.origin) return;
  if (url.pathname.endsWith("/")) url.pathname += "index.html";
  url.search = url.hash = "";
  event.respondWith(caches.open(CACHE).then(async (cache) => plain(await cache.match(url.href)) ?? fetch(event.request)));
});

/** A response without the mark of a redirection, such as a host's of "index.html" to "/": browsers open no page with that. */
function plain(response: Response | undefined): Response | undefined {
  return response?.redirected ? new Response(response.body, response) : response;
}
