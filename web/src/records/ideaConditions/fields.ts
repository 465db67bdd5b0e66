/** What conditions of ideas can be about: the built-in fields and those of the workspace's own. Pure. */
import { SENTIMENT_BANDS } from '../../../../contract/advanced_filters.ts';
import type { AdvancedFilterKey, CustomKey } from '../../../../contract/advanced_filters.ts';
import { hasFeature } from '../../../../contract/permissions.ts';
import type { Rights } from '../../../../contract/permissions.ts';
import { SUGGESTION_STATE_FILTERS } from '../../../../contract/states.ts';
import { withoutValue } from '../../lists/filters.ts';
import type { FilterChoice, FilterRecords } from '../../lists/filters.ts';
import { conditionMessages as texts } from './conditionMessages.ts';

/** A field that a condition can be about. */
export interface ConditionField {
  /** key of advanced_filters; of a custom field its id behind `custom:` */
  id: string;
  label: string;
  group: string;
  kind: 'records' | 'words' | 'texts' | 'number' | 'yes' | 'date';
  /** of records: what they are, and what ideas without one are called */
  records?: FilterRecords;
  without?: string | null;
  /** of words: those on offer */
  choices?: readonly FilterChoice[];
  /** of numbers: an amount of money */
  isMoney?: boolean;
  /** of yes and no: what either is called */
  yes?: { true: string; false: string };
  /** of the workspace's own: how advanced_filters names it */
  custom?: { kind: CustomKey; id: string; key: string };
}

/** A custom field of ideas, as the API gives it. */
export interface CustomFieldRecord {
  id: string;
  key: string;
  name: string;
  combined_type: string;
  string_enum_values: readonly { label: string }[] | null;
  numeric_enum_values: readonly { label: string; numeric_value: number | null }[] | null;
}

type BuiltIn = Exclude<AdvancedFilterKey, CustomKey>;
const { groups, without } = texts;
const records = (
  id: BuiltIn & keyof typeof texts.fields,
  group: string,
  kind: FilterRecords,
  none: string | null,
): ConditionField => ({ id, label: texts.fields[id], group, kind: 'records', records: kind, without: none });
const number = (id: BuiltIn & keyof typeof texts.fields, group: string = groups.numbers): ConditionField => ({
  id,
  label: texts.fields[id],
  group,
  kind: 'number',
});
const date = (id: BuiltIn & keyof typeof texts.fields): ConditionField => ({
  id,
  label: texts.fields[id],
  group: groups.dates,
  kind: 'date',
});
const yes = (id: 'has_response' | 'has_internal_flag'): ConditionField => ({
  id,
  label: texts.fields[id],
  group: groups.idea,
  kind: 'yes',
  yes: texts.yes[id],
});

const builtIn: readonly ConditionField[] = [
  records('status', groups.idea, 'statuses', without.status),
  records('internal_status', groups.idea, 'internal_statuses', without.internal_status),
  records('label', groups.idea, 'labels', without.label),
  records('category', groups.idea, 'categories', without.category),
  {
    id: 'state',
    label: texts.fields.state,
    group: groups.idea,
    kind: 'words',
    choices: SUGGESTION_STATE_FILTERS.flatMap((value) => {
      const label = texts.states[value];
      return label === undefined ? [] : [{ value, label }];
    }),
  },
  yes('has_response'),
  yes('has_internal_flag'),
  {
    id: 'total_sentiment_score',
    label: texts.fields.total_sentiment_score,
    group: groups.idea,
    kind: 'words',
    choices: [...SENTIMENT_BANDS, withoutValue as 'none'].map((value) => ({
      value,
      label: texts.sentiments[value],
    })),
  },
  records('external_accounts', groups.people, 'accounts', null),
  {
    id: 'external_account_plan',
    label: texts.fields.external_account_plan,
    group: groups.people,
    kind: 'texts',
  },
  { ...number('external_account_revenue', groups.people), isMoney: true },
  number('activity_num_accounts', groups.people),
  records('creator', groups.people, 'people', null),
  number('activity_num_votes'),
  number('activity_num_comments'),
  number('activity_num_feedback_records'),
  number('activity_num_notes'),
  number('activity_num_scores'),
  number('total_activity'),
  date('idea_created_date'),
  date('last_support_date'),
  date('public_status_last_update_date'),
  date('internal_status_last_update_date'),
];

/** How the kinds of custom fields are compared. */
const customKinds: Readonly<Record<string, { kind: ConditionField['kind']; as: CustomKey }>> = {
  string_enum: { kind: 'words', as: 'custom_include_string' },
  numeric_enum: { kind: 'words', as: 'custom_include' },
  string: { kind: 'texts', as: 'custom_include_string' },
  numeric: { kind: 'number', as: 'custom_comparison' },
  boolean: { kind: 'yes', as: 'custom_bool' },
  date: { kind: 'date', as: 'custom_date' },
};

/** All fields in the order in which they are offered. Revenue is for those who see it. */
export function conditionFields(rights: Rights, custom: readonly CustomFieldRecord[]): ConditionField[] {
  const seesMoney = hasFeature(rights.authorized_features, 'account_insights');
  return [
    ...builtIn.filter(({ isMoney }) => isMoney !== true || seesMoney),
    ...custom.flatMap((field): ConditionField[] => {
      const compared = customKinds[field.combined_type];
      if (compared === undefined) return [];
      const choices =
        field.combined_type === 'numeric_enum'
          ? (field.numeric_enum_values ?? []).map(({ label, numeric_value }) => ({
              value: String(numeric_value),
              label,
            }))
          : (field.string_enum_values ?? []).map(({ label }) => ({ value: label, label }));
      return [
        {
          id: `custom:${field.id}`,
          label: field.name,
          group: groups.own,
          kind: compared.kind,
          custom: { kind: compared.as, id: field.id, key: field.key },
          ...(compared.kind === 'words' ? { choices } : {}),
          ...(compared.kind === 'yes' ? { yes: texts.yes.own } : {}),
        },
      ];
    }),
  ];
}
