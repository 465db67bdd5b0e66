/** The audit log: what a list reads of a line, and its fields. */
import { AUDIT_AREAS, auditSentence } from '../../../contract/audit.ts';
import type { AuditEntriesQuery, AuditEntryListInput } from '../api/generated/graphql.ts';
import { graphql } from '../api/graphql.ts';
import { fieldsOf } from '../lists/fields.ts';
import { defineList } from '../lists/list.ts';
import { Avatar } from '../ui/elements/Avatar.tsx';
import { formatDateTime } from '../ui/text/format.ts';
import { auditDetails } from './auditDetails.ts';
import { auditTexts as texts } from './auditTexts.ts';
import styles from './records.module.css';

const auditDocument = graphql(`
  query AuditEntries($query: AuditEntryListInput, $page: Int, $per_page: Int) {
    audit_entries(query: $query, page: $page, per_page: $per_page) {
      total_records
      total_is_capped
      records {
        id
        action
        subject
        details
        ip
        created_at
        user {
          id
          name
          email_address
          avatar_url
        }
      }
    }
  }
`);

type Entry = AuditEntriesQuery['audit_entries']['records'][number];

const nameOf = ({ user }: Entry): string =>
  user === null ? texts.system : user.name === '' ? (user.email_address ?? texts.system) : user.name;

const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

const auditFields = fieldsOf<Entry, AuditEntryListInput>({
  created_at: {
    label: texts.fields.when,
    widthPx: 168,
    sortKey: 'created_at',
    sortsDescendingFirst: true,
    cell: ({ created_at }) => <time dateTime={created_at}>{formatDateTime(created_at)}</time>,
  },
  user: {
    label: texts.fields.who,
    widthPx: 190,
    filter: { kind: 'records', by: 'user', records: 'owners', without: texts.system },
    cell: (entry) => (
      <span className={styles.named}>
        <Avatar name={nameOf(entry)} src={entry.user?.avatar_url ?? null} sizePx={22} decorative />
        <span className={styles.cut} title={entry.user?.email_address ?? undefined}>
          {nameOf(entry)}
        </span>
      </span>
    ),
  },
  area: {
    label: texts.fields.area,
    filter: {
      kind: 'words',
      by: 'area',
      choices: AUDIT_AREAS.map((value) => ({ value, label: texts.areas[value] })),
    },
  },
  action: {
    label: texts.fields.what,
    widthPx: 320,
    cell: ({ action, details }) => {
      const { name } = auditDetails(details);
      const done = capitalized(auditSentence(action));
      return (
        <span className={styles.cut} title={name === null ? done : `${done} ${name}`}>
          {done} {name === null ? null : <b>{name}</b>}
        </span>
      );
    },
  },
  details: {
    label: texts.fields.details,
    widthPx: 300,
    cell: ({ details, subject }) => {
      const { rest } = auditDetails(details, subject);
      return rest === '' ? null : (
        <span className={`${styles.cut} ${styles.quiet}`} title={rest}>
          {rest}
        </span>
      );
    },
  },
  ip: { label: texts.fields.ip, widthPx: 130, cell: ({ ip }) => ip },
  since: {
    label: texts.fields.since,
    filter: {
      kind: 'time',
      by: 'created_after',
      choices: [
        { value: '1_days_ago', label: texts.times.day },
        { value: '7_days_ago', label: texts.times.week },
        { value: '30_days_ago', label: texts.times.month },
        { value: '90_days_ago', label: texts.times.quarter },
      ],
    },
  },
});

/** What everyone did, the newest first. */
export const auditList = defineList({
  name: 'audit_entries',
  what: texts.what,
  document: auditDocument,
  read: ({ audit_entries }) => audit_entries,
  fields: auditFields,
  nameOf: ({ action }) => auditSentence(action),
  isSearched: true,
  sort: '-created_at',
  pageSize: 50,
});
