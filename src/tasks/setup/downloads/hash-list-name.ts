/** Name of the list, in the suite's folder or in that of `--assets`. */
export const hashListName = 'download-hashes.json';
