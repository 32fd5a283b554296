/** Texts by folder and key in IndexedDB: all of a change or nothing, on the disk before it is confirmed. */

export const NAME = "potluck-solo";
const VERSION = 1;
export const FOLDERS = ["heads", "events", "keepsakes", "reviews", "leases", "facts"] as const;
type Folder = (typeof FOLDERS)[number];
const MATCHES = ["heads", "events", "keepsakes", "reviews"] as const; // what a match consists of
type Change = ["add" | "put" | "remove", Folder, IDBValidKey[], string];
export type Dump = Record<string, [IDBValidKey, string][]>;

/** Everything under a key that begins with some parts. */
function under(key: IDBValidKey[]): IDBKeyRange {
  return IDBKeyRange.bound(key, [...key, []]); // an array is greater than any text or number
}

export class Shelf {
  private constructor(private readonly database: IDBDatabase) {}

  static open(): Promise<Shelf> {
    return new Promise((found, failed) => {
      const request = indexedDB.open(NAME, VERSION);
      request.onupgradeneeded = () => {
        const there = request.result.objectStoreNames;
        for (const folder of FOLDERS) if (!there.contains(folder)) request.result.createObjectStore(folder);
      };
      request.onsuccess = () => {
        request.result.onversionchange = () => request.result.close();
        found(new Shelf(request.result));
      };
      request.onerror = () => failed(request.error);
    });
  }

  /** Read a folder, or what it has of one match, in the order of the keys. */
  read(folder: Folder, match = ""): Promise<string> {
    return new Promise((found, failed) => {
      const request = this.database
        .transaction(folder)
        .objectStore(folder)
        .getAll(match ? under([match]) : null);
      request.onsuccess = () => found(JSON.stringify(request.result));
      request.onerror = () => failed(request.error);
    });
  }

  /** Make changes; return the name of what went wrong. */
  async write(changes: string): Promise<string> {
    const all = JSON.parse(changes) as Change[];
    const folders = [...new Set(all.map(([, folder]) => folder))];
    try {
      await this.transact(folders, (store) => {
        for (const [act, folder, key, text] of all) {
          if (act === "remove") store(folder).delete(under(key));
          else store(folder)[act](text, key);
        }
      });
      return "";
    } catch (error) {
      return (error as DOMException | null)?.name || "UnknownError";
    }
  }

  /** Add the matches of a dump that are not here, all or none. */
  async add(dump: Dump): Promise<void> {
    const here = new Set((await this.keys("heads")).map((key) => (key as string[])[0]));
    await this.transact([...MATCHES], (store) => {
      for (const folder of MATCHES) {
        for (const [key, text] of dump[folder]!) if (!here.has((key as string[])[0])) store(folder).add(text, key);
      }
    });
  }

  private keys(folder: Folder): Promise<IDBValidKey[]> {
    return new Promise((found, failed) => {
      const request = this.database.transaction(folder).objectStore(folder).getAllKeys();
      request.onsuccess = () => found(request.result);
      request.onerror = () => failed(request.error);
    });
  }

  close(): void {
    this.database.close();
  }

  private transact(folders: Folder[], work: (store: (folder: Folder) => IDBObjectStore) => void): Promise<void> {
    return new Promise((done, failed) => {
      const transaction = this.database.transaction(folders, "readwrite", { durability: "strict" });
      transaction.oncomplete = () => done();
      transaction.onabort = () => failed(transaction.error);
      work((folder) => transaction.objectStore(folder));
    });
  }
}

/** Bring back what was saved; a match that is here stays as it is. */
export async function restore(saved: Dump): Promise<void> {
  const isEntry = (entry: unknown) => Array.isArray(entry) && Array.isArray(entry[0]) && typeof entry[1] === "string";
  if (!MATCHES.every((folder) => Array.isArray(saved[folder]) && saved[folder].every(isEntry)))
    throw new Error("it is not what Save all matches writes");
  const shelf = await Shelf.open();
  await shelf.add(saved).finally(() => shelf.close());
}

/** Read everything that is kept, whichever version of Potluck has written it; nothing is changed. */
export function dump(): Promise<Dump> {
  return new Promise((found, failed) => {
    const request = indexedDB.open(NAME);
    request.onerror = () => failed(request.error);
    request.onsuccess = () => {
      const database = request.result;
      const names = [...database.objectStoreNames];
      if (!names.length) return found({});
      const transaction = database.transaction(names);
      const whole: Dump = {};
      for (const name of names) {
        const kept: [IDBValidKey, string][] = (whole[name] = []);
        transaction.objectStore(name).openCursor().onsuccess = (event) => {
          const cursor = (event.target as IDBRequest<IDBCursorWithValue | null>).result;
          if (!cursor) return;
          kept.push([cursor.key, cursor.value as string]);
          cursor.continue();
        };
      }
      transaction.oncomplete = () => {
        database.close();
        found(whole);
      };
      transaction.onabort = () => failed(transaction.error);
    };
  });
}
