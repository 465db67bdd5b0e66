import { IconArrowRight, IconCheck, IconFileTypeCsv, IconHelpCircle, IconMailOff } from '@tabler/icons-react';
import { useState } from 'react';
import {
  CUSTOM_FIELD_PREFIX,
  IMPORT_FIELD_NAMES,
  IMPORT_PRESET_NAMES,
  importLimits,
} from '../../../../contract/imports.ts';
import { useCommand } from '../../forms/useCommand.ts';
import { Button } from '../../ui/elements/Button.tsx';
import { Combobox } from '../../ui/fields/Combobox.tsx';
import { SelectField, SwitchField } from '../../ui/fields/fields.tsx';
import { useShortcut } from '../../ui/keyboard/useShortcut.ts';
import { DelayedSkeleton, Skeleton } from '../../ui/loading/loading.tsx';
import { EmptyState, ErrorState } from '../../ui/loading/states.tsx';
import { ConfirmDialog } from '../../ui/overlay/Dialog.tsx';
import { SheetPage } from '../../ui/page/SheetPage.tsx';
import { formatBytes, formatList, formatNumber } from '../../ui/text/format.ts';
import { useToasts } from '../../ui/toasts/Toasts.tsx';
import {
  deleteImportDocument,
  isOfCustomers,
  startImportDocument,
  updateImportDocument,
  useImportDraft,
} from './importCalls.ts';
import type { DraftFile, DraftImport } from './importCalls.ts';
import { DropField } from './ImportDrop.tsx';
import { importMessages as texts } from './importMessages.ts';
import styles from './import.module.css';

/** Columns that are shown at first. */
const FIRST_COLUMNS = 11;
const LEFT_OUT = '';

/** The files of an import before it is started: what each column goes to, and what would come in. */
export function ImportDraft({
  id,
  onLeave,
  onReplace,
}: {
  id: string;
  onLeave: () => void;
  /** Another import takes the place of this one. */
  onReplace: (id: string) => void;
}) {
  const toasts = useToasts();
  const query = useImportDraft(id);
  const [isAsking, setIsAsking] = useState(false);
  const draft = query.data?.import ?? null;
  const isDraft = draft !== null && ['rehearsing', 'ready', 'faulty'].includes(draft.state);
  const remove = useCommand(deleteImportDocument, { failed: texts.cancelFailed, onDone: onLeave });
  const forget = useCommand(deleteImportDocument, { failed: null });
  const start = useCommand(startImportDocument, {
    failed: texts.startFailed,
    onDone: () => {
      toasts.show({ severity: 'success', message: texts.started, note: texts.startedNote });
      onLeave();
    },
  });
  const count = newRecords(draft);
  const canStart = draft?.state === 'ready' && count.ideas + count.other > 0;
  const begin = (): void => {
    if (canStart) void start.run({ id });
  };
  useShortcut('mod+enter', begin, { label: texts.start(0, 0), enabled: canStart });
  return (
    <SheetPage
      title={texts.title}
      controls={
        isDraft ? (
          <>
            <Steps isRehearsed={draft.state === 'ready'} isMapped={draft.state !== 'faulty'} />
            <Button variant="text" onClick={() => setIsAsking(true)}>
              {texts.cancel}
            </Button>
          </>
        ) : null
      }
    >
      {query.isPending ? (
        <DelayedSkeleton>
          <div className={styles.draft}>
            <Skeleton width="60%" height={52} />
          </div>
        </DelayedSkeleton>
      ) : query.isError && query.data === undefined ? (
        <ErrorState what={texts.what} onRetry={() => void query.refetch()} retrying={query.isFetching} />
      ) : draft === null || !isDraft ? (
        <EmptyState
          title={texts.gone}
          reason={texts.goneReason}
          action={<Button onClick={onLeave}>{texts.back}</Button>}
        />
      ) : (
        <div className={styles.draft}>
          <Mapping
            draft={draft}
            forums={query.data?.all_forums.records ?? []}
            fields={query.data?.all_custom_fields.records ?? []}
            statuses={query.data?.all_statuses.records ?? []}
            onReplace={(next) => {
              void forget.run({ id });
              onReplace(next);
            }}
          />
          <Rehearsal
            draft={draft}
            isStarting={start.isRunning}
            label={
              isOfCustomers(draft)
                ? texts.startPeople(count.ideas, count.other)
                : texts.start(count.ideas, count.other)
            }
            onStart={begin}
            refusal={
              draft.state === 'faulty'
                ? texts.fixFirst
                : draft.state === 'rehearsing'
                  ? texts.waitForRehearsal
                  : canStart
                    ? null
                    : texts.nothingToImport
            }
          />
        </div>
      )}
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => void remove.run({ id }).then(() => setIsAsking(false))}
        title={texts.cancelTitle}
        confirmLabel={texts.cancel}
        cancelLabel={texts.keep}
        working={remove.isRunning}
      >
        {texts.cancelText}
      </ConfirmDialog>
    </SheetPage>
  );
}

/** What would change: ideas, and other records where no idea would; of people and accounts the people, else the accounts. */
function newRecords(draft: DraftImport | null): { ideas: number; other: number } {
  const rehearsal = draft?.rehearsal ?? null;
  if (draft === null || rehearsal === null) return { ideas: 0, other: 0 };
  const { ideas, supporters, comments, answers, accounts } = rehearsal;
  if (isOfCustomers(draft))
    return {
      ideas: Math.max(
        rehearsal.people_created + (rehearsal.people_updated ?? 0),
        rehearsal.people_with_account ?? 0,
      ),
      other: (accounts?.created ?? 0) + (accounts?.updated ?? 0),
    };
  return {
    ideas: ideas.created + ideas.updated,
    other:
      supporters.created +
      supporters.updated +
      comments.created +
      comments.updated +
      answers.created +
      rehearsal.labels_created,
  };
}

function Steps({ isMapped, isRehearsed }: { isMapped: boolean; isRehearsed: boolean }) {
  const now = isRehearsed ? 3 : isMapped ? 2 : 1;
  return (
    <ol className={styles.steps} aria-label={texts.stepsLabel}>
      {texts.steps.map((step, index) => (
        <li
          key={step}
          data-state={index < now ? 'done' : index === now ? 'now' : 'next'}
          aria-current={index === now ? 'step' : undefined}
        >
          <span className={styles.stepMark}>
            {index < now ? <IconCheck size={13} stroke={2.5} aria-label={texts.stepDone} /> : index + 1}
          </span>
          {step}
        </li>
      ))}
    </ol>
  );
}

type Named = { id: string; name: string };

function Mapping({
  draft,
  forums,
  fields,
  statuses,
  onReplace,
}: {
  draft: DraftImport;
  forums: readonly Named[];
  fields: Fields;
  statuses: readonly Named[];
  onReplace: (id: string) => void;
}) {
  const [at, setAt] = useState(0);
  const update = useCommand(updateImportDocument, { failed: texts.saveFailed });
  const file = draft.files[Math.min(at, draft.files.length - 1)];
  if (file === undefined) return null;
  const change = (patch: object): void => void update.run({ id: draft.id, ...patch });
  const ofCustomers = isOfCustomers(draft);
  const presets = Object.entries(IMPORT_PRESET_NAMES)
    // people and accounts come by themselves
    .filter(([value]) => value !== 'customers' || draft.files.length === 1)
    .map(([value, label]) => ({ value, label }));
  const forum = forums.find(({ name }) => name === draft.forum);
  return (
    <div className={styles.mapping}>
      {draft.files.length > 1 ? (
        <div className={styles.tabs} role="tablist" aria-label={texts.tabs}>
          {draft.files.map((one, index) => (
            <button
              key={one.id}
              type="button"
              role="tab"
              id={`import-file-${one.id}`}
              aria-selected={one.id === file.id}
              aria-controls="import-columns"
              tabIndex={one.id === file.id ? 0 : -1}
              onClick={() => setAt(index)}
              onKeyDown={(event) => {
                const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
                if (step === 0) return;
                const next = (index + step + draft.files.length) % draft.files.length;
                setAt(next);
                document.getElementById(`import-file-${draft.files[next]!.id}`)?.focus();
              }}
            >
              {texts.roles[one.role] ?? one.role}
            </button>
          ))}
        </div>
      ) : null}
      <div className={styles.fileCard}>
        <IconFileTypeCsv size={24} stroke={1.5} aria-hidden="true" />
        <div className={styles.fileText}>
          <p className={styles.fileName}>{file.file_name}</p>
          <p className={styles.fileFacts}>
            {texts.facts(
              file.rows_count,
              file.columns.length,
              formatBytes(file.size_in_bytes),
              texts.delimiters[file.delimiter ?? ','] ?? '',
            )}
          </p>
        </div>
        <span className={styles.preset}>
          <span aria-hidden="true">{texts.looksLike}</span>
          <SelectField
            label={texts.looksLike}
            hideLabel
            size="bar"
            value={draft.preset}
            options={presets}
            onChange={(preset) => change({ preset })}
          />
        </span>
        <DropField isSmall onBegun={onReplace} />
      </div>
      <Columns
        key={file.id}
        file={file}
        isFixed={draft.preset === 'polis'}
        preset={draft.preset}
        fields={fields}
        onChange={(name, field) => change({ columns: [{ file_id: file.id, name, field }] })}
      />
      {ofCustomers ? null : (
        <div className={styles.settings}>
          <Combobox
            label={texts.forum}
            value={{ value: forum?.id ?? 'new', label: draft.forum }}
            options={forums.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(option) => {
              if (option !== null) change({ forum: option.label });
            }}
            onCreate={(name) => change({ forum: name })}
            createLabel={texts.newForum}
          />
          <SelectField
            label={texts.dates}
            value={draft.dates ?? 'none'}
            options={Object.entries(texts.dateOrders).map(([value, label]) => ({ value, label }))}
            onChange={(dates) => change({ dates: dates === 'none' ? null : dates })}
          />
          <SelectField
            label={texts.texts}
            value={draft.text ?? 'none'}
            options={Object.entries(texts.textKinds).map(([value, label]) => ({ value, label }))}
            onChange={(text) => change({ text: text === 'none' ? null : text })}
          />
        </div>
      )}
      {ofCustomers || draft.preset === 'polis' ? null : (
        <SwitchField
          label={texts.subscribe}
          description={texts.subscribeNote}
          checked={draft.subscribe}
          onChange={(subscribe) => change({ subscribe })}
        />
      )}
      {(draft.rehearsal?.statuses ?? []).length === 0 ? null : (
        <Statuses
          found={draft.rehearsal!.statuses!}
          here={statuses}
          onChange={(name, to) => change({ statuses: [{ name, to }] })}
        />
      )}
      <p className={styles.keptNote}>{texts.kept}</p>
    </div>
  );
}

type FoundStatus = NonNullable<NonNullable<DraftImport['rehearsal']>['statuses']>[number];
const NO_STATUS = '';

/** The statuses of the files, and which one here each of them becomes. */
function Statuses({
  found,
  here,
  onChange,
}: {
  found: readonly FoundStatus[];
  here: readonly Named[];
  onChange: (name: string, to: string | null) => void;
}) {
  /** What was chosen and the next rehearsal does not say yet. */
  const [chosen, setChosen] = useState<{ of: readonly FoundStatus[]; name: string; to: string } | null>(null);
  const pending = chosen !== null && chosen.of === found ? chosen : null;
  const created = found.filter((status) => status.is_new).length;
  return (
    <section aria-labelledby="import-statuses-head">
      <h2 id="import-statuses-head" className={styles.listHead}>
        {texts.statuses} <span>{texts.statusFacts(found.length - created, created)}</span>
      </h2>
      <table className={styles.columns}>
        <thead>
          <tr>
            <th scope="col">{texts.inFile}</th>
            <th scope="col">{texts.ofIdeas}</th>
            <th scope="col">{texts.becomes}</th>
          </tr>
        </thead>
        <tbody>
          {found.map((status) => {
            const to = pending?.name === status.name ? pending.to : (status.to ?? NO_STATUS);
            const names = [...new Set([...here.map(({ name }) => name), ...(to === NO_STATUS ? [] : [to])])];
            const isHere = (name: string): boolean =>
              here.some((one) => one.name.toLowerCase() === name.toLowerCase());
            return (
              <tr key={status.name}>
                <th scope="row">{status.name}</th>
                <td>{texts.ideasWith(status.ideas)}</td>
                <td>
                  <span className={styles.target} data-left={to === NO_STATUS || undefined}>
                    <IconArrowRight size={16} stroke={1.5} aria-hidden="true" className={styles.arrow} />
                    <SelectField
                      label={texts.becomesOf(status.name)}
                      hideLabel
                      size="bar"
                      value={to}
                      options={[
                        { value: NO_STATUS, label: texts.noStatus },
                        ...names.map((name) => ({
                          value: name,
                          label: isHere(name) ? name : texts.newStatus(name),
                        })),
                        ...(names.some((name) => name.toLowerCase() === status.name.toLowerCase())
                          ? []
                          : [{ value: status.name, label: texts.newStatus(status.name) }]),
                      ]}
                      onChange={(next) => {
                        setChosen({ of: found, name: status.name, to: next });
                        onChange(status.name, next === NO_STATUS ? null : next);
                      }}
                    />
                  </span>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

/** Custom fields that a column can go to. */
type Fields = readonly { object_type: string; key: string; name: string }[];

/** The fields that a column of a file can go to. */
function targetsOf(file: DraftFile, preset: string, fields: Fields): { value: string; label: string }[] {
  const isOf = (name: string): boolean =>
    file.role === 'people'
      ? name.startsWith('people.')
      : file.role === 'votes'
        ? name.startsWith('votes.')
        : file.role === 'comments'
          ? name.startsWith('comments.')
          : preset === 'uservoice-votes'
            ? !/^(comments|people)\./.test(name) && name !== 'votes.idea' && !POLIS.has(name)
            : !name.includes('.') && !POLIS.has(name);
  return [
    { value: LEFT_OUT, label: texts.notImported },
    ...Object.entries(IMPORT_FIELD_NAMES)
      .filter(([name]) => isOf(name))
      .map(([value, label]) => ({ value, label: value === 'title' ? texts.requiredTitle : label })),
    ...fields.flatMap(({ object_type: of, key, name }) => {
      if (file.role !== (of === 'suggestion' ? 'ideas' : 'people')) return [];
      // of people and accounts the key begins with what it is of
      return [
        {
          value: `${CUSTOM_FIELD_PREFIX}${of === 'suggestion' ? key : `${of}.${key}`}`,
          label: texts.customField(name, of),
        },
      ];
    }),
  ];
}

/** Fields of a Polis conversation alone. */
const POLIS = new Set([
  'commentid',
  'commentbody',
  'authorid',
  'moderated',
  'timestamp',
  'agrees',
  'voterid',
  'vote',
  'participant',
]);

function Columns({
  file,
  preset,
  fields,
  isFixed,
  onChange,
}: {
  file: DraftFile;
  preset: string;
  fields: Fields;
  isFixed: boolean;
  onChange: (name: string, field: string | null) => void;
}) {
  const [showsAll, setShowsAll] = useState(false);
  /** What was chosen and is not answered yet; the answer has it in its place. */
  const [chosen, setChosen] = useState<{ of: DraftFile; name: string; field: string } | null>(null);
  const pending = chosen !== null && chosen.of === file ? chosen : null;
  const { columns } = file;
  const of = (sureness: string | null): number =>
    columns.filter((column) => column.sureness === sureness).length;
  const left = of(null);
  const shown = showsAll ? columns : columns.slice(0, FIRST_COLUMNS);
  const unread = columns.filter(({ field, rows }) => field === null && rows !== null && rows > 0);
  const targets = targetsOf(file, preset, fields);
  return (
    <section id="import-columns" aria-labelledby="import-columns-head">
      <h2 id="import-columns-head" className={styles.listHead}>
        {texts.columns}{' '}
        <span>
          {isFixed
            ? texts.fixedColumns
            : texts.columnFacts(columns.length, of('sure') + of('chosen'), of('guessed'), left)}
        </span>
      </h2>
      <table className={styles.columns}>
        <thead>
          <tr>
            <th scope="col">{texts.inFile}</th>
            <th scope="col">{texts.firstValues}</th>
            <th scope="col">{texts.goesTo}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((column, index) => {
            const field = pending?.name === column.name ? pending.field : (column.field ?? LEFT_OUT);
            const isUnnamed = column.name === '';
            return (
              <tr key={`${column.name} ${index}`}>
                <th scope="row">{isUnnamed ? texts.unnamed : column.name}</th>
                <td>
                  <Samples values={column.samples} />
                </td>
                <td>
                  <span className={styles.target} data-left={field === LEFT_OUT || undefined}>
                    <IconArrowRight size={16} stroke={1.5} aria-hidden="true" className={styles.arrow} />
                    {isFixed || isUnnamed ? (
                      <span className={styles.fixed} data-tip={isUnnamed ? texts.unnamedReason : undefined}>
                        {field === LEFT_OUT ? texts.notImported : (IMPORT_FIELD_NAMES[field] ?? field)}
                      </span>
                    ) : (
                      <SelectField
                        label={texts.goesToOf(column.name)}
                        hideLabel
                        size="bar"
                        value={field}
                        options={targets}
                        onChange={(next) => {
                          setChosen({ of: file, name: column.name, field: next });
                          onChange(column.name, next === LEFT_OUT ? null : next);
                        }}
                      />
                    )}
                    <Sureness value={column.sureness} />
                  </span>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p className={styles.legend}>
        <span>
          <IconCheck size={14} stroke={2} aria-hidden="true" data-sure="sure" /> {texts.sure}
        </span>
        <span>
          <IconHelpCircle size={14} stroke={2} aria-hidden="true" data-sure="guessed" /> {texts.guessed}
        </span>
        {showsAll || columns.length <= FIRST_COLUMNS ? null : (
          <Button variant="text" onClick={() => setShowsAll(true)}>
            {texts.showMore(columns.length - FIRST_COLUMNS)}
          </Button>
        )}
      </p>
      {unread.length === 0 ? null : (
        <p className={styles.keptNote}>
          {texts.leftOut(
            formatList(
              unread.map(({ name }) => (name === '' ? texts.unnamed : name)),
              8,
            ),
          )}
        </p>
      )}
    </section>
  );
}

function Samples({ values }: { values: readonly string[] }) {
  if (values.length === 0) return <i>{texts.noValues}</i>;
  return (
    <span className={styles.samples}>
      {values.map((value, index) => (
        <span key={value}>
          {index === 0 ? '' : ' · '}
          {value === '' ? <i>{texts.emptyValue}</i> : value}
        </span>
      ))}
    </span>
  );
}

function Sureness({ value }: { value: string | null }) {
  if (value === null) return <span className={styles.sureness} />;
  return value === 'guessed' ? (
    <IconHelpCircle
      size={17}
      stroke={1.75}
      className={styles.sureness}
      data-sure="guessed"
      role="img"
      aria-label={texts.isGuessed}
    />
  ) : (
    <IconCheck
      size={17}
      stroke={1.75}
      className={styles.sureness}
      data-sure="sure"
      role="img"
      aria-label={texts.isSure}
    />
  );
}

function Rehearsal({
  draft,
  label,
  isStarting,
  onStart,
  refusal,
}: {
  draft: DraftImport;
  label: string;
  isStarting: boolean;
  onStart: () => void;
  /** Why it cannot be started; null: it can. */
  refusal: string | null;
}) {
  const { rehearsal, state, problem } = draft;
  const runs = state === 'rehearsing';
  return (
    <section className={styles.rehearsal} aria-labelledby="import-rehearsal" aria-busy={runs}>
      <header>
        <h2 id="import-rehearsal">{texts.rehearsal}</h2>
        <span role="status">
          {runs
            ? texts.rehearsalRuns(draft.progress_done, draft.progress_total)
            : rehearsal === null
              ? ''
              : texts.rehearsalTook(rehearsal.took_ms)}
        </span>
      </header>
      {problem === null ? null : (
        <p className={styles.problem} role="alert">
          {problem} {draft.problem_reason === 'missing_column' ? '' : texts.nothingRead}
        </p>
      )}
      {rehearsal === null ? (
        runs ? (
          <Skeleton width="70%" height={28} />
        ) : null
      ) : (
        <div data-old={runs || undefined} className={styles.result}>
          <Result draft={draft} rehearsal={rehearsal} />
        </div>
      )}
      <p className={styles.noEmail}>
        <IconMailOff size={16} stroke={1.5} aria-hidden="true" /> {texts.noEmail}
      </p>
      <Button
        variant="primary"
        size="form"
        keys="mod+enter"
        className={styles.start}
        loading={isStarting}
        disabled={refusal !== null}
        disabledReason={refusal}
        onClick={onStart}
      >
        {label}
      </Button>
      <p className={styles.undoNote}>{texts.undoNote}</p>
    </section>
  );
}

function Result({
  draft,
  rehearsal,
}: {
  draft: DraftImport;
  rehearsal: NonNullable<DraftImport['rehearsal']>;
}) {
  const { ideas, supporters, comments, answers, refused } = rehearsal;
  const people = rehearsal.people_created + rehearsal.people_matched;
  const accounts = (rehearsal.accounts?.created ?? 0) + (rehearsal.accounts?.updated ?? 0);
  const names = (['forums', 'categories', 'statuses', 'labels'] as const).flatMap((kind) => {
    const count = rehearsal[`${kind}_created`];
    return count === 0 ? [] : [texts.names[kind](count)];
  });
  const hasIdeas = draft.files.some(({ role }) => role === 'ideas');
  const ofCustomers = isOfCustomers(draft);
  const lines: { count: number; text: string; isBad?: boolean }[] = ofCustomers
    ? linesOfCustomers(rehearsal)
    : [
        { count: ideas.updated, text: texts.willUpdate },
        { count: ideas.unchanged, text: texts.unchanged },
        ...(hasIdeas ? [{ count: supporters.created, text: texts.willCreateVotes(supporters.created) }] : []),
        { count: comments.created, text: texts.willCreateComments(comments.created) },
        { count: answers.created, text: texts.answers },
        { count: rehearsal.merged, text: texts.merged },
        { count: refused, text: texts.willRefuse(refused), isBad: true },
        { count: people, text: texts.people(people, rehearsal.people_created) },
        { count: accounts, text: texts.accounts(accounts, rehearsal.accounts?.created ?? 0) },
        {
          count: rehearsal.people_subscribed ?? 0,
          text: texts.willSubscribe(rehearsal.people_subscribed ?? 0),
        },
      ];
  return (
    <>
      <p className={styles.big}>
        <b>
          {formatNumber(
            ofCustomers ? rehearsal.people_created : hasIdeas ? ideas.created : supporters.created,
          )}
        </b>{' '}
        {ofCustomers
          ? texts.willCreatePeople(rehearsal.people_created)
          : hasIdeas
            ? texts.willCreate(ideas.created)
            : texts.willCreateVotes(supporters.created)}
      </p>
      <ul className={styles.counts}>
        {lines
          .filter(({ count }) => count > 0)
          .map(({ count, text, isBad }) => (
            <li key={text} data-bad={isBad}>
              <b>{formatNumber(count)}</b> {text}
            </li>
          ))}
        {names.length === 0 ? null : <li className={styles.added}>{texts.added(formatList(names, 4))}</li>}
      </ul>
      {refused === 0 ? null : (
        <div className={styles.refusals}>
          <h3>
            {texts.refusedRows(refused)}
            {draft.refused_url === null ? null : (
              <a href={draft.refused_url} download aria-label={texts.downloadRefused}>
                {texts.download}
              </a>
            )}
          </h3>
          <dl>
            {rehearsal.refusals.map(({ file, line, reason }) => (
              <div key={`${file} ${line} ${reason}`}>
                <dt>{texts.line(line)}</dt>
                <dd>{draft.files.length > 1 ? `${file}: ${reason}` : reason}</dd>
              </div>
            ))}
          </dl>
          {refused > importLimits.shownRefusals ? (
            <p>{texts.moreRefused(refused - rehearsal.refusals.length)}</p>
          ) : null}
        </div>
      )}
      {rehearsal.notes.length === 0 ? null : (
        <details className={styles.notes}>
          <summary>{texts.notes}</summary>
          <ul>
            {rehearsal.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function linesOfCustomers({
  people_matched: known,
  people_updated,
  people_with_account,
  accounts,
  refused,
}: NonNullable<DraftImport['rehearsal']>): { count: number; text: string; isBad?: boolean }[] {
  const updated = people_updated ?? 0;
  const joined = people_with_account ?? 0;
  const { created, updated: changed, unchanged } = accounts ?? { created: 0, updated: 0, unchanged: 0 };
  return [
    { count: updated, text: texts.willUpdatePeople(updated) },
    { count: known - updated, text: texts.peopleUnchanged(known - updated) },
    { count: created, text: texts.willCreateAccounts(created) },
    { count: changed, text: texts.willUpdateAccounts(changed) },
    { count: unchanged, text: texts.accountsUnchanged(unchanged) },
    { count: joined, text: texts.willJoin(joined) },
    { count: refused, text: texts.willRefuse(refused), isBad: true },
  ];
}
