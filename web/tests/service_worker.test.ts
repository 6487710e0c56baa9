// A new version of the service worker deletes the caches of older ones, and those of no other page of the same host.

import assert from "node:assert/strict";
import { test } from "node:test";
import { runInNewContext } from "node:vm";
import { ADDRESS } from "./steep_page";

type Listener = (event: { waitUntil(done: Promise<unknown>): void }) => void;

/** The names of the caches that are left once the worker of a page has been installed and activated. */
async function left(scope: string, caches: Set<string>): Promise<Set<string>> {
  const listeners = new Map<string, Listener>();
  const self = {
    registration: { scope },
    addEventListener: (name: string, listener: Listener) => listeners.set(name, listener),
    clients: { claim: () => undefined },
  };
  const storage = {
    open: async (name: string) => (caches.add(name), { addAll: async () => undefined }),
    keys: async () => [...caches],
    delete: async (name: string) => caches.delete(name),
  };
  const source = await (await fetch(`${ADDRESS}service_worker.js`)).text();
  runInNewContext(source, { self, caches: storage, Request: class {}, Response, URL, fetch });
  for (const name of ["install", "activate"]) {
    const done: Promise<unknown>[] = [];
    listeners.get(name)!({ waitUntil: (each) => done.push(each) });
    await Promise.all(done);
  }
  return caches;
}

test("only caches of the page's own older versions are deleted", async () => {
  const page = "https://host.example/steep/";
  const others = ["steep https://host.example/ 1", "steep https://host.example/steep/copy/ 1", "steep-plans", "other"];
  const names = await left(page, new Set([...others, `steep ${page} 1`, `steep ${page} 2`]));
  const own = [...names].filter((name) => !others.includes(name));
  assert.equal(names.size, others.length + 1);
  assert.match(own[0]!, new RegExp(`^steep ${page} [0-9a-f]{16}$`));
});
