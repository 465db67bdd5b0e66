import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useState } from 'react';
import { DEFAULT_SORTS } from '../../../../../contract/states.ts';
import type { BooleanOperator, DefaultSort } from '../../../../../contract/states.ts';
import { request } from '../../../api/runtime.ts';
import { IconButton } from '../../../ui/elements/Button.tsx';
import { EditableList } from '../../../ui/fields/EditableList.tsx';
import { PanelFrame } from '../../../forms/PanelFrame.tsx';
import { useCommand } from '../../../forms/useCommand.ts';
import { useForm } from '../../../forms/useForm.ts';
import type { Form, FormRecord } from '../../../forms/useForm.ts';
import { usePanelRecord } from '../../../forms/usePanelRecord.ts';
import {
  CheckboxField,
  RadioGroup,
  SelectField,
  SwitchField,
  TextArea,
  TextField,
} from '../../../ui/fields/fields.tsx';
import { RichTextEditor } from '../../../ui/editor/RichTextEditor.tsx';
import { Accordion, AccordionSection } from '../../../ui/overlay/SlideOut.tsx';
import { blankForum, categoryProblem, formOf, forumFields, inputOf, newEntry } from './forumForm.ts';
import type { ForumForm, ListEntry } from './forumForm.ts';
import { createForumDocument, updateForumDocument } from './forumsCalls.ts';
import { loadForum, useLanguages } from './forumsQueries.ts';
import { forumsMessages } from '../settingsMessages.ts';
import styles from '../settings.module.css';

const texts = forumsMessages.panel;

/** How many entries the server takes in a list of a forum. */
const listMaximum = 100;

type PanelProps = {
  /** Null: a new forum. */
  forumId: string | null;
  /** What the workspace wants of new forums. */
  moderated: boolean;
  opened: boolean;
  onClose: () => void;
};

/** Makes or edits a forum: general, categories, access, voting and importance, moderation (DEC-167). */
export function ForumPanel({ forumId, moderated, opened, onClose }: PanelProps) {
  const [blank] = useState(() => blankForum(moderated));
  const loaded = usePanelRecord(
    ['forum', forumId],
    (signal) => loadRecord(forumId ?? '', signal),
    forumId !== null,
  );
  const form = useForm<ForumForm>({
    fields: forumFields,
    draftKey: `forum:${forumId ?? 'new'}`,
    blank,
    record: forumId === null ? { values: blank } : loaded.data,
    reload: forumId === null ? undefined : () => loadRecord(forumId),
  });
  const { values, set } = form;
  const languages = useLanguages();
  const save = useCommand(
    async (if_updated_at: string | null) => {
      const input = inputOf(values);
      if (forumId === null) await request(createForumDocument, input);
      else await request(updateForumDocument, { ...input, id: forumId, if_updated_at });
      return input.name;
    },
    {
      form,
      done: forumId === null ? forumsMessages.createdToast : forumsMessages.savedToast,
      failed: texts.failed,
      onDone: onClose,
    },
  );
  /** What is wrong with the categories as such; what is wrong with one of them stands there. */
  const categoriesProblem =
    form.errorOf('category_required') ??
    (form.refused?.input === 'categories' ? form.refusalOf('categories', 'categories') : undefined);
  const losing = values.stored_categories
    .filter(({ id }) => !values.categories.some((entry) => entry.id === id && entry.text.trim() !== ''))
    .reduce((sum, category) => sum + category.open_suggestions_count, 0);

  return (
    <PanelFrame
      {...{ opened, form, save }}
      close={onClose}
      title={forumId === null ? texts.createTitle : texts.editTitle}
      what={texts.what}
      area="settings"
      load={loaded.load}
      submitLabel={forumId === null ? texts.submitCreate : texts.submitEdit}
    >
      <Accordion>
        <AccordionSection title={texts.general}>
          <div className={styles.fields}>
            <TextField {...form.field('name')} autoComplete="off" />
            <SwitchField {...form.check('is_open')} description={texts.isOpenNote} />
            <TextField {...form.field('prompt')} optional placeholder={texts.promptPlaceholder} />
            <TextField {...form.field('placeholder')} optional placeholder={texts.placeholderPlaceholder} />
            <RichTextEditor {...form.field('welcome_message')} optional formatting={false} formattingToggle />
            <TextField {...form.field('logo_url')} optional type="url" placeholder="https://" />
            <SelectField
              {...form.field('default_locale')}
              options={[
                { value: '', label: texts.localeDefault },
                ...(
                  languages.data?.languages ??
                  (values.default_locale === ''
                    ? []
                    : [{ locale: values.default_locale, localized_name: values.default_locale }])
                ).map((language) => ({
                  value: language.locale,
                  label: language.localized_name,
                })),
              ]}
            />
            <SelectField<DefaultSort>
              {...form.field('default_sort')}
              options={DEFAULT_SORTS.map((sort) => ({ value: sort, label: texts.sorts[sort] }))}
            />
          </div>
        </AccordionSection>
        <AccordionSection title={texts.categories}>
          <div className={styles.fields}>
            <EditableList<ListEntry>
              label={texts.categories}
              items={values.categories}
              onChange={(categories) => set({ categories })}
              makeItem={newEntry}
              isBlank={(entry) => entry.text.trim() === ''}
              maximum={listMaximum}
              addLabel={texts.addCategory}
              renderItem={(entry, change, index) => (
                <div className={styles.categoryRow}>
                  <TextField
                    label={texts.category(index + 1)}
                    hideLabel
                    value={entry.text}
                    placeholder={texts.categoryName}
                    autoComplete="off"
                    error={
                      categoryProblem(entry.text) ??
                      form.refusalOf('categories', `categories.${sentIndex(values.categories, index)}`)
                    }
                    onChange={(text) => change({ ...entry, text })}
                  />
                  <IconButton
                    label={texts.moveUp(entry.text || texts.category(index + 1))}
                    size="small"
                    variant="plain"
                    disabled={index === 0}
                    onClick={() => set({ categories: swapped(values.categories, index, index - 1) })}
                  >
                    <IconArrowUp size={14} stroke={1.75} aria-hidden="true" />
                  </IconButton>
                  <IconButton
                    label={texts.moveDown(entry.text || texts.category(index + 1))}
                    size="small"
                    variant="plain"
                    disabled={index === values.categories.length - 1}
                    onClick={() => set({ categories: swapped(values.categories, index, index + 1) })}
                  >
                    <IconArrowDown size={14} stroke={1.75} aria-hidden="true" />
                  </IconButton>
                </div>
              )}
            />
            <div aria-live="polite">
              {losing === 0 ? null : <p className={styles.warning}>{texts.losing(losing)}</p>}
              {categoriesProblem === undefined ? null : (
                <p className={styles.problem} data-invalid tabIndex={-1}>
                  {categoriesProblem}
                </p>
              )}
            </div>
            <CheckboxField {...form.check('category_required')} />
          </div>
        </AccordionSection>
        <AccordionSection title={texts.access}>
          <div className={styles.fields}>
            <SwitchField {...form.check('is_private')} description={texts.privateNote} />
            {values.is_private ? <AccessRules form={form} /> : null}
          </div>
        </AccordionSection>
        <AccordionSection title={texts.voting}>
          <div className={styles.fields}>
            <SwitchField {...form.check('classic_voting')} description={texts.classicNote} />
            {values.classic_voting ? (
              <TextField {...form.field('votes_allowed')} inputMode="numeric" />
            ) : null}
            <SwitchField {...form.check('importance_enabled')} description={texts.importanceNote} />
            <SwitchField {...form.check('allow_requests')} />
          </div>
        </AccordionSection>
        <AccordionSection title={texts.moderation}>
          <SwitchField {...form.check('moderation_enabled')} description={texts.moderatedNote} />
        </AccordionSection>
      </Accordion>
    </PanelFrame>
  );
}

async function loadRecord(id: string, signal?: AbortSignal): Promise<FormRecord<ForumForm> | null> {
  const forum = await loadForum(id, signal);
  return forum === null ? null : { values: formOf(forum), version: forum.updated_at };
}

/** Where an entry stands among those that are sent: empty ones are left out. */
function sentIndex(entries: readonly ListEntry[], index: number): number {
  return entries.slice(0, index).filter((entry) => entry.text.trim() !== '').length;
}

function swapped(entries: readonly ListEntry[], from: number, to: number): ListEntry[] {
  const next = [...entries];
  const [a, b] = [next[from], next[to]];
  if (a === undefined || b === undefined) return next;
  next[from] = b;
  next[to] = a;
  return next;
}

/** Who may enter a private forum. */
function AccessRules({ form }: { form: Form<ForumForm> }) {
  const { values, set } = form;
  const isEmpty = (entries: readonly ListEntry[]): boolean =>
    entries.every((entry) => entry.text.trim() === '');
  const rules = [values.allow_sso_user_by_default, values.allow_by_ip, values.allow_by_email_domain].filter(
    Boolean,
  ).length;
  const lists = [
    {
      field: 'access_ips',
      flag: 'allow_by_ip',
      entry: texts.ip,
      placeholder: texts.ipPlaceholder,
      add: texts.addIp,
    },
    {
      field: 'access_email_domains',
      flag: 'allow_by_email_domain',
      entry: texts.domain,
      placeholder: texts.domainPlaceholder,
      add: texts.addDomain,
    },
  ] as const;
  return (
    <>
      <CheckboxField {...form.check('allow_sso_user_by_default')} />
      {lists.map(({ field, flag, entry: entryLabel, placeholder, add }) => (
        <div key={field} className={styles.fields}>
          <CheckboxField {...form.check(flag)} />
          {values[flag] ? (
            <div className={styles.indented}>
              <EditableList<ListEntry>
                label={form.field(field).label}
                items={values[field]}
                onChange={(entries) => set({ [field]: entries })}
                makeItem={newEntry}
                isBlank={(entry) => entry.text.trim() === ''}
                maximum={listMaximum}
                addLabel={add}
                renderItem={(entry, change, index) => (
                  <TextField
                    label={`${entryLabel} ${index + 1}`}
                    hideLabel
                    value={entry.text}
                    placeholder={placeholder}
                    autoComplete="off"
                    onChange={(text) => change({ ...entry, text })}
                  />
                )}
              />
              {form.errorOf(field) === undefined ? null : (
                <p className={styles.problem} role="alert" data-invalid tabIndex={-1}>
                  {form.errorOf(field)}
                </p>
              )}
              {isEmpty(values[field]) ? <p className={styles.warning}>{texts.ruleEmpty}</p> : null}
            </div>
          ) : null}
        </div>
      ))}
      {rules === 0 ? <p className={styles.warning}>{texts.noRules}</p> : null}
      {rules < 2 ? null : (
        <RadioGroup<BooleanOperator>
          {...form.field('authorization_operator')}
          options={[
            { value: 'or', label: texts.operators.or },
            { value: 'and', label: texts.operators.and },
          ]}
        />
      )}
      <TextArea
        {...form.field('access_denied_message')}
        optional
        minRows={2}
        placeholder={texts.deniedPlaceholder}
      />
    </>
  );
}
