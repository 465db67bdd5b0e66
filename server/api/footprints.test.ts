import {
  getNamedType,
  isInputObjectType,
  Kind,
  OperationTypeNode,
  parse,
  print,
  type OperationDefinitionNode,
} from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { generateDocumentTypes } from '../../scripts/codegen.ts';
import { generatedDocuments } from '../../web/build/documents.ts';
import { isTouched, knownReads } from '../../web/src/api/reads.ts';
import { buildUser } from '../db/builders.ts';
import { openTestDatabase, takenBack, type TestDatabase } from '../db/testing.ts';
import {
  documentOf,
  filled,
  isOtherSpelling,
  operations,
  readied,
  seedRecords,
  type Place,
  type Values,
} from '../testing/operations.ts';
import { workspaceIn } from '../testing/workspace.ts';

/*
 * No screen is stale (specification lines 332 to 335, decision 0029): each query of the console is asked before and
 * after each command. Where its answer became another one, what the command says it wrote must lead to it.
 */

interface ConsoleQuery {
  name: string;
  text: string;
  operation: OperationDefinitionNode;
  reads: string;
  /** The variables that it is asked with, one set after the other. */
  variants: Values[];
}

/** What the `id` of a query names, where it is no idea. */
const NAMED_BY_ID: Readonly<Record<string, string>> = {
  AccountPage: '@external_account',
  Article: '@article',
  FeaturePage: '@feature',
  FeedbackToRead: '@feedback_record',
  IdeaMailing: '@mailing',
  ImportDraft: '@import',
  ImportUndoPreview: '@import',
  NoteThread: '@note',
  PanelComment: '@comment',
  PanelFeedback: '@feedback_record',
  PanelInternalStatusUpdate: '@internal_status_update',
  PanelStatusUpdate: '@status_update',
  PersonCard: '@user',
  ProbablySamePerson: '@user',
  PlaceForum: '@forum',
  RoadmapAccountNames: '@external_account',
  SettingsForum: '@forum',
  Ticket: '@ticket',
  Theme: '@theme',
  ThemeSet: '@theme_set',
  UserMergePreview: '@user_2',
  UserPage: '@user',
};
/** What the ids of a filter name, where its name does not say so. */
const NAMED_BY_KEY: Readonly<Record<string, string>> = {
  forum_id: '@forum',
  category_id: '@category',
  label_id: '@label',
  crm_account: '@external_account',
  section: '@article_section',
  view: '@saved_view',
  idea: '@suggestion',
  other: '@customer',
  flagged_by_team: '@team',
  flagged_by_team_none: '@team',
  uncategorized_in_forum: '@forum',
  assignee: '@user',
  stream: '@ticket_stream',
  roadmap: '@roadmap_setting',
  second_theme: '@theme',
  number: '@suggestion',
};
/** Values of variables that are no ids. */
const VALUES: Readonly<Values> = {
  q: 'OWN',
  said: 'OWN',
  source_ids: ['OWN'],
  text: 'OWN',
  kind: 'status_update',
  key: 'OLD-1',
  project_id: '10000',
  perPage: 20,
  withFields: true,
  withFiles: true,
  merged_into: ['@user'],
  probably: ['@user'],
  of_domain: ['@user'],
  losers: ['@suggestion_2'],
  winner: '@suggestion',
  ids: ['@suggestion', '@suggestion_2'],
  account: ['@external_account'],
  supporter: ['@user'],
  creator: ['@user'],
  assigned_owner: ['@user'],
  users: ['@user_2'],
  mailing: ['@mailing'],
  webhooks: ['@webhook'],
  object_type: 'suggestion',
};

/** What the real queue writes; these tests have one in memory. jobs/dead_jobs.test.ts shows that it comes with the answer. */
const WRITTEN_BY_THE_QUEUE: Readonly<Record<string, readonly string[]>> = {
  dead_job_remove: ['job-'],
  dead_job_retry: ['job-'],
};

/** What changes with each command, and is asked for again by itself (`isLog`). */
const OF_LOGS = new Set(['AuditEntries']);

let queries: ConsoleQuery[];
let database: TestDatabase;
/** What each command finds: what the one before did is taken back. */
let place: Place;
/** The answers where nothing was done yet. */
let answersAtFirst: Answers;
/** The tables that each query reads under each of its variants where nothing was done yet. */
const tablesRead = new Map<string, ReadonlySet<string>>();

beforeAll(async () => {
  if ((await generateDocumentTypes()) !== 0) throw new Error('The documents have no types.');
  queries = Object.entries(generatedDocuments()).flatMap(([name, { text, reads }]) => {
    const operation = parse(text).definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION);
    if (operation?.operation !== OperationTypeNode.QUERY || OF_LOGS.has(name)) return [];
    const variants = variantsOf(name, operation);
    return [{ name, text, operation, variants, reads: reads ?? expect.fail(`${name} has no reads`) }];
  });
  database = await openTestDatabase();
  const seeded = await seedRecords(database, 'OWN');
  const customer = await buildUser(database, seeded.workspace.tenant);
  place = { ...seeded, ids: { ...seeded.ids, customer: customer.id } };
  await takeFirstAnswers();
});
afterAll(() => database.close());

/** The day of the answers: with the next one weeks and days of reports are others, whatever is written. */
let dayOfAnswers = '';
const today = (): string => new Date().toISOString().slice(0, 10);

/** Asks everything where nothing was done yet. */
async function takeFirstAnswers(): Promise<void> {
  dayOfAnswers = today();
  answersAtFirst = await takenBack(database, async (pool) => {
    const workspace = await workspaceIn({ pool }, place.workspace);
    let before = await tableUses(pool);
    return answersOf(
      { ...place, workspace },
      {
        maySayNo: false,
        asked: async (key) => {
          const after = await tableUses(pool);
          tablesRead.set(key, differing(before, after, 'reads'));
          before = after;
        },
      },
    );
  });
}

/** Lists that are asked with each of their filters in turn, and not with all at once. */
const FILTERED = new Set(['IdeasTable']);

/** The variables that a query is asked with: those that it needs, and for lists one filter more at a time. */
function variantsOf(name: string, operation: OperationDefinitionNode): Values[] {
  if (name === 'BulkStatusPreview')
    return [{ status: '@status' }, { internal_status: '@internal_status' }].map((status) => ({
      ids: VALUES['ids'],
      ...status,
    }));
  if (name === 'MailPreview')
    return [
      { kind: 'status_update', suggestion: '@suggestion', status: '@status' },
      { kind: 'internal_status_update', suggestion: '@suggestion', internal_status: '@internal_status' },
    ];
  if (name === 'AskForRatingsPreview')
    return [{ users: VALUES['users'] }, { accounts: ['@external_account'] }, { everyone: true }];
  const given: Values = {};
  const filters: Values[] = [];
  for (const { variable, type } of operation.variableDefinitions ?? []) {
    const key = variable.name.value;
    const listInput = LIST_INPUTS.find((input) => input.name === print(type));
    if (listInput) {
      for (const filter of Object.values(listInput.getFields()).filter((field) => !isOtherSpelling(field))) {
        const value = valueOf(name, filter.name, String(filter.type));
        if (value !== undefined) filters.push({ [key]: { [filter.name]: value } });
      }
      continue;
    }
    const value = valueOf(name, key, print(type));
    if (value === undefined) continue;
    if (FILTERED.has(name)) filters.push({ [key]: value });
    else given[key] = value;
  }
  return [given, ...filters.map((filter) => ({ ...given, ...filter }))];
}

/** The objects in which lists take their filters. */
const LIST_INPUTS = operations.flatMap(({ args }) =>
  args
    .filter(({ name }) => name === 'query')
    .map(({ type }) => getNamedType(type))
    .filter(isInputObjectType),
);

/** A value of a variable or a filter; undefined: it is left out. */
function valueOf(query: string, key: string, type: string): unknown {
  const isList = type.startsWith('[');
  const known = VALUES[key];
  if (known !== undefined && Array.isArray(known) === isList) return known;
  if (type.startsWith('Boolean')) return true;
  if (!type.includes('ID')) return undefined;
  const one = key === 'id' ? (NAMED_BY_ID[query] ?? '@suggestion') : (NAMED_BY_KEY[key] ?? `@${key}`);
  return isList ? [one] : one;
}

/** The answer of each query under each of its variants: by its name and the variant. */
type Answers = Map<string, string>;

/**
 * Asks each query under each of its variants.
 *
 * @param maySayNo a query may be refused, since its record is gone by now
 * @param tables only what reads one of them is asked, and what reads no table; left out: everything
 * @param asked is called after each one
 * @param isEnough one answer of a query is, by its name and key: its other variants are not asked
 */
async function answersOf(
  { workspace, ids }: Place,
  {
    maySayNo,
    tables,
    asked,
    isEnough,
  }: {
    maySayNo: boolean;
    tables?: ReadonlySet<string>;
    asked?: (key: string) => Promise<void>;
    isEnough?: (name: string, key: string, answer: string) => boolean;
  },
): Promise<Answers> {
  const answers: Answers = new Map();
  for (const query of queries) {
    for (const variant of query.variants) {
      const key = `${query.name} ${JSON.stringify(variant)}`;
      const read = tablesRead.get(key);
      if (tables && read?.size && read.isDisjointFrom(tables)) continue;
      const variables = filled(variant, ids) as Values;
      const answer = await workspace.api.run(query.text, variables);
      if (!maySayNo) expect(answer.errors, `${query.name} ${JSON.stringify(variables)}`).toBeUndefined();
      const told = JSON.stringify(answer);
      answers.set(key, told);
      await asked?.(key);
      if (isEnough?.(query.name, key, told)) break;
    }
  }
  return answers;
}

/** How often each table was looked through and written to in this transaction, as PostgreSQL counts it itself. */
type TableUses = Map<string, { reads: number; writes: number }>;

async function tableUses(pool: Pick<TestDatabase['pool'], 'query'>): Promise<TableUses> {
  const { rows } = await pool.query<{ name: string; reads: number; writes: number }>(
    `select relname as name, (seq_scan + coalesce(idx_scan, 0))::int as reads,
            (n_tup_ins + n_tup_upd + n_tup_del)::int as writes
       from pg_stat_xact_user_tables`,
  );
  return new Map(rows.map(({ name, ...uses }) => [name, uses]));
}

/** The tables that were read, or written, between two looks. */
const differing = (before: TableUses, after: TableUses, what: 'reads' | 'writes'): Set<string> =>
  new Set(
    [...after].filter(([name, uses]) => uses[what] !== (before.get(name)?.[what] ?? 0)).map(([name]) => name),
  );

/** Queries of the console whose answers depend on what was written. */
const askedAgain = (written: readonly string[]): string[] =>
  queries
    .filter(({ reads }) => isTouched(knownReads({ meta: { document: { reads } } }), written))
    .map(({ name }) => name);

let changedCount = 0;
let askedCount = 0;

for (const operation of operations.filter(({ root }) => root === 'mutation')) {
  test(`[STATE-022] after ${operation.name} each screen asks again whose answer has become another`, async () => {
    if (today() !== dayOfAnswers) await takeFirstAnswers();
    const { errors, written, asked, before, after } = await takenBack(database, async (pool, undone) => {
      /*
       * An answer can only become another one when a table that it was read from is written to: a table that a query
       * does not reach at first, it reaches only after another answer of those that it does. So what was written to
       * make the command possible counts too.
       */
      const usesBefore = await tableUses(pool);
      const workspace = await workspaceIn({ pool }, place.workspace);
      const own = await readied({ pool }, operation, { ...place, workspace });
      const given = filled(operation.sample?.args ?? {}, own.ids) as Values;
      const run = () => workspace.api.run(documentOf(operation, given), given);
      const tablesWritten = async () => differing(usesBefore, await tableUses(pool), 'writes');
      const isInMemory = operation.name in WRITTEN_BY_THE_QUEUE;
      let before = answersAtFirst;
      if (operation.sample?.before) {
        const tables = isInMemory ? undefined : await undone(() => run().then(tablesWritten));
        before = await answersOf(own, { maySayNo: true, tables });
      }
      const answer = await run();
      const tables = isInMemory ? undefined : await tablesWritten();
      const written = [
        ...(answer.extensions?.written ?? []),
        ...(WRITTEN_BY_THE_QUEUE[operation.name] ?? []),
      ];
      const asked = new Set(askedAgain(written));
      const after = await answersOf(own, {
        maySayNo: true,
        tables,
        // of what is asked again, whatever its filters, one other answer says as much as all
        isEnough: (name, key, told) => asked.has(name) && before.get(key) !== told,
      });
      return { errors: answer.errors, written, asked, before, after };
    });
    expect(errors).toBeUndefined();
    const changed = new Set(
      [...after].filter(([key, answer]) => before.get(key) !== answer).map(([key]) => key.split(' ')[0]!),
    );
    changedCount += changed.size;
    askedCount += asked.size;
    expect([...changed.difference(asked)], written.join(', ')).toEqual([]);
  });
}

test('of the queries that are asked again about half have a new answer, in this small workspace', () => {
  expect(changedCount).toBeGreaterThan(600);
  expect(askedCount).toBeLessThan(changedCount * 2);
});
