import { z } from 'zod';

/** What a reader of archives must know; raised when older programs cannot read what is written. */
export const FORMAT = 1;

/** Names inside an archive. */
export const HEAD = 'earshot-backup.json';
export const MANIFEST = 'manifest.json';
export const MANIFEST_HASH = 'manifest.sha256';

const Checksum = z.strictObject({
  rows: z.int().min(0),
  bytes: z.int().min(0),
  sha256: z.string().length(64),
});

/** The first file of an archive: what it is, and of which schema. */
export const Head = z.object({
  format: z.int(),
  program: z.string(),
  created_at: z.iso.datetime(),
  postgres: z.string(),
  /** key of the one workspace that it holds; null: the whole installation */
  subdomain: z.string().nullable(),
  /** which secret key the installation had, without giving it away */
  key_mark: z.string(),
  migrations: z
    .array(z.strictObject({ name: z.string().regex(/^\d{4}_\w+$/), hash: z.string().length(64) }))
    .min(1),
});
export type Head = z.infer<typeof Head>;

/** The last but one: how much there is of everything, and its hashes. */
export const Manifest = z.strictObject({
  head_sha256: z.string().length(64),
  tables: z.record(z.string(), Checksum),
  jobs: Checksum,
  files: Checksum,
  /** files that rows name and that were not there */
  files_missing: z.int().min(0),
  /** last numbers given out; null: none yet */
  sequences: z.record(z.string(), z.string().regex(/^\d+$/).nullable()),
});
export type Manifest = z.infer<typeof Manifest>;
export type Checksum = z.infer<typeof Checksum>;

/** Stands before each kept file and says what it is. */
export const FileNote = z.strictObject({
  key: z.string(),
  content_type: z.string(),
  bytes: z.int().min(0),
  sha256: z.string().length(64),
});
export type FileNote = z.infer<typeof FileNote>;

/** Keys of the file service: the workspace's number, and a name of no meaning. Anything else is refused. */
export const FILE_KEY = /^\d{1,19}\/[0-9a-z][0-9a-z-]{0,79}$/;

/** A line of the files' hash. */
export function fileLine({ key, bytes, sha256 }: FileNote): string {
  return `${key}\t${bytes}\t${sha256}\n`;
}
