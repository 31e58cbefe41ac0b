/** `import { … } from 'osharm/store'`: functions for a store of results (`defineStore`). */
export { filesBelow } from '../../base/record/files-below.ts';
export { makeFolder } from '../../base/record/make-folder.ts';
export { setAsideEnding } from '../../base/record/read-run.ts';
export { recordFailure, recordFailureCodes } from '../../base/record/record-failure.ts';
export { writeResultText } from '../../base/record/run-record.ts';
export { imagesBeside } from '../../base/store/object-place.ts';
export { isRemote, openRemoteStore, type RemoteStore, type StoreDefinition } from '../../base/store/remote-store.ts';
export type { ObjectPlace, ResultStore } from '../../base/store/result-store.ts';
