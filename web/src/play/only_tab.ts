// Only one tab has the player's files at a time.

const NAME = "steep-files";

/** Wait until no other tab has them, then hold them while this page lives. `waiting` is called if another has them. */
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
  if (await hold({ ifAvailable: true })) return;
  waiting();
  await hold({});
}
