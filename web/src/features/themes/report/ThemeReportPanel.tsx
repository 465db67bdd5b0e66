import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { textLimits } from '../../../../../contract/limits.ts';
import { ACTIVITY_FILTERS } from '../../../../../contract/states.ts';
import type { ActivityFilter } from '../../../../../contract/states.ts';
import { themeLimits } from '../../../../../contract/themes.ts';
import { SUCCESS_TOASTS } from '../../../../../contract/toasts.ts';
import { request } from '../../../api/runtime.ts';
import { useFeature } from '../../../api/viewer.ts';
import { PanelFrame } from '../../../forms/PanelFrame.tsx';
import { useCommand } from '../../../forms/useCommand.ts';
import { useForm } from '../../../forms/useForm.ts';
import type { FormRecord } from '../../../forms/useForm.ts';
import { usePanelRecord } from '../../../forms/usePanelRecord.ts';
import { rerunDocument } from '../../../records/themeSet.tsx';
import { useIdeaViews } from '../../../shared/pickers/places.ts';
import { Button } from '../../../ui/elements/Button.tsx';
import { Combobox } from '../../../ui/fields/Combobox.tsx';
import type { Option } from '../../../ui/fields/options.ts';
import { SegmentedControl } from '../../../ui/fields/SegmentedControl.tsx';
import { SelectField, TextArea, TextField } from '../../../ui/fields/fields.tsx';
import { Later } from '../../../ui/loading/Later.tsx';
import { loadable } from '../../../ui/loading/loadable.tsx';
import { formatNumber } from '../../../ui/text/format.ts';
import { themeTexts } from '../themeMessages.ts';
import {
  createThemeSetDocument,
  loadThemeSet,
  updateThemeSetDocument,
  useSourceCount,
} from '../themeQueries.ts';
import type { ThemeSet, ThemeSource } from '../themeQueries.ts';
import { SourceMonths } from './SourceMonths.tsx';
import styles from '../themes.module.css';

const texts = themeTexts.form;

/** They come when they are asked for. */
const Conditions = loadable(
  async () => (await import('../../../records/ideaConditions/Conditions.tsx')).Conditions,
);

type Values = {
  name: string;
  description: string;
  kind: 'filters' | 'list' | 'ids';
  list: Option | null;
  activity: readonly string[];
  /** Days, '' for none: '2026-01-31'. */
  start: string;
  end: string;
  /** Conditions as JSON, '' for none. */
  where: string;
  /** As typed. */
  themes: string;
  groups: string;
  /** Words that do not count, as typed. */
  ignored: string;
};

const ANY = 'any';

const blank: Values = {
  name: '',
  description: '',
  kind: 'filters',
  list: null,
  activity: [],
  start: '',
  end: '',
  where: '',
  themes: '',
  groups: '',
  ignored: '',
};

/** So many texts are few to compare. */
const FEW = 10;

const wordsOf = (text: string): string[] => text.split(/[\s,;]+/).filter((word) => word !== '');

const dayOf = (time: string | null): string => time?.slice(0, 10) ?? '';
const numberOf = (text: string): number | null => (text.trim() === '' ? null : Number(text));
const wholeFrom1 =
  (most: number) =>
  (text: string): string | null => {
    if (text.trim() === '') return null;
    const number = Number(text);
    return Number.isInteger(number) && number >= 1 && number <= most ? null : texts.numberWrong(most);
  };

function valuesOf(set: ThemeSet): Values {
  return {
    name: set.name,
    description: set.description ?? '',
    kind: set.source === 'ids' || set.source === 'list' ? set.source : 'filters',
    list: set.view === null ? null : { value: set.view.id, label: set.view.name },
    activity: set.activity ?? [],
    start: dayOf(set.period_start),
    end: dayOf(set.period_end),
    where: set.advanced_filters === null ? '' : JSON.stringify(set.advanced_filters),
    themes: set.themes_wanted === null ? '' : String(set.themes_wanted),
    groups: set.groups_wanted === null ? '' : String(set.groups_wanted),
    ignored: (set.ignored_words ?? []).join(', '),
  };
}

/**
 * The form of a theme report: which ideas it reads, counted as it is filled in, and how many themes it shall find.
 *
 * @param themeSetId of the report that is edited; left out: a new one
 * @param ideas ids of chosen ideas that a new one shall read; empty: it reads by filters
 */
export function ThemeReportPanel({
  themeSetId,
  ideas,
  opened,
  close,
}: {
  themeSetId?: string;
  ideas: readonly string[];
  opened: boolean;
  close: () => void;
}) {
  const isEditing = themeSetId !== undefined;
  const [listSearch, setListSearch] = useState('');
  const hasThemes = useFeature('theme_detection');
  const chosen = ideas.slice(0, themeLimits.chosenIdeas);
  const loaded = usePanelRecord(
    ['theme-report', themeSetId ?? null],
    async (signal): Promise<(FormRecord<Values> & { set: ThemeSet }) | null> => {
      const set = await loadThemeSet(themeSetId ?? '', signal);
      return set === null ? null : { set, values: valuesOf(set), version: set.updated_at };
    },
    isEditing,
  );
  const set = loaded.data?.set ?? null;
  const fresh: Values = { ...blank, kind: chosen.length > 0 ? 'ids' : 'filters' };
  const form = useForm<Values>({
    draftKey: isEditing ? `theme-report:${themeSetId}` : 'theme-report',
    blank: fresh,
    record: isEditing ? loaded.data : { values: fresh },
    fields: {
      name: {
        label: texts.name,
        needed: { name: texts.name.toLowerCase(), sentence: texts.nameMissing },
        limit: textLimits.nameCharacters,
        isLine: true,
        text: (name) => name,
      },
      description: { label: texts.description, limit: textLimits.reasonCharacters, text: (text) => text },
      list: {
        label: texts.list,
        inputs: ['suggestion_list'],
        needed: { name: texts.list.toLowerCase(), sentence: texts.listMissing },
        isEmpty: (list, values) => values.kind === 'list' && list === null,
      },
      start: { label: texts.start, inputs: ['period_start'] },
      end: {
        label: texts.end,
        inputs: ['period_end'],
        rule: (end, { start }) => (end !== '' && start !== '' && end < start ? texts.periodWrong : null),
      },
      themes: { label: texts.number, inputs: ['themes_wanted'], rule: wholeFrom1(themeLimits.themes) },
      groups: { label: texts.groups, inputs: ['groups_wanted'], rule: wholeFrom1(themeLimits.groups) },
      ignored: {
        label: texts.ignored,
        inputs: ['ignored_words'],
        text: (text) => text,
        rule: (text) => {
          const words = wordsOf(text);
          const long = words.find((word) => word.length > themeLimits.ignoredCharacters);
          if (long !== undefined) return texts.ignoredLong(long);
          return words.length > themeLimits.ignoredWords ? texts.ignoredMany(themeLimits.ignoredWords) : null;
        },
      },
    },
  });
  const { values } = form;
  const { kind, list, activity, start, end, where } = values;
  const [begunConditions, setBegunConditions] = useState(false);
  const isPeriodSound = end === '' || start === '' || end >= start;
  const source: ThemeSource | null = !form.isReady
    ? null
    : kind === 'list' && list !== null
      ? {
          saved_view: list.value,
          activity: [],
          period_start: null,
          period_end: null,
          advanced_filters: null,
        }
      : kind === 'filters' && isPeriodSound
        ? {
            saved_view: null,
            activity,
            period_start: start === '' ? null : start,
            period_end: end === '' ? null : end,
            advanced_filters: where === '' ? null : where,
          }
        : null;
  const count = useSourceCount(source);
  const before = loaded.data?.values ?? null;
  // a report with another name has the same themes
  const runsAgain =
    before !== null &&
    (['kind', 'list', 'activity', 'start', 'end', 'where', 'themes', 'groups', 'ignored'] as const).some(
      (key) => JSON.stringify(before[key]) !== JSON.stringify(values[key]),
    );
  const save = useCommand(
    async (version: string | null): Promise<unknown> => {
      const fields = {
        name: values.name.trim(),
        description: values.description.trim() === '' ? null : values.description.trim(),
        activity: [...activity],
        advanced_filters: kind === 'filters' && where !== '' ? (JSON.parse(where) as unknown) : null,
        period_start: start === '' ? null : start,
        period_end: end === '' ? null : end,
        themes_wanted: numberOf(values.themes),
        groups_wanted: numberOf(values.groups),
        ignored_words: wordsOf(values.ignored),
      };
      if (themeSetId === undefined)
        return request(createThemeSetDocument, {
          ...fields,
          ...(kind === 'ids' ? { suggestion_ids: [...chosen] } : {}),
          ...(kind === 'list' ? { suggestion_list: list?.value ?? null } : {}),
        });
      await request(updateThemeSetDocument, {
        id: themeSetId,
        ...fields,
        ...(before?.kind === 'ids' && kind === 'filters' ? { suggestion_ids: null } : {}),
        ...(kind === 'list'
          ? { suggestion_list: list?.value ?? null }
          : before?.kind === 'list' && kind === 'filters'
            ? { suggestion_list: null }
            : {}),
        if_updated_at: version,
      });
      return runsAgain ? request(rerunDocument, { id: themeSetId }) : null;
    },
    {
      form,
      done: !isEditing
        ? SUCCESS_TOASTS.theme_set_created
        : runsAgain
          ? SUCCESS_TOASTS.theme_set_rerun
          : texts.saved,
      failed: texts.failed,
      onDone: close,
    },
  );
  const lists = useIdeaViews(listSearch);
  const chosenCount = isEditing ? (set?.suggestions_count ?? 0) : chosen.length;
  const hasChosen = isEditing ? set?.source === 'ids' : chosen.length > 0;
  const total = count.data?.suggestions;
  const counted = (
    <div className={styles.count} role="status">
      {!isPeriodSound ? null : count.isError ? (
        texts.countFailed
      ) : total === undefined ? (
        texts.counting
      ) : (
        <>
          <strong>
            {texts.count(
              total.total_records,
              total.total_is_capped
                ? `${formatNumber(total.total_records - 1)}+`
                : formatNumber(total.total_records),
            )}
          </strong>
          {total.total_records === 0 ? (
            <span>{texts.none}</span>
          ) : total.total_records < FEW ? (
            <span>{texts.few}</span>
          ) : null}
          {kind === 'filters' && source !== null ? <SourceMonths source={source} /> : null}
        </>
      )}
    </div>
  );

  return (
    <PanelFrame
      {...{ opened, close, form, save }}
      title={isEditing ? texts.edit : texts.create}
      what={texts.what}
      load={loaded.load}
      isDenied={!hasThemes}
      submitLabel={!isEditing ? texts.submit : runsAgain ? texts.saveAndRun : texts.save}
    >
      <div className={styles.form}>
        <TextField
          {...form.field('name')}
          maxLength={textLimits.nameCharacters}
          placeholder={texts.namePlaceholder}
          autoComplete="off"
          data-autofocus
        />
        <TextArea
          {...form.field('description')}
          optional
          minRows={2}
          maxLength={textLimits.reasonCharacters}
        />
        <fieldset className={styles.source}>
          <legend>{texts.kind}</legend>
          <SegmentedControl<Values['kind']>
            label={texts.kind}
            value={kind}
            onChange={(next) => form.set({ kind: next })}
            segments={[
              { value: 'filters', label: texts.filters },
              { value: 'list', label: texts.list },
              ...(hasChosen ? [{ value: 'ids' as const, label: texts.chosen(chosenCount) }] : []),
            ]}
          />
          {kind === 'ids' ? (
            <p className={styles.quiet}>{texts.chosenNote(chosenCount)}</p>
          ) : kind === 'list' ? (
            <>
              <Combobox
                {...form.field('list')}
                placeholder={texts.listPlaceholder}
                options={(lists.data?.saved_views.records ?? []).map((one) => ({
                  value: one.id,
                  label: one.name,
                }))}
                onSearch={setListSearch}
                status={lists.isPending ? 'loading' : lists.isError ? 'error' : 'ready'}
                onRetry={() => void lists.refetch()}
                emptyText={texts.noLists}
              />
              <p className={styles.quiet}>{texts.listNote}</p>
              {list === null ? null : counted}
            </>
          ) : (
            <>
              <SelectField
                label={texts.activity}
                value={
                  activity.length === 1
                    ? (activity[0] as string)
                    : activity.length === 0
                      ? ANY
                      : activity.join()
                }
                onChange={(value) => form.set({ activity: value === ANY ? [] : value.split(',') })}
                options={[
                  { value: ANY, label: texts.anyActivity },
                  ...ACTIVITY_FILTERS.map((value) => ({
                    value: value as string,
                    label: texts.activities[value],
                  })),
                  ...(activity.length > 1
                    ? [
                        {
                          value: activity.join(),
                          label: activity
                            .map((value) => texts.activities[value as ActivityFilter] ?? value)
                            .join(', '),
                        },
                      ]
                    : []),
                ]}
              />
              <div className={styles.pair}>
                <TextField {...form.field('start')} type="date" optional />
                <TextField {...form.field('end')} type="date" optional />
              </div>
              <p className={styles.quiet}>{texts.periodOf(activity.length > 0)}</p>
              {where === '' && !begunConditions ? (
                <div>
                  <Button
                    variant="text"
                    icon={<IconPlus size={13} stroke={2} aria-hidden="true" />}
                    onClick={() => setBegunConditions(true)}
                  >
                    {texts.addConditions}
                  </Button>
                </div>
              ) : (
                <Later
                  part={Conditions}
                  props={{
                    begin: texts.conditionsBegin,
                    isInForm: true,
                    where,
                    query: {
                      ...(activity.length === 0 ? {} : { activity: [...activity] }),
                      ...(start === '' ? {} : { period_start: start }),
                      ...(end === '' ? {} : { period_end: end }),
                    },
                    found: count.isPlaceholderData ? null : (total?.total_records ?? null),
                    onChange: (next) => form.set({ where: next }),
                    onClose: () => setBegunConditions(false),
                  }}
                  what={texts.conditions}
                  waiting={null}
                />
              )}
              {counted}
            </>
          )}
        </fieldset>
        <div className={styles.pair} data-uneven>
          <TextField
            {...form.field('themes')}
            optional
            inputMode="numeric"
            placeholder={texts.asManyAsNeeded}
            autoComplete="off"
          />
          <TextField {...form.field('groups')} optional inputMode="numeric" autoComplete="off" />
        </div>
        <TextArea
          {...form.field('ignored')}
          optional
          minRows={1}
          placeholder={texts.ignoredPlaceholder}
          description={texts.ignoredNote}
          autoComplete="off"
        />
        <p className={styles.quiet}>{texts.numberNote}</p>
      </div>
    </PanelFrame>
  );
}
