import { emailProblem } from '../../../../contract/email.ts';
import { textLimits } from '../../../../contract/limits.ts';
import { oneLine } from '../../../../contract/text_cut.ts';
import {
  ImportFileError,
  nameOf,
  openCsv,
  plainName,
  shown,
  type CsvFile,
  type CsvRow,
  type FilePlace,
} from '../csv.ts';
import { CUSTOM_FIELD_PREFIX } from '../../../../contract/imports.ts';
import { findColumns, namesOf, type Columns, type OpenFile } from '../import_columns.ts';
import { readAmount } from './money.ts';
import {
  PERSON_FACTS,
  TRAIT_HOLDERS,
  type ImportCompany,
  type ImportCustomer,
  type ImportPerson,
  type ImportRecord,
  type PersonFacts,
  type TraitHolder,
} from '../import_records.ts';
import { CONTROL, idProblem } from '../import_texts.ts';

/** Rows of files that name companies: those of voters beside their votes, and files of people and accounts. */

/** The company of a voter: its columns stand beside the voter's own. */
export const COMPANY_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  company: [
    'useraccountname',
    'accountname',
    'companyname',
    'externalaccountname',
    'organizationname',
    'company',
    'account',
    'organization',
    'organisation',
  ],
  company_id: [
    'useraccountexternalid',
    'useraccountid',
    'externalaccountid',
    'accountexternalid',
    'accountid',
    'companyid',
    'organizationid',
  ],
  mrr: [
    'useraccountmrr',
    'useraccountmonthlyrate',
    'accountmrr',
    'accountmonthlyrate',
    'companymrr',
    'companymonthlyspend',
    'monthlyspend',
    'monthlyrevenue',
    'monthlyrecurringrevenue',
    'mrr',
  ],
  plan: ['useraccountplan', 'accountplan', 'companyplan', 'plan'],
};

/** Amounts of companies that cannot be taken. */
export interface LostAmounts {
  count: number;
  /** the first, in words; null: there is none */
  first: string | null;
}

/** A voter with the company that their row names; what of it cannot be taken is left out. */
export function withCompany(
  person: ImportPerson,
  row: CsvRow,
  columns: Columns,
  amounts: LostAmounts,
): ImportPerson {
  const cell = (field: string): string | null => {
    const column = columns[field] ?? null;
    const text = column === null ? '' : oneLine(row.get(column));
    return text === '' || CONTROL.test(text) || [...text].length > textLimits.nameCharacters ? null : text;
  };
  const [external_id, name] = [cell('company_id'), cell('company')];
  if (external_id === null && name === null) return person;
  const raw = cell('mrr') ?? '';
  const amount = readAmount(raw);
  if (typeof amount === 'string') {
    amounts.count += 1;
    amounts.first ??= `“${raw.slice(0, 30)}” on line ${row.line} ${amount}`;
  }
  const company: ImportCompany = {
    external_id,
    name,
    plan: cell('plan'),
    mrr_cents: typeof amount === 'number' ? amount : null,
  };
  return { ...person, company };
}

/** Says in the report which amounts were not taken. */
export function amountNotes({ count, first }: LostAmounts): ImportRecord[] {
  return count === 0
    ? []
    : [
        {
          kind: 'note',
          text: `${count.toLocaleString('en')} ${count === 1 ? 'amount of a company was' : 'amounts of companies were'} not taken: ${first}${count > 1 ? ', and others' : ''}. The people came in.`,
        },
      ];
}

/** Columns of a file of people and accounts, such as the sales system or UserVoice's file of traits has them. */
export const CUSTOMER_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  email: [
    'useremail',
    'useremailaddress',
    'emailaddress',
    'email',
    'contactemail',
    'personemail',
    'workemail',
  ],
  id: ['userid', 'userguid', 'guid', 'userexternalid', 'contactid', 'personid'],
  name: ['username', 'fullname', 'displayname', 'contactname', 'personname', 'name'],
  job_title: ['userjobtitle', 'jobtitle', 'title', 'position', 'role'],
  city: ['usercity', 'city', 'town'],
  region: ['userregion', 'region', 'state', 'province'],
  country: ['usercountry', 'country', 'countrycode'],
  ...COMPANY_COLUMNS,
  ltv: ['useraccountltv', 'accountltv', 'companyltv', 'ltv', 'lifetimevalue'],
};
/** Columns that custom fields are read from: what they are of, their key, and the plain name of the column. */
type TraitColumns = readonly { holder: TraitHolder; key: string; column: string }[];

/** @throws ImportFileError when the mapping names a column that is not there */
function traitColumns(
  file: CsvFile,
  path: FilePlace,
  mapping: Readonly<Record<string, string>>,
): TraitColumns {
  return TRAIT_HOLDERS.flatMap((holder) => {
    const prefix = `${CUSTOM_FIELD_PREFIX}${holder}.`;
    return Object.entries(mapping).flatMap(([field, column]) => {
      if (!field.startsWith(prefix) || column === '') return [];
      if (!file.has(plainName(column)))
        throw new ImportFileError(
          `The mapping names the column "${column}", which ${shown(path)} does not have.`,
          'columns',
        );
      return [{ holder, key: field.slice(prefix.length), column: plainName(column) }];
    });
  });
}

const AMOUNTS = { mrr: 'monthly revenue', ltv: 'lifetime value' } as const;

/** Opens a file of people and accounts. @throws ImportFileError when no column tells whom its rows are about */
export async function openCustomers(
  path: FilePlace,
  mapping: Readonly<Record<string, string>>,
): Promise<OpenFile & { traits: TraitColumns }> {
  const file = await openCsv(path);
  const columns = findColumns(file, path, CUSTOMER_COLUMNS, mapping, 'people.');
  if (['email', 'id', 'company', 'company_id'].every((field) => columns[field] === null))
    throw new ImportFileError(
      `${shown(path)} has no column with an email, an ID or an account. It has: ${namesOf(file.header)}.`,
      'columns',
    );
  return { path, file, columns, traits: traitColumns(file, path, mapping) };
}

/** Reads the rows of a file of people and accounts. @throws ImportFileError as `openCustomers` does */
export async function* readCustomers(
  path: FilePlace,
  mapping: Readonly<Record<string, string>>,
): AsyncGenerator<ImportRecord> {
  const { file, columns, traits } = await openCustomers(path, mapping);
  const at = nameOf(path);
  for await (const rows of file.batches())
    for (const row of rows) {
      if ('reason' in row) {
        yield { kind: 'refused', file: at, ...row };
        continue;
      }
      const read = customerOf(row, columns, traits);
      yield typeof read === 'string'
        ? { kind: 'refused', file: at, line: row.line, reason: read }
        : { kind: 'customer', file: at, line: row.line, ...read };
    }
}

/** What a row says; a text: why it is not taken. A wrong cell refuses the row, since each is there to be taken. */
function customerOf(
  row: CsvRow,
  columns: Columns,
  traitsOf: TraitColumns,
): Pick<ImportCustomer, 'person' | 'facts' | 'company' | 'traits'> | string {
  // an export of ours sets an apostrophe before what a spreadsheet would take for a formula
  const plain = (text: string): string => oneLine(text).replace(/^'(?=[=+\-@])/, '');
  const cell = (field: string): string | null => {
    const column = columns[field] ?? null;
    return (column === null ? '' : plain(row.get(column))) || null;
  };
  const traits = { user: {} as Record<string, string>, account: {} as Record<string, string> };
  for (const { holder, key, column } of traitsOf) {
    const raw = row.get(column);
    if (CONTROL.test(raw) || [...raw].length > textLimits.reasonCharacters)
      return `“${key}” is too long or holds control characters`;
    if (plain(raw) !== '') traits[holder][key] = plain(raw);
  }
  for (const field of [...PERSON_FACTS, 'company', 'company_id', 'plan']) {
    const column = columns[field] ?? null;
    const raw = column === null ? '' : row.get(column);
    if (CONTROL.test(raw) || [...raw].length > textLimits.nameCharacters)
      return `${field.replaceAll('_', ' ')} that is too long or holds control characters`;
  }
  const [email, guid] = [cell('email'), cell('id')];
  if (email !== null && emailProblem(email) !== null)
    return `"${email.slice(0, 60)}" is not an email address`;
  const wrongId = guid === null ? null : idProblem(guid, 'person');
  if (wrongId !== null) return wrongId;
  const facts = Object.fromEntries(PERSON_FACTS.map((field) => [field, cell(field)])) as PersonFacts;
  const person = email === null && guid === null ? null : { guid, email_address: email, name: facts.name };
  // of a file that names no people a plain "name" is that of the account
  const isOfAccounts = columns['email'] === null && columns['id'] === null;
  const [external_id, name] = [cell('company_id'), cell('company') ?? (isOfAccounts ? facts.name : null)];
  const amounts = { mrr: readAmount(cell('mrr') ?? ''), ltv: readAmount(cell('ltv') ?? '') };
  for (const field of ['mrr', 'ltv'] as const)
    if (typeof amounts[field] === 'string')
      return `${AMOUNTS[field]} “${cell(field)!.slice(0, 30)}” ${amounts[field]}`;
  if (external_id === null && name === null) {
    if (person === null) return 'no email, no ID and no account';
    if (amounts.mrr !== null || amounts.ltv !== null || cell('plan') !== null)
      return 'a revenue or plan without the account that it is of';
    if (Object.keys(traits.account).length > 0) return 'a field of an account without the account';
    return { person, facts, company: null, traits };
  }
  const saysOfPerson =
    Object.keys(traits.user).length > 0 ||
    (!isOfAccounts && PERSON_FACTS.some((field) => facts[field] !== null));
  if (person === null && saysOfPerson) return 'a person without an email or ID';
  return {
    person,
    facts,
    traits,
    company: {
      external_id,
      name,
      plan: cell('plan'),
      mrr_cents: amounts.mrr as number | null,
      ltv_cents: amounts.ltv as number | null,
    },
  };
}
