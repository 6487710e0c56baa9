// Only one tab has the player's files at a time.

const NAME = "steep-files";

/**
 * Wait until no other tab has them, then hold them while this page lives. `waiting` is called if another has them.
 * Where locks are denied, as in a frame that may store nothing, there are no files to hold.
 */
export async function holdFiles(waiting: () => void): Promise<void> {
  if (!("locks" in navigator)) return;
  const hold = (options: LockOptions) =>
    new Promise<boolean>((resolve, reject) => {
      navigator.locks
        .request(NAME, options, (lock) => {
          resolve(lock !== null);
          return lock ? new Promise<never>(() => {}) : undefined;
        })
        .catch(reject);
    });
  if (await hold({ ifAvailable: true }).catch(() => true)) return;
  waiting();
  await hold({});
}
