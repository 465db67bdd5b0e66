import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { DEFAULT_SORTS } from '../../../../../contract/states.ts';
import type { BooleanOperator, DefaultSort } from '../../../../../contract/states.ts';
import { ApiError, messageOf } from '../../../api/errors.ts';
import { request } from '../../../api/runtime.ts';
import { useOpenCount } from '../../../pickers/useOpenCount.ts';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/Dialog.tsx';
import { EditableList } from '../../../ui/EditableList.tsx';
import {
  CheckboxField,
  RadioGroup,
  SelectField,
  SwitchField,
  TextArea,
  TextField,
} from '../../../ui/fields.tsx';
import { focusInvalidField } from '../../../ui/invalidField.ts';
import { DelayedSkeleton, SkeletonLines } from '../../../ui/loading.tsx';
import { uiMessages } from '../../../ui/messages.ts';
import { RichTextEditor } from '../../../ui/RichTextEditor.tsx';
import { Accordion, AccordionSection, SlideOut, SlideOutFooter } from '../../../ui/SlideOut.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { useToasts } from '../../../ui/Toasts.tsx';
import {
  blankForum,
  categoryProblem,
  formOf,
  inputOf,
  lengthProblemsOf,
  newEntry,
  problemsOf,
} from './forumForm.ts';
import type { ForumForm, ListEntry } from './forumForm.ts';
import { createForumDocument, updateForumDocument } from './forumsCalls.ts';
import { loadForum, useLanguages } from './forumsQueries.ts';
import type { EditedForum } from './forumsQueries.ts';
import { forumsMessages } from '../settingsMessages.ts';
import styles from '../settings.module.css';

const texts = forumsMessages.panel;

/** How many entries the server takes in a list of a forum. */
const listMaximum = 100;

type PanelProps = {
  opened: boolean;
  /** Null: a new forum. */
  forumId: string | null;
  /** What the workspace wants of new forums. */
  moderated: boolean;
  onClose: () => void;
};

/** Makes or edits a forum: general, categories, access, voting and importance, moderation (DEC-167). */
export function ForumPanel(props: PanelProps) {
  const [shownId, setShownId] = useState(props.forumId);
  if (props.opened && props.forumId !== shownId) setShownId(props.forumId);
  const opening = useOpenCount(props.opened);
  return opening === 0 ? null : <OpenPanel key={opening} {...props} forumId={shownId} />;
}

type Load =
  | { state: 'loading' }
  | { state: 'failed' }
  | { state: 'gone' }
  | { state: 'ready'; forum: EditedForum | null };

function OpenPanel({ opened, forumId, moderated, onClose }: PanelProps) {
  const toasts = useToasts();
  const [load, setLoad] = useState<Load>(
    forumId === null ? { state: 'ready', forum: null } : { state: 'loading' },
  );
  const [attempt, setAttempt] = useState(0);
  const [initial, setInitial] = useState<ForumForm>(() => blankForum(moderated));
  const [form, setForm] = useState<ForumForm>(initial);
  const [isSaving, setIsSaving] = useState(false);
  const [showMissing, setShowMissing] = useState(false);
  const [refused, setRefused] = useState<{ field: string; message: string } | null>(null);
  const [theirs, setTheirs] = useState<EditedForum | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const body = useRef<HTMLDivElement>(null);
  const languages = useLanguages();

  const accept = (forum: EditedForum): void => {
    const next = formOf(forum);
    setInitial(next);
    setForm(next);
    setLoad({ state: 'ready', forum });
    setTheirs(null);
  };
  useEffect(() => {
    if (forumId === null) return undefined;
    const controller = new AbortController();
    setLoad({ state: 'loading' });
    loadForum(forumId, controller.signal).then(
      (forum) => (forum === null ? setLoad({ state: 'gone' }) : accept(forum)),
      () => {
        if (!controller.signal.aborted) setLoad({ state: 'failed' });
      },
    );
    return () => controller.abort();
  }, [forumId, attempt]);

  const stored = load.state === 'ready' ? load.forum : null;
  const isDirty = JSON.stringify(inputOf(form)) !== JSON.stringify(inputOf(initial));
  const problems = problemsOf(form);
  const lengths = lengthProblemsOf(form);
  const set = (patch: Partial<ForumForm>): void => {
    setForm((before) => ({ ...before, ...patch }));
    setRefused(null);
  };
  /** What is wrong with a field: too long at once, by our other rules once asked to save, or as the server said. */
  const errorOf = (field: keyof typeof problems): string | undefined =>
    refusalOf(refused, field) ?? lengths[field] ?? (showMissing ? problems[field] : undefined);
  /** What is wrong with the categories as such; what is wrong with one of them stands there. */
  const categoriesProblem =
    refused?.field === 'categories'
      ? refused.message
      : showMissing && lengths.categories === undefined
        ? problems.categories
        : undefined;
  useEffect(() => {
    if (refused !== null) focusInvalidField(body.current);
  }, [refused]);

  const save = async (ifUpdatedAt: string | null): Promise<void> => {
    if (isSaving || load.state !== 'ready') return;
    if (Object.keys(problems).length > 0) {
      setShowMissing(true);
      focusInvalidField(body.current);
      return;
    }
    setIsSaving(true);
    try {
      const input = inputOf(form);
      if (forumId === null) await request(createForumDocument, input);
      else await request(updateForumDocument, { ...input, id: forumId, if_updated_at: ifUpdatedAt });
      toasts.success(
        forumId === null ? forumsMessages.createdToast(input.name) : forumsMessages.savedToast(input.name),
      );
      onClose();
    } catch (error) {
      if (error instanceof ApiError && error.reason === 'changed' && forumId !== null)
        await showTheirs(forumId);
      else {
        if (error instanceof ApiError && error.field !== null)
          setRefused({ field: error.field, message: error.message });
        toasts.error(texts.failed(messageOf(error)));
      }
    } finally {
      setIsSaving(false);
    }
  };
  const showTheirs = async (id: string): Promise<void> => {
    try {
      const current = await loadForum(id);
      if (current === null) setLoad({ state: 'gone' });
      else setTheirs(current);
    } catch (error) {
      toasts.error(texts.failed(messageOf(error)));
    }
  };
  const requestClose = (): void => {
    if (isSaving) return;
    if (isDirty && load.state === 'ready') setIsAsking(true);
    else onClose();
  };

  const removed = (stored?.categories ?? []).filter(
    (category) => !form.categories.some((entry) => entry.id === category.id && entry.text.trim() !== ''),
  );
  const losing = removed.reduce((sum, category) => sum + category.open_suggestions_count, 0);

  return (
    <SlideOut
      opened={opened}
      onClose={requestClose}
      title={forumId === null ? texts.createTitle : texts.editTitle}
      dirty={isDirty}
      onSubmit={() => void save(stored?.updated_at ?? null)}
      footer={
        load.state === 'ready' ? (
          <SlideOutFooter>
            <Button
              type="submit"
              size="form"
              variant="primary"
              keys="mod+enter"
              loading={isSaving}
              disabled={form.name.trim() === ''}
              disabledReason={texts.nameMissing}
            >
              {forumId === null ? texts.submitCreate : texts.submitEdit}
            </Button>
            <Button size="form" onClick={requestClose}>
              {uiMessages.cancel}
            </Button>
          </SlideOutFooter>
        ) : undefined
      }
    >
      {load.state === 'loading' ? (
        <DelayedSkeleton>
          <SkeletonLines count={8} />
        </DelayedSkeleton>
      ) : load.state === 'failed' ? (
        <ErrorState what={texts.loading} onRetry={() => setAttempt((before) => before + 1)} />
      ) : load.state === 'gone' ? (
        <EmptyState title={texts.gone} reason={texts.goneReason} />
      ) : (
        <div ref={body}>
          {theirs === null ? null : (
            <div className={styles.conflict} role="alert">
              <p>{texts.changed}</p>
              <div className={styles.conflictButtons}>
                <Button
                  variant="primary"
                  onClick={() => {
                    setTheirs(null);
                    void save(theirs.updated_at);
                  }}
                >
                  {texts.keepMine}
                </Button>
                <Button onClick={() => accept(theirs)}>{texts.takeTheirs}</Button>
              </div>
            </div>
          )}
          <Accordion>
            <AccordionSection title={texts.general}>
              <div className={styles.fields}>
                <TextField
                  label={texts.name}
                  required
                  value={form.name}
                  autoComplete="off"
                  error={errorOf('name')}
                  onChange={(name) => set({ name })}
                />
                <SwitchField
                  label={texts.isOpen}
                  description={texts.isOpenNote}
                  checked={form.is_open}
                  onChange={(is_open) => set({ is_open })}
                />
                <TextField
                  label={texts.prompt}
                  optional
                  value={form.prompt}
                  placeholder={texts.promptPlaceholder}
                  error={errorOf('prompt')}
                  onChange={(prompt) => set({ prompt })}
                />
                <TextField
                  label={texts.placeholder}
                  optional
                  value={form.placeholder}
                  placeholder={texts.placeholderPlaceholder}
                  error={errorOf('placeholder')}
                  onChange={(placeholder) => set({ placeholder })}
                />
                <RichTextEditor
                  label={texts.welcome}
                  optional
                  value={form.welcome_message}
                  formatting={false}
                  formattingToggle
                  onChange={(welcome_message) => set({ welcome_message })}
                />
                <TextField
                  label={texts.logo}
                  optional
                  type="url"
                  value={form.logo_url}
                  placeholder="https://"
                  error={errorOf('logo_url')}
                  onChange={(logo_url) => set({ logo_url })}
                />
                <SelectField
                  label={texts.locale}
                  value={form.default_locale}
                  options={[
                    { value: '', label: texts.localeDefault },
                    ...(
                      languages.data?.languages ??
                      (form.default_locale === ''
                        ? []
                        : [{ locale: form.default_locale, localized_name: form.default_locale }])
                    ).map((language) => ({
                      value: language.locale,
                      label: language.localized_name,
                    })),
                  ]}
                  onChange={(default_locale) => set({ default_locale })}
                />
                <SelectField<DefaultSort>
                  label={texts.sort}
                  value={form.default_sort}
                  options={DEFAULT_SORTS.map((sort) => ({ value: sort, label: texts.sorts[sort] }))}
                  onChange={(default_sort) => set({ default_sort })}
                />
              </div>
            </AccordionSection>
            <AccordionSection title={texts.categories}>
              <div className={styles.fields}>
                <EditableList<ListEntry>
                  label={texts.categories}
                  items={form.categories}
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
                          refusalOf(refused, `categories.${sentIndex(form.categories, index)}`)
                        }
                        onChange={(text) => change({ ...entry, text })}
                      />
                      <IconButton
                        label={texts.moveUp(entry.text || texts.category(index + 1))}
                        size="small"
                        variant="plain"
                        disabled={index === 0}
                        onClick={() => set({ categories: swapped(form.categories, index, index - 1) })}
                      >
                        <IconArrowUp size={14} stroke={1.75} aria-hidden="true" />
                      </IconButton>
                      <IconButton
                        label={texts.moveDown(entry.text || texts.category(index + 1))}
                        size="small"
                        variant="plain"
                        disabled={index === form.categories.length - 1}
                        onClick={() => set({ categories: swapped(form.categories, index, index + 1) })}
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
                <CheckboxField
                  label={texts.required}
                  checked={form.category_required}
                  onChange={(category_required) => set({ category_required })}
                />
              </div>
            </AccordionSection>
            <AccordionSection title={texts.access}>
              <div className={styles.fields}>
                <SwitchField
                  label={texts.private}
                  description={texts.privateNote}
                  checked={form.is_private}
                  onChange={(is_private) => set({ is_private })}
                />
                {form.is_private ? (
                  <AccessRules
                    form={form}
                    refused={refused}
                    deniedError={errorOf('access_denied_message')}
                    onChange={set}
                  />
                ) : null}
              </div>
            </AccordionSection>
            <AccordionSection title={texts.voting}>
              <div className={styles.fields}>
                <SwitchField
                  label={texts.classic}
                  description={texts.classicNote}
                  checked={form.classic_voting}
                  onChange={(classic_voting) => set({ classic_voting })}
                />
                {form.classic_voting ? (
                  <TextField
                    label={texts.votes}
                    inputMode="numeric"
                    value={form.votes_allowed}
                    error={errorOf('votes_allowed')}
                    onChange={(votes_allowed) => set({ votes_allowed })}
                  />
                ) : null}
                <SwitchField
                  label={texts.importance}
                  description={texts.importanceNote}
                  checked={form.importance_enabled}
                  onChange={(importance_enabled) => set({ importance_enabled })}
                />
                <SwitchField
                  label={texts.requests}
                  checked={form.allow_requests}
                  onChange={(allow_requests) => set({ allow_requests })}
                />
              </div>
            </AccordionSection>
            <AccordionSection title={texts.moderation}>
              <SwitchField
                label={texts.moderated}
                description={texts.moderatedNote}
                checked={form.moderation_enabled}
                onChange={(moderation_enabled) => set({ moderation_enabled })}
              />
            </AccordionSection>
          </Accordion>
        </div>
      )}
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => {
          setIsAsking(false);
          onClose();
        }}
        title={texts.discardTitle}
        confirmLabel={texts.discard}
        cancelLabel={texts.keep}
        danger
      >
        {texts.discardText}
      </ConfirmDialog>
    </SlideOut>
  );
}

/** The server's sentence about a field or one of its parts: 'categories.2.name' belongs to 'categories.2'. */
function refusalOf(refused: { field: string; message: string } | null, field: string): string | undefined {
  return refused !== null && (refused.field === field || refused.field.startsWith(`${field}.`))
    ? refused.message
    : undefined;
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
function AccessRules({
  form,
  refused,
  deniedError,
  onChange,
}: {
  form: ForumForm;
  refused: { field: string; message: string } | null;
  deniedError: string | undefined;
  onChange: (patch: Partial<ForumForm>) => void;
}) {
  const isEmpty = (entries: readonly ListEntry[]): boolean =>
    entries.every((entry) => entry.text.trim() === '');
  const rules = [form.allow_sso_user_by_default, form.allow_by_ip, form.allow_by_email_domain].filter(
    Boolean,
  ).length;
  const lists = [
    {
      field: 'access_ips',
      flag: 'allow_by_ip',
      label: texts.byIp,
      list: texts.ips,
      entry: texts.ip,
      placeholder: texts.ipPlaceholder,
      add: texts.addIp,
    },
    {
      field: 'access_email_domains',
      flag: 'allow_by_email_domain',
      label: texts.byDomain,
      list: texts.domains,
      entry: texts.domain,
      placeholder: texts.domainPlaceholder,
      add: texts.addDomain,
    },
  ] as const;
  return (
    <>
      <CheckboxField
        label={texts.sso}
        checked={form.allow_sso_user_by_default}
        onChange={(checked) => onChange({ allow_sso_user_by_default: checked })}
      />
      {lists.map(({ field, flag, label, list, entry: entryLabel, placeholder, add }) => (
        <div key={field} className={styles.fields}>
          <CheckboxField
            label={label}
            checked={form[flag]}
            onChange={(checked) => onChange({ [flag]: checked })}
          />
          {form[flag] ? (
            <div className={styles.indented}>
              <EditableList<ListEntry>
                label={list}
                items={form[field]}
                onChange={(entries) => onChange({ [field]: entries })}
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
              {refusalOf(refused, field) === undefined ? null : (
                <p className={styles.problem} role="alert" data-invalid tabIndex={-1}>
                  {refusalOf(refused, field)}
                </p>
              )}
              {isEmpty(form[field]) ? <p className={styles.warning}>{texts.ruleEmpty}</p> : null}
            </div>
          ) : null}
        </div>
      ))}
      {rules === 0 ? <p className={styles.warning}>{texts.noRules}</p> : null}
      {rules < 2 ? null : (
        <RadioGroup<BooleanOperator>
          label={texts.operator}
          value={form.authorization_operator}
          onChange={(authorization_operator) => onChange({ authorization_operator })}
          options={[
            { value: 'or', label: texts.operators.or },
            { value: 'and', label: texts.operators.and },
          ]}
        />
      )}
      <TextArea
        label={texts.denied}
        optional
        minRows={2}
        value={form.access_denied_message}
        placeholder={texts.deniedPlaceholder}
        error={deniedError}
        onChange={(access_denied_message) => onChange({ access_denied_message })}
      />
    </>
  );
}
