import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { messages } from '../../../../contract/errors.ts';
import { textLimits, timing } from '../../../../contract/limits.ts';
import { firstCharacters, oneLine, titleOfText } from '../../../../contract/text_cut.ts';
import { OTHER_SUCCESS_TEXTS } from '../../../../contract/toasts.ts';
import { graphql } from '../../api/graphql.ts';
import { request } from '../../api/runtime.ts';
import { Avatar } from '../../ui/elements/Avatar.tsx';
import { Button } from '../../ui/elements/Button.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { RelativeTime } from '../../ui/elements/Figures.tsx';
import { TextField } from '../../ui/fields/fields.tsx';
import { DelayedSpinner, Spinner, useDelayed } from '../../ui/loading/loading.tsx';
import { uiMessages } from '../../ui/messages.ts';
import { nextIndex } from '../../ui/fields/options.ts';
import { StatusPill, Tags } from '../../ui/elements/Pills.tsx';
import { EmptyState, ErrorState } from '../../ui/loading/states.tsx';
import { TabPanel, Tabs } from '../../ui/page/Tabs.tsx';
import { formMessages } from '../../forms/formMessages.ts';
import { useCommand } from '../../forms/useCommand.ts';
import { useFocusProblem } from '../../forms/useFocusProblem.ts';
import { useForm } from '../../forms/useForm.ts';
import { loadDefaultPlace } from './defaultPlace.ts';
import { ForumCategoryPicker, missingOfPlace, noPlace } from '../pickers/ForumCategoryPicker.tsx';
import type { IdeaPlace } from '../pickers/ForumCategoryPicker.tsx';
import { IdeaFigures } from './IdeaCard.tsx';
import { useIdeaPreview, useIdeaSearch } from './ideas.ts';
import type { IdeaPickerMode, IdeaPreview, IdeaSearch, IdeaSummary } from './ideas.ts';
import { pickerMessages } from '../messages.ts';
import { nameOf } from '../pickers/people.ts';
import type { PickedUser } from '../pickers/people.ts';
import { plainText } from '../plainText.ts';
import { SimilarIdeas } from './SimilarIdeas.tsx';
import { useOpenCount } from '../useOpenCount.ts';
import styles from './ideas.module.css';

const texts = pickerMessages.ideaDialog;

const quickCreateDocument = graphql(`
  mutation QuickCreateIdea($title: String!, $links: SuggestionLinks!, $creator: SuggestionCreator) {
    suggestion_create(title: $title, links: $links, creator: $creator) {
      ...IdeaSummary
    }
  }
`);

/** What was searched for, as a title: a colon in front only says how to search (DEC-021). */
function wantedTitle(typed: string): string {
  return typed.replace(/^\s*:/, '');
}

type Props = {
  mode: IdeaPickerMode;
  onModeChange: (mode: IdeaPickerMode) => void;
  about: string;
  creator: PickedUser | null;
  onLink: (idea: IdeaSummary) => void;
};

/**
 * The dialog 'Link or create new idea': a search with a preview, and a quick create that needs a title, a
 * forum, and a category where the forum requires one (DIALOG-004, VALID-030..032).
 *
 * @param mode 'closed', or the tab that is shown
 * @param about text whose likely duplicates come first while nothing is typed, and which a new idea's title begins with when the dialog opens on it
 * @param creator who a new idea is from; null: not chosen yet, the idea is then from the person of the feedback that is being captured
 * @param onLink told the idea that was chosen or made; closes the dialog by setting the mode
 */
export function LinkOrCreateIdeaDialog(props: Props) {
  return <Content key={useOpenCount(props.mode !== 'closed')} {...props} />;
}

function Content({ mode, onModeChange, about, creator, onLink }: Props) {
  const panelId = useId();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<IdeaSummary | null>(null);
  // The way out shows the tab that was open last.
  const lastTab = useRef<'link' | 'create'>('link');
  if (mode !== 'closed') lastTab.current = mode;
  const tab = mode === 'closed' ? lastTab.current : mode;
  const search = useIdeaSearch(typed, about, { enabled: mode === 'link' });
  const proposed = useQuery({
    queryKey: ['default-place'],
    queryFn: ({ signal }) => loadDefaultPlace(signal),
    enabled: mode === 'create',
  });
  const missingOf = (chosenPlace: IdeaPlace | null) =>
    missingOfPlace(chosenPlace ?? proposed.data ?? noPlace)[0] ?? null;
  /** The place is null until one is chosen: the default forum is proposed. */
  const [firstTitle] = useState(() =>
    mode === 'create' ? titleOfText(oneLine(about), textLimits.ideaTitleCharacters) : '',
  );
  const form = useForm<{ title: string; place: IdeaPlace | null }>({
    blank: { title: firstTitle, place: null },
    fields: {
      title: {
        label: texts.ideaTitle,
        needed: { name: texts.aTitle, sentence: texts.titleMissing },
        limit: textLimits.ideaTitleCharacters,
        isLine: true,
      },
      place: {
        label: pickerMessages.place.forum,
        inputs: ['links.forum', 'links.category'],
        rule: missingOf,
        ruleName: (chosenPlace) => pickerMessages.place.needed[missingOf(chosenPlace) ?? 'forum'],
        ruleSaid: 'asked',
      },
    },
  });
  const { title } = form.values;
  const place = form.values.place ?? proposed.data ?? noPlace;
  const fields = useRef<HTMLDivElement>(null);
  useFocusProblem(form, fields);

  const close = () => onModeChange('closed');
  const toCreate = (from: string) => {
    if (title === '') form.set({ title: titleOfText(from, textLimits.ideaTitleCharacters) });
    onModeChange('create');
  };
  const create = useCommand(
    () =>
      request(quickCreateDocument, {
        title: oneLine(title),
        links: { forum: place.forum?.id ?? '', category: place.category?.id ?? null },
        // never the viewer themselves: they write down what another one wants
        creator: creator === null ? null : { id: creator.id },
      }),
    {
      form,
      done: OTHER_SUCCESS_TEXTS.ideaCreatedInDialog,
      failed: messages.modifyIdea,
      // null: somebody took it away in the same moment
      onDone: ({ suggestion_create: idea }) => (idea === null ? close() : onLink(idea)),
    },
  );
  const submit = () => {
    if (tab === 'create' && form.isValid) void create.run(null);
    else if (tab === 'create') {
      form.ask();
    } else if (chosen !== null) onLink(chosen);
  };

  return (
    <Dialog
      opened={mode !== 'closed'}
      onClose={close}
      title={texts.title}
      size="large"
      dirty={title !== firstTitle}
      onSubmit={submit}
      footer={
        <>
          {tab === 'link' ? (
            <Button
              size="form"
              variant="primary"
              keys="mod+enter"
              className={styles.submit}
              disabled={chosen === null}
              disabledReason={texts.chooseFirst}
              onClick={submit}
            >
              {texts.submitLink}
            </Button>
          ) : (
            <Button
              size="form"
              variant="primary"
              keys="mod+enter"
              className={styles.submit}
              loading={create.isRunning}
              disabled={form.missing.length > 0}
              disabledReason={formMessages.stillNeeded(form.missing)}
              onClick={submit}
            >
              {texts.submitCreate}
            </Button>
          )}
          <Button size="form" onClick={close}>
            {uiMessages.cancel}
          </Button>
        </>
      }
    >
      <Tabs
        label={texts.tabs}
        items={[
          { id: 'link', label: texts.search },
          { id: 'create', label: texts.create },
        ]}
        value={tab}
        onChange={(id) => (id === 'create' ? toCreate(wantedTitle(typed)) : onModeChange('link'))}
        panelId={panelId}
      />
      <TabPanel id={panelId} value={tab}>
        {tab === 'link' ? (
          <SearchTab
            search={search}
            typed={typed}
            onType={(text) => {
              setTyped(text);
              setChosen(null);
            }}
            chosen={chosen}
            onChoose={setChosen}
            onLink={onLink}
            onCreate={() => toCreate(wantedTitle(typed))}
          />
        ) : (
          <div className={styles.createTab}>
            <div ref={fields} className={styles.createSide}>
              <TextField
                {...form.field('title')}
                placeholder={texts.ideaTitlePlaceholder}
                dir="auto"
                autoComplete="off"
              />
              <ForumCategoryPicker
                value={place}
                onChange={(next) => form.set({ place: next })}
                showMissing={form.asks > 0}
                refusals={{
                  forum: form.refusalOf('place', 'links.forum'),
                  category: form.refusalOf('place', 'links.category'),
                }}
              />
            </div>
            <SimilarIdeas title={title} onLink={onLink} />
          </div>
        )}
      </TabPanel>
    </Dialog>
  );
}

function SearchTab({
  search,
  typed,
  onType,
  chosen,
  onChoose,
  onLink,
  onCreate,
}: {
  search: IdeaSearch;
  typed: string;
  onType: (text: string) => void;
  chosen: IdeaSummary | null;
  onChoose: (idea: IdeaSummary) => void;
  onLink: (idea: IdeaSummary) => void;
  onCreate: () => void;
}) {
  const listId = useId();
  const list = useRef<HTMLUListElement>(null);
  const { ideas, status, kind } = search;
  const isSlow = useDelayed(status === 'loading', timing.popupLoadingMs);
  const index = ideas.findIndex((idea) => idea.id === chosen?.id);
  const wanted = titleOfText(wantedTitle(typed), 40);

  useEffect(() => {
    if (index >= 0) list.current?.children[index]?.scrollIntoView({ block: 'nearest' });
  }, [index]);

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      const next = ideas[nextIndex(index, step, ideas.length)];
      event.preventDefault();
      if (next !== undefined) onChoose(next);
    } else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      // The list still answers to an earlier text: nothing of it was meant.
      if (status === 'loading') return;
      if (chosen !== null) onLink(chosen);
      else if (ideas[0] !== undefined) onChoose(ideas[0]);
    }
  };

  const heading =
    kind === 'typed'
      ? status === 'ready' && ideas.length > 0
        ? texts.found(ideas.length, search.mayHaveMore)
        : texts.results
      : kind === 'likely'
        ? texts.likely
        : texts.recent;

  return (
    <div className={styles.searchTab}>
      <div className={styles.searchSide}>
        <TextField
          label={texts.search}
          hideLabel
          placeholder={texts.placeholder}
          dir="auto"
          value={typed}
          onChange={(text) => onType(firstCharacters(text, textLimits.searchCharacters))}
          role="combobox"
          aria-expanded
          aria-autocomplete="list"
          aria-controls={listId}
          aria-activedescendant={index < 0 ? undefined : `${listId}-${index}`}
          autoComplete="off"
          onKeyDown={onKeyDown}
        />
        <div className={styles.listHead} role="status">
          {heading}
          {isSlow ? <Spinner size={12} /> : null}
        </div>
        <div className={styles.listScroll}>
          <ul ref={list} id={listId} role="listbox" aria-label={texts.results}>
            {ideas.map((idea, position) => (
              <li
                key={idea.id}
                id={`${listId}-${position}`}
                role="option"
                aria-selected={idea.id === chosen?.id}
                className={styles.result}
                onClick={() => onChoose(idea)}
                onDoubleClick={() => onLink(idea)}
              >
                <span className={styles.matchTitle}>{idea.title}</span>
                <IdeaFigures idea={idea} withStatus={false} />
              </li>
            ))}
          </ul>
          {status === 'error' ? (
            <ErrorState what={texts.what} onRetry={search.retry} />
          ) : status === 'ready' && ideas.length === 0 ? (
            <EmptyState
              title={kind === 'recent' ? texts.none : texts.nothing}
              reason={kind === 'recent' ? texts.noneReason : texts.nothingReason}
              action={
                <Button onClick={onCreate}>{wanted === '' ? texts.create : texts.createNamed(wanted)}</Button>
              }
            />
          ) : wanted !== '' && ideas.length > 0 ? (
            <div className={styles.createRow}>
              <Button
                variant="text"
                icon={<IconPlus size={14} stroke={2} aria-hidden="true" />}
                onClick={onCreate}
              >
                {texts.createNamed(wanted)}
              </Button>
            </div>
          ) : null}
        </div>
      </div>
      <section aria-label={texts.preview} className={styles.preview}>
        {chosen === null ? (
          <EmptyState title={texts.previewEmpty} reason={texts.previewEmptyReason} />
        ) : (
          <Preview key={chosen.id} idea={chosen} />
        )}
      </section>
    </div>
  );
}

/** The chosen idea: at once what the list knows of it, the rest when it is there. */
function Preview({ idea }: { idea: IdeaSummary }) {
  const result = useIdeaPreview(idea.id);
  const full = result.data?.suggestion ?? null;
  return (
    <>
      <h3 className={styles.previewTitle}>{idea.title}</h3>
      <p className={styles.previewMeta}>
        {idea.status === null ? null : <StatusPill name={idea.status.name} color={idea.status.hex_color} />}
        <IdeaFigures idea={idea} withStatus={false} />
      </p>
      {full !== null ? (
        <PreviewBody idea={full} />
      ) : result.isError || result.data?.suggestion === null ? (
        <ErrorState
          title={result.isError ? undefined : pickerMessages.idea.unavailable}
          what={pickerMessages.idea.what}
          onRetry={() => void result.refetch()}
        />
      ) : (
        <DelayedSpinner />
      )}
    </>
  );
}

function PreviewBody({ idea }: { idea: IdeaPreview }) {
  const body = plainText(idea.body, idea.body_mime_type);
  const counts = [
    pickerMessages.idea.feedback(idea.requests_count),
    pickerMessages.idea.comments(idea.comments_count),
    pickerMessages.idea.accounts(idea.supporting_accounts_count),
  ];
  const author = idea.created_by === null ? '' : nameOf(idea.created_by);
  return (
    <>
      <p className={body === '' ? styles.previewNone : styles.previewText}>
        {body === '' ? texts.noDescription : body}
      </p>
      {idea.labels.length === 0 ? null : (
        <Tags names={idea.labels.map((label) => label.full_name)} maximum={4} />
      )}
      <p className={styles.previewFoot}>
        {author === '' ? null : (
          <span className={styles.author}>
            <Avatar
              name={author}
              src={idea.created_by?.avatar_url ?? null}
              satisfactionScore={idea.created_by?.satisfaction_score ?? null}
              sizePx={20}
              decorative
            />
            {author}
          </span>
        )}
        <RelativeTime value={idea.created_at} />
        <span>{counts.join(' · ')}</span>
      </p>
    </>
  );
}
