import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { shortCurrency } from '../../../../../contract/currency.ts';
import { canContribute, canSeeRoadmap, canWrite, hasFeature } from '../../../../../contract/permissions.ts';
import { SENTIMENT_LEAST_TEXTS, sentimentText } from '../../../../../contract/sentiment.ts';
import { isWebAddress } from '../../../../../contract/url.ts';
import { statusBehaviourMessage } from '../../../../../contract/status_behaviour.ts';
import { useViewer } from '../../../api/viewer.ts';
import { featureAddress, themeAddress } from '../../../host/addresses.ts';
import { Link } from '../../../host/Link.tsx';
import { Later } from '../../../ui/loading/Later.tsx';
import { Avatar } from '../../../ui/elements/Avatar.tsx';
import { cx } from '../../../ui/cx.ts';
import { KeyFigure, KeyFigureRow } from '../../../ui/elements/Figures.tsx';
import { formatDate, formatDateTime, formatNumber } from '../../../ui/text/format.ts';
import { openModal } from '../../../ui/overlay/modals.ts';
import { useShortcut } from '../../../ui/keyboard/useShortcut.ts';
import { useFlash } from '../../../ui/elements/useFlash.ts';
import { StatusPill, Tag } from '../../../ui/elements/Pills.tsx';
import { useIdeaEdit } from './edit.ts';
import { IdeaLink } from '../feed/lines.tsx';
import { IssueRows } from './later.ts';
import { customFieldProperty, ideaProperties } from './ideaProperties.tsx';
import type { IdeaProperty } from './ideaProperties.tsx';
import { detailsMessages } from './messages.ts';
import { PersonCard } from '../../../shared/customers/PersonCard.tsx';
import { TopAccounts } from '../../../shared/customers/TopAccounts.tsx';
import type { TopAccountOf } from '../../../shared/customers/TopAccounts.tsx';
import { EditableProperty, Muted, Property, PropertyChip } from '../../../shared/properties/Property.tsx';
import { useIdeaCustomFields } from './queries.ts';
import type { Idea } from './queries.ts';
import { StatusFact, useStatusActions } from './status.tsx';
import { personMessages } from '../../../shared/customers/personMessages.ts';
import styles from './details.module.css';

const texts = detailsMessages.aside;

type Props = {
  idea: Idea;
  accounts: readonly TopAccountOf[];
  onShowAccounts: () => void;
};

/** The figures, accounts and properties of an idea, beside what was said about it. */
export function Aside({ idea, accounts, onShowAccounts }: Props) {
  return (
    <aside className={styles.aside} aria-label={texts.label}>
      <Figures idea={idea} />
      <IdeaTopAccounts idea={idea} accounts={accounts} onShowAccounts={onShowAccounts} showAllKeys="6" />
      <Properties idea={idea} />
      <Issues idea={idea} />
      <Facts idea={idea} />
    </aside>
  );
}

/** Where there is no room beside the text, under the title: the figures, and what is set most as buttons. */
export function Strip({ idea }: { idea: Idea }) {
  return (
    <div className={styles.strip}>
      <Figures idea={idea} />
      <Chips idea={idea} />
    </div>
  );
}

/** Accounts on a narrow page. */
const NARROW_ACCOUNTS = 3;

/** The rest of the aside where there is no room for one: three accounts, and all properties folded. */
export function NarrowFacts({ idea, accounts, onShowAccounts }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section className={styles.narrowFacts} aria-label={texts.label}>
      <IdeaTopAccounts
        idea={idea}
        accounts={accounts.slice(0, NARROW_ACCOUNTS)}
        onShowAccounts={onShowAccounts}
      />
      <dl>
        <Fold label={texts.allProperties} opened={isOpen} onOpenedChange={setIsOpen} />
      </dl>
      {isOpen ? (
        <>
          <Properties idea={idea} />
          <Issues idea={idea} />
          <Facts idea={idea} />
        </>
      ) : null}
    </section>
  );
}

function useIsEditable({ state }: Idea): boolean {
  return canWrite(useViewer().permissions, 'feedback') && state !== 'merged';
}

function useSeesRevenue(): boolean {
  return hasFeature(useViewer().authorized_features, 'account_insights');
}

function Figures({ idea }: { idea: Idea }) {
  const seesRevenue = useSeesRevenue();
  return (
    <KeyFigureRow>
      <KeyFigure
        size="small"
        label={texts.votes}
        value={formatNumber(idea.votes_count)}
        tip={
          idea.votes_count === idea.supporters_count
            ? undefined
            : texts.votesOf(idea.votes_count, idea.supporters_count)
        }
      />
      <KeyFigure size="small" label={texts.accounts} value={formatNumber(idea.supporting_accounts_count)} />
      {seesRevenue ? (
        <KeyFigure
          size="small"
          label={texts.revenue}
          value={shortCurrency(idea.supporter_revenue)}
          tip={texts.revenueTip}
        />
      ) : (
        <KeyFigure size="small" label={texts.feedback} value={formatNumber(idea.requests_count)} />
      )}
    </KeyFigureRow>
  );
}

function IdeaTopAccounts({ idea, accounts, onShowAccounts, showAllKeys }: Props & { showAllKeys?: string }) {
  const seesRevenue = useSeesRevenue();
  return (
    <TopAccounts
      accounts={accounts}
      revenue={seesRevenue ? idea.supporter_revenue : null}
      total={idea.supporting_accounts_count}
      onShowAll={onShowAccounts}
      {...(showAllKeys === undefined ? {} : { showAllKeys })}
    />
  );
}

/** Status, owner and labels as buttons; each opens what the row of the aside opens. */
function Chips({ idea }: { idea: Idea }) {
  const save = useIdeaEdit(idea.id);
  const [open, setOpen] = useState<string | null>(null);
  const isEditable = useIsEditable(idea);
  const postStatus = useStatusActions(idea.id, isEditable).public;
  const flashOf = useStatusFlash(idea);
  useShortcut('s', () => postStatus?.(), {
    label: texts.publicStatus,
    group: detailsMessages.group,
    enabled: postStatus !== null,
  });
  const pill = (
    <span {...flashOf('public', styles.statusValue)}>
      <StatusPill name={idea.status?.name ?? texts.noStatus} color={idea.status?.hex_color ?? null} />
    </span>
  );
  if (!isEditable) return <div className={styles.chips}>{pill}</div>;
  return (
    <div className={styles.chips}>
      {postStatus === null ? (
        pill
      ) : (
        <button
          type="button"
          className={styles.chip}
          aria-haspopup="dialog"
          aria-label={`${texts.publicStatus}: ${idea.status?.name ?? texts.noStatus}`}
          onClick={postStatus}
        >
          {pill}
          <IconChevronDown size={14} stroke={1.75} aria-hidden="true" />
        </button>
      )}
      {ideaProperties
        .filter(({ chip }) => chip !== undefined)
        .map(({ id, name, keys, chip, edit }) => (
          <PropertyChip
            key={id}
            name={name}
            keys={keys ?? ''}
            opened={open === id}
            onOpenedChange={(next) => setOpen(next ? id : null)}
            editor={(close) => edit({ idea, save, close, isOpen: open === id })}
          >
            {chip?.(idea)}
          </PropertyChip>
        ))}
    </div>
  );
}

/** What the team decides about an idea; each row opens its picker in place. */
function Properties({ idea }: { idea: Idea }) {
  const edit = useIdeaEdit(idea.id);
  const fields = useIdeaCustomFields().data?.all_custom_fields.records ?? [];
  const [open, setOpen] = useState<string | null>(null);
  const isEditable = useIsEditable(idea);
  const postStatus = useStatusActions(idea.id, isEditable);
  const behaviour = statusBehaviourMessage(idea.status);
  const flashOf = useStatusFlash(idea);
  const [showsEmpty, setShowsEmpty] = useState(false);
  const own = fields.map(customFieldProperty);
  const empty = own.filter(({ isEmpty }) => isEmpty?.(idea) === true);
  const row = ({ id, name, keys, show, edit: editor }: IdeaProperty): ReactNode =>
    isEditable ? (
      <EditableProperty
        key={id}
        name={name}
        {...(keys === undefined ? {} : { keys })}
        opened={open === id}
        onOpenedChange={(next) => setOpen(next ? id : null)}
        editor={(close) => editor({ idea, save: edit, close, isOpen: open === id })}
      >
        {show(idea, open === id)}
      </EditableProperty>
    ) : (
      <Property key={id} name={name}>
        {show(idea, true)}
      </Property>
    );
  return (
    <dl className={styles.properties} aria-label={texts.properties}>
      <StatusFact name={texts.publicStatus} keys="s" open={postStatus.public}>
        <span {...flashOf('public', styles.statusValue)}>
          <StatusPill name={idea.status?.name ?? texts.noStatus} color={idea.status?.hex_color ?? null} />
          {behaviour === null ? null : <span className={styles.meta}>{behaviour}</span>}
        </span>
      </StatusFact>
      <StatusFact name={texts.internalStatus} keys="shift+s" open={postStatus.internal}>
        {idea.internal_status === null ? (
          <Muted>{texts.noInternalStatus}</Muted>
        ) : (
          <span {...flashOf('internal', styles.statusValue)}>
            <StatusPill name={idea.internal_status.name} color={idea.internal_status.hex_color} />
          </span>
        )}
      </StatusFact>
      <FeaturesFact idea={idea} isEditable={isEditable} />
      {idea.themes.length === 0 ? null : (
        <Property name={texts.themes}>
          <span className={styles.themes}>
            {idea.themes.map(({ id, display_name: name, hex_color: color, theme_set: report }) => (
              <Link
                key={id}
                href={themeAddress(id)}
                className={styles.theme}
                data-tip={texts.themeOf(report?.name ?? '')}
              >
                <StatusPill name={name} color={color} />
              </Link>
            ))}
          </span>
        </Property>
      )}
      {/* all in one row of elements: a field whose first value is typed keeps its place, and its editor */}
      {[...ideaProperties, ...own.filter((field) => showsEmpty || !empty.includes(field))].map(row)}
      {empty.length === 0 ? null : (
        <Fold label={texts.emptyFields(empty.length)} opened={showsEmpty} onOpenedChange={setShowsEmpty} />
      )}
    </dl>
  );
}

/** The features that an idea belongs to, and the way to another one. */
function FeaturesFact({ idea, isEditable }: { idea: Idea; isEditable: boolean }) {
  const viewer = useViewer();
  const mayLink = isEditable && canContribute(viewer.permissions, 'features');
  if (!canSeeRoadmap(viewer) || (!mayLink && idea.features.length === 0)) return null;
  return (
    <Property name={texts.features}>
      <span className={styles.links}>
        {idea.features.map(({ id, name }) => (
          <Link key={id} href={featureAddress(id)}>
            {name}
          </Link>
        ))}
        {mayLink ? (
          <button
            type="button"
            className={styles.linkFeature}
            onClick={() => void openModal('linkFeature', { suggestion_ids: [idea.id] })}
          >
            {texts.linkFeature}
          </button>
        ) : null}
      </span>
    </Property>
  );
}

/** Room of an issue until its code is there. */
const ISSUE_PX = 54;

/** The issues of the tracker that an idea is linked to, and the way to another one (SCOPE-015). */
function Issues({ idea }: { idea: Idea }) {
  const isEditable = useIsEditable(idea);
  const count = idea.jira_issues.length;
  const link = (): void => void openModal('jiraIntegration', { suggestion_id: idea.id });
  useShortcut('shift+j', link, {
    label: detailsMessages.linkIssue,
    group: detailsMessages.group,
    enabled: isEditable,
  });
  if (!isEditable && count === 0) return null;
  return (
    <section className={styles.issues} aria-label={texts.issues}>
      <h2>
        {texts.issues} {count === 0 ? null : <span className={styles.meta}>{count}</span>}
      </h2>
      {isEditable ? (
        <button
          type="button"
          className={styles.linkFeature}
          aria-label={detailsMessages.linkIssue}
          onClick={link}
        >
          {texts.link}
        </button>
      ) : null}
      {count === 0 ? null : (
        <Later
          part={IssueRows}
          props={{ idea, isEditable }}
          what={texts.issuesWhat}
          waiting={<div style={{ height: count * ISSUE_PX }} />}
        />
      )}
    </section>
  );
}

/** Marks a status of the idea that has just changed. */
function useStatusFlash({ status, internal_status }: Idea) {
  const [flash, flashOf] = useFlash();
  const [publicId, internalId] = [status?.id ?? null, internal_status?.id ?? null];
  const before = useRef({ publicId, internalId });
  useEffect(() => {
    const changed = [
      ...(before.current.publicId === publicId ? [] : ['public']),
      ...(before.current.internalId === internalId ? [] : ['internal']),
    ];
    before.current = { publicId, internalId };
    if (changed.length > 0) flash(changed);
  }, [publicId, internalId, flash]);
  return flashOf;
}

/** A line that shows more rows of a list below it, and hides them again. */
function Fold({
  label,
  end,
  opened,
  onOpenedChange,
}: {
  label: string;
  end?: ReactNode;
  opened: boolean;
  onOpenedChange: (opened: boolean) => void;
}) {
  return (
    <div className={styles.foldRow}>
      <dt>
        <button
          type="button"
          className={styles.foldRowButton}
          aria-expanded={opened}
          onClick={() => onOpenedChange(!opened)}
        >
          <IconChevronRight size={14} stroke={2} aria-hidden="true" />
          {label}
        </button>
      </dt>
      <dd className={styles.meta}>{end}</dd>
    </div>
  );
}

/** What is known of an idea and not decided here. */
function Facts({ idea }: { idea: Idea }) {
  const author = idea.created_by;
  const [isOpen, setIsOpen] = useState(false);
  const state = detailsMessages.state[idea.state] ?? idea.state;
  const created = idea.is_dated ? (
    <time dateTime={idea.created_at} data-tip={formatDateTime(idea.created_at)}>
      {formatDate(idea.created_at)}
    </time>
  ) : (
    <span data-tip={detailsMessages.feed.undatedTip}>{texts.undated}</span>
  );
  return (
    <dl className={styles.facts}>
      <Property name={texts.author}>
        {author === null ? (
          <Muted>{texts.unknownAuthor}</Muted>
        ) : (
          <span className={styles.author}>
            <Avatar
              name={author.name}
              src={author.avatar_url}
              satisfactionScore={author.satisfaction_score}
              sizePx={20}
              decorative
            />
            <span className={styles.authorText}>
              <PersonCard id={author.id} name={author.name}>
                <span className={styles.twoLines}>{author.name}</span>
              </PersonCard>
              {author.allowed_state === 'blocked' ? (
                <span>
                  <Tag>{personMessages.blocked}</Tag>
                </span>
              ) : null}
            </span>
          </span>
        )}
      </Property>
      <Fold
        label={texts.details}
        end={
          isOpen ? null : (
            <>
              {created} · {state.toLowerCase()}
            </>
          )
        }
        opened={isOpen}
        onOpenedChange={setIsOpen}
      />
      {isOpen ? <MoreFacts idea={idea} state={state} created={created} /> : null}
    </dl>
  );
}

/** What seldom matters: unfolded on demand. */
function MoreFacts({ idea, state, created }: { idea: Idea; state: string; created: ReactNode }) {
  const source = idea.converted_from_comment?.suggestion ?? null;
  return (
    <>
      {idea.captured_by === null || idea.captured_by.id === idea.created_by?.id ? null : (
        <Property name={texts.capturedBy}>
          <PersonCard id={idea.captured_by.id} name={idea.captured_by.name} />
        </Property>
      )}
      <Property name={texts.state}>{state}</Property>
      <Property name={texts.created}>{created}</Property>
      {idea.total_sentiment_score === null || idea.sentiment_texts_count < SENTIMENT_LEAST_TEXTS ? null : (
        <Property name={texts.sentiment}>
          <span data-tip={texts.sentimentTip}>
            {sentimentText(idea.total_sentiment_score)} {texts.ofTexts(idea.sentiment_texts_count)}
          </span>
        </Property>
      )}
      {idea.source_votes_count === null ? null : (
        <Property name={texts.countedElsewhere}>
          <span data-tip={texts.countedElsewhereTip}>{formatNumber(idea.source_votes_count)}</span>
        </Property>
      )}
      {idea.source_url === null || !isWebAddress(idea.source_url) ? null : (
        <Property name={texts.atSource}>
          <a
            href={idea.source_url}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className={cx(styles.sourceLink, styles.cut)}
          >
            {idea.source_url.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')}
          </a>
        </Property>
      )}
      {idea.split_from === null ? null : (
        <Property name={texts.splitFrom}>
          <IdeaLink idea={idea.split_from} />
        </Property>
      )}
      {source === null ? null : (
        <Property name={texts.fromComment}>
          <IdeaLink idea={source} />
        </Property>
      )}
      {idea.split_suggestions.length === 0 ? null : (
        <Property name={texts.splitInto}>
          <ul className={styles.links}>
            {idea.split_suggestions.map((part) => (
              <li key={part.id}>
                <IdeaLink idea={part} />
              </li>
            ))}
          </ul>
        </Property>
      )}
    </>
  );
}
