import { sql } from 'kysely';
import type { Scope } from '../../../core/scope.ts';
import { noteHappening } from '../../../core/happenings.ts';
import type { Tx } from '../../../sql/kysely.ts';
import { CUSTOM_FIELD_PREFIX } from '../../../../contract/imports.ts';
import { customFieldReader, type CustomFieldReader } from '../../ideas/custom_field_values.ts';
import { ImportFileError } from '../csv.ts';
import { peopleByLostKeys } from '../../account/people/lost_keys.ts';
import type { UndoChange } from '../../undo/undo.ts';
import {
  noteCompany,
  PERSON_FACTS,
  TRAIT_HOLDERS,
  type ImportCompany,
  type ImportCustomer,
  type ImportPerson,
  type PersonFacts,
  type RefusedRow,
  type TraitHolder,
  type Traits,
} from '../import_records.ts';
import { personKey } from '../import_report.ts';

/**
 * People of a file of people and accounts. Found by their address, else by their id; what the file says takes the place
 * of what is stored, and an empty cell says nothing. People of the team are left alone.
 */

/** Rows that one statement asks about. */
const BATCH = 1_000;

/** A person of a file, of one row or more. */
export interface PersonOfFile {
  person: ImportPerson;
  facts: PersonFacts;
  /** values of custom fields, as they are stored */
  traits: Traits;
  file: string;
  /** the first row that names them */
  line: number;
}

/** Gathers the rows of a file: each person once, and the accounts that are named without one. */
export class CustomersOfFile {
  private readonly byMail = new Map<string, PersonOfFile>();
  private readonly byGuid = new Map<string, PersonOfFile>();
  readonly people: PersonOfFile[] = [];
  /** of rows that name no person */
  readonly companies: ImportCompany[] = [];
  /** rows of the file that were added */
  rows = 0;
  private repeated = 0;
  private readonly sid: string;
  private readers: Record<TraitHolder, CustomFieldReader> | null = null;

  constructor(sid: string) {
    this.sid = sid;
  }

  /**
   * The values of a row as they are stored.
   * @returns a text: why the row is not taken
   * @throws ImportFileError for a field that the workspace does not have
   */
  private async traitsOf(
    db: Tx,
    raw: ImportCustomer['traits'],
  ): Promise<Record<TraitHolder, Traits> | string> {
    const traits: Record<TraitHolder, Record<string, string | number | boolean>> = { user: {}, account: {} };
    for (const holder of TRAIT_HOLDERS)
      for (const [key, text] of Object.entries(raw[holder])) {
        this.readers ??= {
          user: await customFieldReader(db, this.sid, 'user', null),
          account: await customFieldReader(db, this.sid, 'account', null),
        };
        const reader = this.readers[holder];
        if (!reader.has(key))
          throw new ImportFileError(
            `The mapping names custom_fields.${holder}.${key}, and there is no custom field of ${holder}s with the key ${key}. Make it first, or leave it out.`,
            'columns',
          );
        const read = reader.value(key, text);
        if ('problem' in read) return read.problem.replace(/\.$/, '');
        traits[holder][key] = read.value;
      }
    return traits;
  }

  /**
   * @returns why the row is not taken; null: it is. Of a person who stands in several rows the last word counts, cell by cell.
   * @throws ImportFileError for a custom field that the workspace does not have
   */
  async add(
    db: Tx,
    { file, line, person, facts, company: named, traits: raw }: ImportCustomer,
  ): Promise<string | null> {
    this.rows += 1;
    const traits = await this.traitsOf(db, raw);
    if (typeof traits === 'string') return traits;
    const company = named === null ? null : { ...named, traits: traits.account };
    if (person === null) {
      this.companies.push(company!);
      return null;
    }
    const { guid } = person;
    const mail = person.email_address?.toLowerCase() ?? null;
    const byMail = mail === null ? undefined : this.byMail.get(mail);
    const byGuid = guid === null ? undefined : this.byGuid.get(guid);
    if (byMail !== undefined && byGuid !== undefined && byMail !== byGuid)
      return `the email is that of line ${byMail.line}, and the ID that of line ${byGuid.line}`;
    const known = byMail ?? byGuid;
    if (known === undefined) {
      const added = { person, facts, traits: traits.user, file, line };
      this.people.push(added);
      if (mail !== null) this.byMail.set(mail, added);
      if (guid !== null) this.byGuid.set(guid, added);
      if (company !== null) noteCompany(person, company);
      return null;
    }
    if (mail !== null && byMail === undefined && known.person.email_address !== null)
      return `the ID of line ${known.line}, with another email`;
    if (guid !== null && byGuid === undefined && known.person.guid !== null)
      return `the email of line ${known.line}, with another ID`;
    this.repeated += 1;
    known.person.email_address ??= person.email_address;
    known.person.guid ??= guid;
    if (mail !== null) this.byMail.set(mail, known);
    if (guid !== null) this.byGuid.set(guid, known);
    for (const field of PERSON_FACTS) known.facts[field] = facts[field] ?? known.facts[field];
    known.person.name = known.facts.name;
    known.traits = { ...known.traits, ...traits.user };
    noteCompany(known.person, company ?? undefined);
    return null;
  }

  /** What a person should read of it. */
  notes(): string[] {
    return this.repeated === 0
      ? []
      : [
          `${this.repeated.toLocaleString('en')} ${this.repeated === 1 ? 'row is about a person' : 'rows are about people'} of an earlier row; the last word counts, cell by cell.`,
        ];
  }
}

/** What is stored of a person that a file can say. */
interface Stored extends PersonFacts {
  id: string;
  guid: string | null;
  email_address: string | null;
  license_type: string;
  account_id: string | null;
  custom_fields: Traits;
}

/** A person of a file with who they are here. */
export interface PlannedPerson extends PersonOfFile {
  /** null: they are to be made */
  id: string | null;
  isChanged: boolean;
}

export interface PeoplePlan {
  people: PlannedPerson[];
  /** key of a person -> account that they belong to; those who have none or are not here are left out */
  accounts: Map<string, string>;
  refused: RefusedRow[];
  /** what a person should read */
  notes: string[];
}

const STORED = sql.raw(
  [
    'u.id::text as id',
    'u.email_address',
    'u.license_type',
    'u.account_id::text as account_id',
    'u.guid',
    'u.custom_fields',
    ...PERSON_FACTS.map((f) => `u.${f}`),
  ].join(', '),
);

type Value = string | number | boolean | null;
/** What is stored of a field of a person: a column, or `custom_fields.<key>`. */
const valueOf = (stored: Stored, field: string): Value =>
  field.startsWith(CUSTOM_FIELD_PREFIX)
    ? (stored.custom_fields[field.slice(CUSTOM_FIELD_PREFIX.length)] ?? null)
    : (stored[field as keyof Omit<Stored, 'custom_fields'>] ?? null);

/** What changes of someone who is here, by field. Their address stays, unless they have none. */
function changesOf(stored: Stored, { person, facts, traits }: PersonOfFile): Record<string, Value> {
  const said: Record<string, Value> = {
    guid: person.guid,
    email_address: stored.email_address ?? person.email_address,
    ...facts,
    ...Object.fromEntries(Object.entries(traits).map(([key, value]) => [CUSTOM_FIELD_PREFIX + key, value])),
  };
  return Object.fromEntries(
    Object.entries(said).filter(([field, value]) => value !== null && value !== valueOf(stored, field)),
  );
}

/** Reads who of a file is here: by reading alone, so that a rehearsal says the same. */
export async function planPeople(db: Tx, sid: string, people: readonly PersonOfFile[]): Promise<PeoplePlan> {
  const plan: PeoplePlan = { people: [], accounts: new Map(), refused: [], notes: [] };
  const lines = new Map<string, number>();
  let elsewhere = 0;
  for (let start = 0; start < people.length; start += BATCH) {
    const batch = people.slice(start, start + BATCH);
    const stored = await storedPeople(db, sid, batch);
    for (const one of batch) {
      const { person, file, line } = one;
      const refuse = (reason: string): void =>
        void plan.refused.push({ kind: 'refused', file, line, reason });
      const byMail =
        person.email_address === null ? undefined : stored.get(`mail ${person.email_address.toLowerCase()}`);
      const byGuid = person.guid === null ? undefined : stored.get(`guid ${person.guid}`);
      const found = byMail ?? byGuid;
      if (byMail !== undefined && byGuid !== undefined && byMail.id !== byGuid.id)
        refuse('the email and the ID are those of two people here');
      else if (found === undefined) plan.people.push({ ...one, id: null, isChanged: false });
      else if (found.license_type !== 'none')
        refuse('someone of your team; change them under Settings, Team');
      else if (lines.has(found.id)) refuse(`the same person here as on line ${lines.get(found.id)}`);
      else {
        lines.set(found.id, line);
        // from here on they go by what they have here
        const isOther = byMail === undefined && person.email_address !== null && found.email_address !== null;
        if (isOther) elsewhere += 1;
        const here: ImportPerson = {
          ...person,
          email_address: isOther ? found.email_address : person.email_address,
          // an id that went with a merged profile does not take the place of the one that stayed
          guid: byGuid === undefined ? person.guid : (byGuid.guid ?? person.guid),
        };
        if (found.account_id !== null) plan.accounts.set(personKey(here), found.account_id);
        const planned = { ...one, person: here };
        plan.people.push({
          ...planned,
          id: found.id,
          isChanged: Object.keys(changesOf(found, planned)).length > 0,
        });
      }
    }
  }
  if (elsewhere > 0)
    plan.notes.push(
      `${elsewhere.toLocaleString('en')} ${elsewhere === 1 ? 'person has another email here and keeps it' : 'people have another email here and keep it'}.`,
    );
  return plan;
}

/** `mail address` and `guid id` -> who has it, or had it before they were merged. */
async function storedPeople(
  db: Tx,
  sid: string,
  batch: readonly PersonOfFile[],
): Promise<Map<string, Stored>> {
  const persons = batch.map(({ person }) => person);
  const emails = persons.flatMap(({ email_address }) => email_address?.toLowerCase() ?? []);
  const guids = persons.flatMap(({ guid }) => guid ?? []);
  const found = new Map<string, Stored>();
  const { rows } = await sql<Stored & { key: string }>`
select 'mail ' || lower(u.email_address) as key, ${STORED} from users u where u.subdomain_id = ${sid} and lower(u.email_address) = any(${emails}::text[])
union all
select 'guid ' || u.guid, ${STORED} from users u where u.subdomain_id = ${sid} and u.guid = any(${guids}::text[])`.execute(
    db,
  );
  for (const { key, ...row } of rows) found.set(key, row);
  const lost = await peopleByLostKeys(db, sid, { emails, guids });
  if (lost.size === 0) return found;
  const { rows: merged } = await sql<Stored>`
select ${STORED} from users u where u.subdomain_id = ${sid} and u.id = any(${[...new Set(lost.values())]}::bigint[])`.execute(
    db,
  );
  const byId = new Map(merged.map((row) => [row.id, row]));
  for (const [key, id] of lost) if (byId.has(id)) found.set(key, byId.get(id)!);
  return found;
}

/**
 * Writes what a file says of people who are here.
 *
 * @param batch their ids with what the file says
 * @param made ids that the import itself made: nothing of theirs needs to be given back
 * @returns what the undo of the import needs
 */
export async function writePeople(
  tx: Tx,
  scope: Scope,
  batch: readonly (PersonOfFile & { id: string })[],
  made: ReadonlySet<string>,
): Promise<UndoChange[]> {
  const sid = scope.viewer.subdomain_id;
  const now = scope.now();
  const { rows } = await sql<Stored>`
select ${STORED} from users u where u.subdomain_id = ${sid} and u.id = any(${batch.map(({ id }) => id)}::bigint[]) and u.license_type = 'none' order by u.id for no key update`.execute(
    tx,
  );
  const byId = new Map(batch.map((one) => [one.id, one]));
  const changed = rows.flatMap((before) => {
    const changes = changesOf(before, byId.get(before.id)!);
    const { traits } = byId.get(before.id)!;
    const custom_fields = { ...before.custom_fields, ...traits };
    return Object.keys(changes).length === 0
      ? []
      : [{ before, changes, after: { ...before, ...changes, custom_fields } }];
  });
  if (changed.length === 0) return [];
  const sets = ['guid', 'email_address', 'custom_fields', ...PERSON_FACTS].map((field) =>
    sql.raw(`${field} = x.${field}`),
  );
  await sql`
update users u set ${sql.join(sets)}, updated_at = greatest(${now}::timestamptz, u.updated_at + interval '1 millisecond')
from jsonb_to_recordset(${JSON.stringify(changed.map(({ after }) => after))}::jsonb)
  as x (id bigint, guid text, email_address text, custom_fields jsonb, ${sql.raw(PERSON_FACTS.map((field) => `${field} text`).join(', '))})
where u.subdomain_id = ${sid} and u.id = x.id`.execute(tx);
  const known = changed.filter(({ before }) => !made.has(before.id));
  noteHappening(
    tx,
    'user_updated',
    known.map(({ before }) => before.id),
  );
  return known.map(({ before, changes }): UndoChange => ({
    table: 'users',
    id: before.id,
    before: Object.fromEntries(Object.keys(changes).map((field) => [field, valueOf(before, field)])),
    after: changes,
  }));
}

/** Gives people back what an import changed of them, field by field, where it is still what the import said. */
export async function restorePeople(scope: Scope, tx: Tx, changes: readonly UndoChange[]): Promise<void> {
  const sid = scope.viewer.subdomain_id;
  for (const field of ['guid', 'email_address', ...PERSON_FACTS]) {
    const of = changes.filter(({ after }) => after !== undefined && field in after);
    if (of.length === 0) continue;
    const column = sql.ref(`u.${field}`);
    // an id that someone else has by now is not given back
    const isFree =
      field === 'guid'
        ? sql`and not exists (select 1 from users o where o.subdomain_id = ${sid} and o.guid = x.was)`
        : sql``;
    await sql`
update users u set ${sql.raw(field)} = x.was, updated_at = greatest(${scope.now()}::timestamptz, u.updated_at + interval '1 millisecond')
from jsonb_to_recordset(${JSON.stringify(of.map(({ id, before, after }) => ({ id, was: (before as Record<string, unknown>)[field] ?? null, said: (after as Record<string, unknown>)[field] })))}::jsonb) as x (id bigint, was text, said text)
where u.subdomain_id = ${sid} and u.id = x.id and ${column} = x.said and u.license_type = 'none' ${isFree}`.execute(
      tx,
    );
  }
  const keys = new Set(
    changes.flatMap(({ after }) =>
      Object.keys(after ?? {}).filter((field) => field.startsWith(CUSTOM_FIELD_PREFIX)),
    ),
  );
  for (const field of keys) {
    const key = field.slice(CUSTOM_FIELD_PREFIX.length);
    const of = changes.flatMap(({ id, before, after }) =>
      after !== undefined && field in after
        ? [
            {
              id,
              was: (before as Record<string, Value>)[field] ?? null,
              said: (after as Record<string, Value>)[field],
            },
          ]
        : [],
    );
    await sql`
update users u set custom_fields = case when x.was is null then u.custom_fields - ${key}::text else u.custom_fields || jsonb_build_object(${key}::text, x.was) end, updated_at = greatest(${scope.now()}::timestamptz, u.updated_at + interval '1 millisecond')
from jsonb_to_recordset(${JSON.stringify(of)}::jsonb) as x (id bigint, was jsonb, said jsonb)
where u.subdomain_id = ${sid} and u.id = x.id and u.custom_fields -> ${key}::text = x.said and u.license_type = 'none'`.execute(
      tx,
    );
  }
}
