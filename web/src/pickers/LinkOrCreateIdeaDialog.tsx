import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { messages } from '../../../contract/errors.ts';
import { textLimits, timing } from '../../../contract/limits.ts';
import { firstCharacters, lengthProblem, oneLine, titleOfText } from '../../../contract/text_cut.ts';
import { OTHER_SUCCESS_TEXTS } from '../../../contract/toasts.ts';
import { ApiError, messageOf } from '../api/errors.ts';
import { graphql } from '../api/graphql.ts';
import { everyChange } from '../api/refetch.ts';
import { request } from '../api/runtime.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { RelativeTime } from '../ui/Figures.tsx';
import { TextField } from '../ui/fields.tsx';
import { focusInvalidField } from '../ui/invalidField.ts';
import { DelayedSpinner, Spinner, useDelayed } from '../ui/loading.tsx';
import { uiMessages } from '../ui/messages.ts';
import { nextIndex } from '../ui/options.ts';
import { StatusPill, Tags } from '../ui/Pills.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import { TabPanel, Tabs } from '../ui/Tabs.tsx';
import { useToasts } from '../ui/Toasts.tsx';
import { loadDefaultPlace } from './defaultPlace.ts';
import { ForumCategoryPicker, missingOfPlace, noPlace } from './ForumCategoryPicker.tsx';
import type { IdeaPlace } from './ForumCategoryPicker.tsx';
import { IdeaFigures } from './IdeaCard.tsx';
import { useIdeaPreview, useIdeaSearch } from './ideas.ts';
import type { IdeaPickerMode, IdeaPreview, IdeaSearch, IdeaSummary } from './ideas.ts';
import { pickerMessages } from './messages.ts';
import { nameOf } from './people.ts';
import type { PickedUser } from './people.ts';
import { plainText } from './plainText.ts';
import { SimilarIdeas } from './SimilarIdeas.tsx';
import { useOpenCount } from './useOpenCount.ts';
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

/**
 * The dialog 'Link or create new idea': a search with a preview, and a quick create that needs a title, a
 * forum, and a category where the forum requires one (DIALOG-004, VALID-030..032).
 *
 * @param mode 'closed', or the tab that is shown
 * @param about text whose likely duplicates come first while nothing is typed
 * @param creator who a new idea is from; null: not chosen yet, the idea is then from the person of the feedback that is being captured
 * @param onLink told the idea that was chosen or made; closes the dialog by setting the mode
 */
export function LinkOrCreateIdeaDialog({
  mode,
  onModeChange,
  about,
  creator,
  onLink,
}: {
  mode: IdeaPickerMode;
  onModeChange: (mode: IdeaPickerMode) => void;
  about: string;
  creator: PickedUser | null;
  onLink: (idea: IdeaSummary) => void;
}) {
  const openings = useOpenCount(mode !== 'closed');
  return <Content key={openings} {...{ mode, onModeChange, about, creator, onLink }} />;
}

function Content({
  mode,
  onModeChange,
  about,
  creator,
  onLink,
}: {
  mode: IdeaPickerMode;
  onModeChange: (mode: IdeaPickerMode) => void;
  about: string;
  creator: PickedUser | null;
  onLink: (idea: IdeaSummary) => void;
}) {
  const toasts = useToasts();
  const panelId = useId();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<IdeaSummary | null>(null);
  const [title, setTitle] = useState('');
  /** Null until one is chosen: the default forum is proposed. */
  const [chosenPlace, setPlace] = useState<IdeaPlace | null>(null);
  const [isWorking, setIsWorking] = useState(false);
  const [showMissing, setShowMissing] = useState(false);
  /** What the server said of an input, with the values that it was about. */
  const [refused, setRefused] = useState<{
    input: string;
    message: string;
    title: string;
    place: IdeaPlace;
  } | null>(null);
  const fields = useRef<HTMLDivElement>(null);
  // The way out shows the tab that was open last.
  const lastTab = useRef<'link' | 'create'>('link');
  if (mode !== 'closed') lastTab.current = mode;
  const tab = mode === 'closed' ? lastTab.current : mode;
  const search = useIdeaSearch(typed, about, { enabled: mode === 'link' });
  const proposed = useQuery({
    queryKey: ['default-place'],
    queryFn: ({ signal }) => loadDefaultPlace(signal),
    enabled: mode === 'create',
    meta: { entities: { forum: everyChange } },
  });
  const place = chosenPlace ?? proposed.data ?? noPlace;

  const close = () => onModeChange('closed');
  const toCreate = (from: string) => {
    if (title === '') setTitle(titleOfText(from, textLimits.ideaTitleCharacters));
    onModeChange('create');
  };
  const titleError = lengthProblem(texts.ideaTitle, oneLine(title), textLimits.ideaTitleCharacters);
  const missing = [
    ...(titleError === null ? [] : [texts.shorterTitle]),
    ...(oneLine(title) === '' ? [texts.ideaTitle.toLowerCase()] : []),
    ...missingOfPlace(place).map((name) => pickerMessages.place[name].toLowerCase()),
  ];

  const create = async () => {
    setShowMissing(true);
    if (isWorking) return;
    if (missing.length > 0 || place.forum === null) {
      focusInvalidField(fields.current);
      return;
    }
    setIsWorking(true);
    try {
      const answer = await request(quickCreateDocument, {
        title: oneLine(title),
        links: { forum: place.forum.id, category: place.category?.id ?? null },
        // never the viewer themselves: they write down what another one wants
        creator: creator === null ? null : { id: creator.id },
      });
      toasts.success(OTHER_SUCCESS_TEXTS.ideaCreatedInDialog);
      // Null: somebody took it away in the same moment.
      if (answer.suggestion_create === null) close();
      else onLink(answer.suggestion_create);
    } catch (error) {
      setRefused(
        error instanceof ApiError && error.field !== null
          ? { input: error.field, message: error.message, title, place }
          : null,
      );
      toasts.error(messages.modifyIdea(messageOf(error)));
      setIsWorking(false);
      focusInvalidField(fields.current);
    }
  };
  const refusalOf = (input: string): string | undefined =>
    refused?.input === input && (input === 'title' ? refused.title === title : refused.place === place)
      ? refused.message
      : undefined;
  const submit = () => {
    if (tab === 'create') void create();
    else if (chosen !== null) onLink(chosen);
  };

  return (
    <Dialog
      opened={mode !== 'closed'}
      onClose={close}
      title={texts.title}
      size="large"
      dirty={title !== ''}
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
              loading={isWorking}
              disabled={missing.length > 0}
              disabledReason={texts.needs(missing.join(', '))}
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
                label={texts.ideaTitle}
                required
                placeholder={texts.ideaTitlePlaceholder}
                dir="auto"
                value={title}
                autoComplete="off"
                onChange={setTitle}
                error={
                  titleError ??
                  (showMissing && oneLine(title) === '' ? texts.titleMissing : refusalOf('title'))
                }
              />
              <ForumCategoryPicker
                value={place}
                onChange={setPlace}
                showMissing={showMissing}
                refusals={{ forum: refusalOf('links.forum'), category: refusalOf('links.category') }}
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
            <ErrorState what="ideas" onRetry={search.retry} />
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
          what="idea"
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
