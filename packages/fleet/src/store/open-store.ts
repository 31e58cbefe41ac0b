import { resolve } from 'node:path';
import { isRemote, openRemoteStore, type RemoteStore, type ResultStore } from 'osharm/store';
import { FolderStore } from './folder-store.ts';

/** Opens the store at an address. `cache` is a local folder for copies of remote results. */
export async function openStore(place: string, cache: string): Promise<ResultStore> {
  return isRemote(place) ? openRemoteStore(place, cache) : new FolderStore(resolve(place));
}

export const isRemoteStore = (store: ResultStore): store is RemoteStore => isRemote(store.place);
