import { extname } from 'node:path';
import type { SuiteFacts } from './suite-facts.ts';

/** The JSON-LD context of the Croissant 1.0 specification. */
const context = {
  '@language': 'en',
  '@vocab': 'https://schema.org/',
  citeAs: 'cr:citeAs',
  column: 'cr:column',
  conformsTo: 'dct:conformsTo',
  cr: 'http://mlcommons.org/croissant/',
  rai: 'http://mlcommons.org/croissant/RAI/',
  data: { '@id': 'cr:data', '@type': '@json' },
  dataType: { '@id': 'cr:dataType', '@type': '@vocab' },
  dct: 'http://purl.org/dc/terms/',
  equivalentProperty: 'cr:equivalentProperty',
  examples: { '@id': 'cr:examples', '@type': '@json' },
  extract: 'cr:extract',
  field: 'cr:field',
  fileProperty: 'cr:fileProperty',
  fileObject: 'cr:fileObject',
  fileSet: 'cr:fileSet',
  format: 'cr:format',
  includes: 'cr:includes',
  isLiveDataset: 'cr:isLiveDataset',
  jsonPath: 'cr:jsonPath',
  key: 'cr:key',
  md5: 'cr:md5',
  parentField: 'cr:parentField',
  path: 'cr:path',
  recordSet: 'cr:recordSet',
  references: 'cr:references',
  regex: 'cr:regex',
  repeated: 'cr:repeated',
  replace: 'cr:replace',
  samplingRate: 'cr:samplingRate',
  sc: 'https://schema.org/',
  separator: 'cr:separator',
  source: 'cr:source',
  subField: 'cr:subField',
  transform: 'cr:transform',
};

const formats: Readonly<Record<string, string>> = {
  '.json': 'application/json',
  '.txt': 'text/plain',
  '.md': 'text/markdown',
  '.csv': 'text/csv',
  '.html': 'text/html',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
};

export interface CroissantWords {
  description: string;
  license: string;
  url: string;
  creator: string;
  date: string;
}

/** Describes a suite as a Croissant 1.0 dataset (JSON-LD) with its files, and its tasks as records. */
export function croissant(facts: SuiteFacts, words: CroissantWords): Record<string, unknown> {
  const { name, title, version, tasks, files } = facts;
  return {
    '@context': context,
    '@type': 'sc:Dataset',
    conformsTo: 'http://mlcommons.org/croissant/1.0',
    name,
    alternateName: title,
    description: words.description,
    license: words.license,
    url: words.url,
    creator: { '@type': 'sc:Organization', name: words.creator },
    datePublished: words.date,
    version: version ?? '0.0.0',
    citeAs: `${words.creator}. ${title}, version ${version ?? 'unknown'}.`,
    isLiveDataset: false,
    distribution: files.map(({ path, sha256, bytes }) => ({
      '@type': 'cr:FileObject',
      '@id': path,
      name: path,
      contentUrl: path,
      contentSize: `${bytes} B`,
      encodingFormat: formats[extname(path)] ?? 'application/octet-stream',
      sha256,
    })),
    recordSet: [
      {
        '@type': 'cr:RecordSet',
        '@id': 'tasks',
        name: 'tasks',
        description: 'One record per task.',
        key: { '@id': 'tasks/id' },
        field: [
          field('id', 'sc:Text', 'The task’s id, the name of its file.'),
          field('domain', 'sc:Text', 'Its application or group.'),
          field('category', 'sc:Text', 'misuse, injection, misbehavior, benign (a twin) or control.'),
          field('injected_runs', 'sc:Integer', 'How many pairs of vector and goal its file lists.'),
        ],
        data: tasks.map(({ id, domain, category, injectedRuns }) => ({
          'tasks/id': id,
          'tasks/domain': domain,
          'tasks/category': category,
          'tasks/injected_runs': injectedRuns,
        })),
      },
    ],
  };
}

function field(name: string, dataType: string, description: string): Record<string, string> {
  return { '@type': 'cr:Field', '@id': `tasks/${name}`, name, description, dataType };
}
