import { useRef } from 'react';
import { textLimits } from '../../../../../contract/limits.ts';
import { isEmptyHtml } from '../../../../../contract/rich_text.ts';
import { fillStatusText } from '../../../../../contract/status_text.ts';
import { useViewer } from '../../../api/viewer.ts';
import { PanelFrame } from '../../../forms/PanelFrame.tsx';
import { useCommand } from '../../../forms/useCommand.ts';
import { useForm } from '../../../forms/useForm.ts';
import { usePanelRecord } from '../../../forms/usePanelRecord.ts';
import { RichTextEditor } from '../../../ui/editor/RichTextEditor.tsx';
import { CheckboxField, SwitchField, TextField } from '../../../ui/fields/fields.tsx';
import { RichText } from '../../../ui/text/RichText.tsx';
import { loadSet, saveSet, unchanged, versionOf } from './statusesCalls.ts';
import type { SettingsStatus, StatusKind } from './statusesCalls.ts';
import { statusesMessages } from './statusesMessages.ts';
import styles from './statuses.module.css';

const texts = statusesMessages.panel;

/** Colors that tell one another apart in light and dark; any other is typed. */
const COLORS = ['#999999', '#F0BA00', '#6FBC00', '#2B9281', '#4C8FC9', '#7D7EDF', '#AC6BC8', '#BB392E'];
const HEX_COLOR = /^#[0-9a-f]{6}$/i;

interface StatusForm {
  name: string;
  hex_color: string;
  is_open: boolean;
  allow_comments: boolean;
  default_html_text: string;
  is_default: boolean;
}

const BLANK: StatusForm = {
  name: '',
  hex_color: COLORS[4]!,
  is_open: true,
  allow_comments: true,
  default_html_text: '',
  is_default: false,
};

/** The set that a panel saves over, and the values of the status that it edits. */
interface Loaded {
  set: readonly SettingsStatus[];
  record: { values: StatusForm; version: string | null };
}

/** @returns null when the status is gone */
async function loadRecord(kind: StatusKind, id: string | null, signal?: AbortSignal): Promise<Loaded | null> {
  const set = await loadSet(kind, signal);
  const status = set.find((one) => one.id === id);
  if (id !== null && status === undefined) return null;
  return {
    set,
    record: {
      version: versionOf(set),
      values:
        status === undefined
          ? BLANK
          : {
              name: status.name,
              hex_color: status.hex_color,
              is_open: status.is_open ?? true,
              allow_comments: status.allow_comments ?? true,
              default_html_text: status.default_html_text ?? '',
              is_default: status.is_default,
            },
    },
  };
}

/**
 * Makes or edits a status: name, color, what supporters can do, the text that a status update begins with.
 *
 * @param id null: a new one, behind the others
 */
export function StatusPanel({
  kind,
  id,
  opened,
  onClose,
}: {
  kind: StatusKind;
  id: string | null;
  opened: boolean;
  onClose: () => void;
}) {
  const loaded = usePanelRecord(['status', kind, id], (signal) => loadRecord(kind, id, signal));
  // the set as the form's version has it: after a conflict the one that was read again
  const set = useRef<readonly SettingsStatus[] | null>(null);
  set.current ??= loaded.data?.set ?? null;
  const form = useForm<StatusForm>({
    draftKey: `status:${kind}:${id ?? 'new'}`,
    blank: BLANK,
    record: loaded.data === null ? null : loaded.data.record,
    reload: async () => {
      const now = await loadRecord(kind, id);
      if (now !== null) set.current = now.set;
      return now?.record ?? null;
    },
    fields: {
      name: {
        label: texts.name,
        inputs: ['statuses', 'internal_statuses'],
        needed: { name: texts.nameMissing, sentence: texts.nameNeeded },
        limit: textLimits.nameCharacters,
        isLine: true,
      },
      hex_color: {
        label: texts.color,
        rule: (color) => (HEX_COLOR.test(color.trim()) ? null : texts.colorProblem),
      },
      is_open: { label: texts.vote },
      allow_comments: { label: texts.comment },
      default_html_text: { label: texts.text },
      is_default: { label: texts.preselected },
    },
  });
  const { values, set: change } = form;
  const viewer = useViewer();
  const save = useCommand(
    async (version: string | null) => {
      const entry = {
        ...values,
        name: values.name.trim(),
        hex_color: values.hex_color.trim(),
        default_html_text: values.default_html_text === '' ? null : values.default_html_text,
      };
      const statuses = set.current ?? [];
      await saveSet(
        kind,
        id === null
          ? [...statuses.map(unchanged), entry]
          : statuses.map((status) => (status.id === id ? { id, ...entry } : unchanged(status))),
        version,
      );
      return entry.name;
    },
    {
      form,
      done: (name) => (id === null ? texts.created(name) : texts.saved(name)),
      failed: texts.failed,
      onDone: onClose,
    },
  );
  return (
    <PanelFrame
      {...{ opened, form, save }}
      close={onClose}
      title={id === null ? texts.create[kind] : texts.edit}
      what={texts.what}
      area="settings"
      load={loaded.load}
      submitLabel={id === null ? texts.make : texts.save}
    >
      <div className={styles.fields}>
        <TextField {...form.field('name')} autoComplete="off" />
        <div className={styles.color}>
          <div role="group" aria-label={texts.colors} className={styles.swatches}>
            {COLORS.map((color) => (
              <button
                key={color}
                type="button"
                aria-pressed={values.hex_color.toUpperCase() === color}
                aria-label={color}
                className={styles.swatch}
                style={{ background: color }}
                onClick={() => change({ hex_color: color })}
              />
            ))}
          </div>
          <TextField {...form.field('hex_color')} autoComplete="off" spellCheck={false} />
        </div>
        {kind === 'public' ? (
          <fieldset className={styles.can}>
            <legend>{texts.can}</legend>
            <SwitchField {...form.check('is_open')} description={texts.voteNote} isCheckbox />
            <SwitchField {...form.check('allow_comments')} description={texts.commentNote} isCheckbox />
          </fieldset>
        ) : null}
        <RichTextEditor {...form.field('default_html_text')} description={texts.textNote} optional />
        {isEmptyHtml(values.default_html_text) ? null : (
          <section className={styles.reads} aria-label={texts.reads}>
            <p>{texts.reads}</p>
            <RichText
              html={fillStatusText(values.default_html_text, {
                idea: texts.sampleIdea,
                status: values.name.trim() === '' ? texts.name : values.name.trim(),
                sender: viewer.display_name,
              })}
            />
          </section>
        )}
        <CheckboxField {...form.check('is_default')} />
      </div>
    </PanelFrame>
  );
}
