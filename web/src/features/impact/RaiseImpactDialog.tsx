import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { textLimits } from '../../../../contract/limits.ts';
import { graphql } from '../../api/graphql.ts';
import { request } from '../../api/runtime.ts';
import { useFeature } from '../../api/viewer.ts';
import { FormDialog } from '../../forms/FormDialog.tsx';
import { useCommand } from '../../forms/useCommand.ts';
import { useForm } from '../../forms/useForm.ts';
import { impactReportAddress } from '../../host/addresses.ts';
import type { ImpactSourceChoice } from '../../host/modals.ts';
import { navigate } from '../../host/navigation.ts';
import { Combobox } from '../../ui/fields/Combobox.tsx';
import { TextField } from '../../ui/fields/fields.tsx';
import type { Option } from '../../ui/fields/options.ts';
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx';
import type { ModalControl, ModalProps } from '../../ui/overlay/modals.ts';
import { formatNumber, plural } from '../../ui/text/format.ts';
import { raiseTexts as texts } from './raiseMessages.ts';
import styles from './dialogs.module.css';

const createDocument = graphql(`
  mutation RaiseImpactReport($title: String, $theme: ID, $suggestion_list: ID, $suggestion_ids: [ID!]) {
    impact_report_create(
      title: $title
      theme: $theme
      suggestion_list: $suggestion_list
      suggestion_ids: $suggestion_ids
    ) {
      id
    }
  }
`);

const themeReportsDocument = graphql(`
  query ImpactThemeReports {
    theme_sets(state: "active", per_page: 100) {
      records {
        id
        name
        themes_count
        last_run {
          id
        }
      }
    }
  }
`);

const themesDocument = graphql(`
  query ImpactThemes($theme_set: [ID!]) {
    themes(theme_set: $theme_set, uncategorized: false, per_page: 100) {
      records {
        id
        display_name
        is_group
        idea_count
        supporter_count
      }
    }
  }
`);

const listsDocument = graphql(`
  query ImpactLists($q: String) {
    saved_views(q: $q, kind: ["suggestion_list", "suggestion"], per_page: 50) {
      records {
        id
        name
        suggestions_count
      }
    }
  }
`);

type Kind = 'theme' | 'list';
const ideas = (count: number): string => plural(count, { one: 'idea', other: 'ideas' });

/** Raises an impact report, and opens it. */
export function RaiseImpactDialog({ source, opened, close }: ModalProps['raiseImpact'] & ModalControl) {
  const hasThemes = useFeature('theme_detection');
  const [kind, setKind] = useState<Kind>(hasThemes ? 'theme' : 'list');
  const form = useForm<{ title: string; about: Option | null }>({
    blank: { title: '', about: null },
    fields: {
      title: { label: texts.reportTitle, inputs: ['title'] },
      about: {
        label: texts.about,
        ...(source === undefined ? { needed: { sentence: texts.missing } } : {}),
        inputs: ['theme', 'suggestion_list', 'suggestion_ids'],
      },
    },
  });
  const { title, about } = form.values;
  const save = useCommand(
    (_version: string | null) => {
      const from: SourceInputs =
        source !== undefined
          ? inputsOf(source)
          : kind === 'theme'
            ? { theme: about!.value }
            : { suggestion_list: about!.value };
      return request(createDocument, { title: title.trim() === '' ? null : title.trim(), ...from });
    },
    {
      form,
      failed: null,
      onDone: ({ impact_report_create: report }) => {
        close();
        if (report !== null) navigate(impactReportAddress(report.id));
      },
    },
  );
  const choose = (option: Option | null): void =>
    form.field('about').onChange(option === null ? null : { value: option.value, label: option.label });
  return (
    <FormDialog
      {...{ opened, form, save }}
      onClose={close}
      title={texts.title}
      submitLabel={texts.save}
      workingLabel={texts.saving}
    >
      {source === undefined ? (
        <>
          {hasThemes ? (
            <SegmentedControl
              label={texts.about}
              value={kind}
              segments={(['theme', 'list'] as const).map((value) => ({ value, label: texts.kinds[value] }))}
              onChange={(next: Kind) => {
                setKind(next);
                choose(null);
              }}
            />
          ) : null}
          {kind === 'theme' ? (
            <ThemeChoice value={about} error={form.field('about').error} onChange={choose} />
          ) : (
            <ListChoice value={about} error={form.field('about').error} onChange={choose} />
          )}
        </>
      ) : (
        <p>{sentenceOf(source)}</p>
      )}
      <TextField
        {...form.field('title')}
        optional
        placeholder={about?.label ?? nameOf(source) ?? texts.titlePlaceholder}
        description={texts.titleNote}
        maxLength={textLimits.nameCharacters}
      />
      <p className={styles.quiet}>{texts.note}</p>
    </FormDialog>
  );
}

/** Inputs of the command that name what a report is about. */
interface SourceInputs {
  theme?: string;
  suggestion_list?: string;
  suggestion_ids?: string[];
}

function inputsOf(source: ImpactSourceChoice): SourceInputs {
  if ('theme' in source) return { theme: source.theme.id };
  if ('list' in source) return { suggestion_list: source.list.id };
  return { suggestion_ids: [...source.suggestion_ids] };
}

function sentenceOf(source: ImpactSourceChoice): string {
  if ('theme' in source) return texts.ofTheme(source.theme.name);
  if ('list' in source) return texts.ofList(source.list.name);
  return texts.ofIdeas(source.suggestion_ids.length);
}

/** What a report is called when nobody says otherwise; null: that is only known once it is raised. */
function nameOf(source: ImpactSourceChoice | undefined): string | null {
  if (source === undefined || 'suggestion_ids' in source) return null;
  return 'theme' in source ? source.theme.name : source.list.name;
}

interface ChoiceProps {
  value: Option | null;
  error?: string | undefined;
  onChange: (option: Option | null) => void;
}

/** A theme: its report, the newest at first, then the theme. */
function ThemeChoice({ value, error, onChange }: ChoiceProps) {
  const reports = useQuery({
    queryKey: ['impact_theme_reports'],
    queryFn: ({ signal }) => request(themeReportsDocument, {}, { signal }),
  });
  const done = (reports.data?.theme_sets.records ?? []).filter(({ last_run }) => last_run !== null);
  const [chosen, setChosen] = useState<string | null>(null);
  const report = done.find(({ id }) => id === chosen) ?? done[0] ?? null;
  const themes = useQuery({
    queryKey: ['impact_themes', report?.id],
    queryFn: ({ signal }) => request(themesDocument, { theme_set: [report!.id] }, { signal }),
    enabled: report !== null,
  });
  if (reports.isSuccess && done.length === 0) return <p className={styles.quiet}>{texts.noThemes}</p>;
  return (
    <>
      {done.length > 1 ? (
        <Combobox
          label={texts.themeReport}
          value={report === null ? null : { value: report.id, label: report.name }}
          options={done.map(({ id, name, themes_count: count }) => ({
            value: id,
            label: name,
            note: plural(count, { one: 'theme', other: 'themes' }),
          }))}
          onChange={(option) => {
            setChosen(option?.value ?? null);
            onChange(null);
          }}
        />
      ) : null}
      <Combobox
        label={texts.theme}
        placeholder={texts.chooseTheme}
        value={value}
        error={error}
        options={(themes.data?.themes.records ?? []).map((theme) => ({
          value: theme.id,
          label: theme.display_name,
          note: `${ideas(theme.idea_count)}, ${formatNumber(theme.supporter_count)}`,
        }))}
        status={reports.isPending || themes.isPending ? 'loading' : themes.isError ? 'error' : 'ready'}
        onRetry={() => void themes.refetch()}
        onChange={onChange}
      />
    </>
  );
}

/** A view or list of ideas. */
function ListChoice({ value, error, onChange }: ChoiceProps) {
  const [q, setQ] = useState('');
  const lists = useQuery({
    queryKey: ['impact_lists', q],
    queryFn: ({ signal }) => request(listsDocument, { q: q === '' ? null : q }, { signal }),
    placeholderData: (before) => before,
  });
  return (
    <Combobox
      label={texts.list}
      placeholder={texts.chooseList}
      value={value}
      error={error}
      options={(lists.data?.saved_views.records ?? []).map(({ id, name, suggestions_count: count }) => ({
        value: id,
        label: name,
        note: ideas(count ?? 0),
      }))}
      status={lists.isPending ? 'loading' : lists.isError ? 'error' : 'ready'}
      onRetry={() => void lists.refetch()}
      onSearch={setQ}
      emptyText={texts.noLists}
      onChange={onChange}
    />
  );
}
