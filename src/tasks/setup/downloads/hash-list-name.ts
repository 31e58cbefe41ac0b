/** Stored in the suite folder or the folder of `--assets`. */
export const hashListName = 'download-hashes.json';
