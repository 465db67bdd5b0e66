import { useState } from 'react';
import { shortCurrency } from '../../../../../contract/currency.ts';
import { canWrite, hasFeature } from '../../../../../contract/permissions.ts';
import { isWebAddress } from '../../../../../contract/url.ts';
import { statusBehaviourMessage } from '../../../../../contract/status_behaviour.ts';
import { useViewer } from '../../../api/viewer.ts';
import { keepUnsentText, useUnsentText } from '../../../host/storage.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { cx } from '../../../ui/cx.ts';
import { Button } from '../../../ui/Button.tsx';
import { KeyFigure, KeyFigureRow } from '../../../ui/Figures.tsx';
import { formatDate, formatDateTime, formatNumber } from '../../../ui/format.ts';
import { StatusPill, Tag } from '../../../ui/Pills.tsx';
import { LabelPicker } from '../../../pickers/LabelPicker.tsx';
import { noOwner, OwnerPicker } from '../../../pickers/OwnerPicker.tsx';
import { useLabels } from '../../../pickers/places.ts';
import { assignOwner, fieldDraftKey, moveIdea, setCustomField, setLabel } from './calls.ts';
import { CustomFieldEditor, customFieldText } from './customFields.tsx';
import { useIdeaEdit } from './edit.ts';
import { IdeaLink } from '../feed/feed.tsx';
import { detailsMessages } from './messages.ts';
import { PersonCard, PersonName } from './person.tsx';
import { CategoryEditor, ForumEditor } from './place.tsx';
import { EditableProperty, Property } from './property.tsx';
import { useIdeaCustomFields } from './queries.ts';
import type { Idea, AccountInterest } from './queries.ts';
import { StatusFact, useStatusActions } from './status.tsx';
import { personMessages } from './personMessages.ts';
import styles from './details.module.css';

const texts = detailsMessages.aside;

/** The figures, properties and accounts of an idea, beside what was said about it. */
export function Aside({
  idea,
  accounts,
  onShowAccounts,
}: {
  idea: Idea;
  accounts: readonly AccountInterest[];
  onShowAccounts: () => void;
}) {
  const { authorized_features } = useViewer();
  const seesRevenue = hasFeature(authorized_features, 'account_insights');
  return (
    <aside className={styles.aside} aria-label={texts.label}>
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
          <KeyFigure size="small" label={texts.revenue} value={shortCurrency(idea.supporter_revenue)} />
        ) : (
          <KeyFigure size="small" label={texts.feedback} value={formatNumber(idea.requests_count)} />
        )}
      </KeyFigureRow>
      <Properties idea={idea} />
      <Facts idea={idea} />
      <Wanted idea={idea} accounts={accounts} seesRevenue={seesRevenue} onShowAccounts={onShowAccounts} />
    </aside>
  );
}

type PropertyKey = 'owner' | 'forum' | 'category' | 'labels' | `field ${string}`;

/** What the team decides about an idea; each row opens its picker in place. */
function Properties({ idea }: { idea: Idea }) {
  const viewer = useViewer();
  const edit = useIdeaEdit(idea.id);
  const fields = useIdeaCustomFields().data?.all_custom_fields.records ?? [];
  const [open, setOpen] = useState<PropertyKey | null>(null);
  const rowOf = (key: PropertyKey) => ({
    opened: open === key,
    onOpenedChange: (next: boolean) => setOpen(next ? key : null),
  });
  const isEditable = canWrite(viewer.permissions, 'feedback') && idea.state !== 'merged';
  const postStatus = useStatusActions(idea.id, isEditable);
  const behaviour = statusBehaviourMessage(idea.status);
  const labelNames = idea.labels.map((label) => label.full_name);
  const owner =
    idea.assigned_owner === null ? (
      <Muted>{texts.noOwner}</Muted>
    ) : (
      <PersonName
        name={idea.assigned_owner.name}
        src={idea.assigned_owner.avatar_url}
        score={idea.assigned_owner.satisfaction_score}
      />
    );
  const category =
    idea.category === null ? (
      <Muted>{texts.noCategory}</Muted>
    ) : (
      <span className={styles.cut}>{idea.category.name}</span>
    );
  const labels =
    labelNames.length === 0 ? (
      <Muted>{texts.noLabels}</Muted>
    ) : (
      <span className={styles.labels}>
        {labelNames.map((name) => (
          <Tag key={name}>{name}</Tag>
        ))}
      </span>
    );

  return (
    <dl className={styles.properties} aria-label={texts.properties}>
      <StatusFact name={texts.publicStatus} keys="s" open={postStatus.public}>
        <span className={styles.statusValue}>
          <StatusPill name={idea.status?.name ?? texts.noStatus} color={idea.status?.hex_color ?? null} />
          {behaviour === null ? null : <span className={styles.meta}>{behaviour}</span>}
        </span>
      </StatusFact>
      <StatusFact name={texts.internalStatus} keys="shift+s" open={postStatus.internal}>
        {idea.internal_status === null ? (
          <Muted>{texts.noInternalStatus}</Muted>
        ) : (
          <StatusPill name={idea.internal_status.name} color={idea.internal_status.hex_color} />
        )}
      </StatusFact>
      {isEditable ? (
        <>
          <EditableProperty
            name={texts.owner}
            keys="a"
            {...rowOf('owner')}
            editor={(close) => (
              <OwnerPicker
                selected={[idea.assigned_owner?.id ?? noOwner]}
                onChoose={(user) => {
                  close();
                  if (user?.id !== idea.assigned_owner?.id) edit(assignOwner(idea.id, user));
                }}
              />
            )}
          >
            {owner}
          </EditableProperty>
          <EditableProperty
            name={texts.forum}
            {...rowOf('forum')}
            editor={(close) => (
              <ForumEditor
                idea={idea}
                onChoose={(forum, chosen) => {
                  close();
                  edit(moveIdea(idea.id, forum, chosen));
                }}
              />
            )}
          >
            <span className={styles.cut}>{idea.forum?.name}</span>
          </EditableProperty>
          <EditableProperty
            name={texts.category}
            {...rowOf('category')}
            editor={(close) => (
              <CategoryEditor
                forumId={idea.forum?.id ?? null}
                selected={idea.category?.id ?? null}
                isRequired={idea.forum?.category_required === true}
                onChoose={(chosen) => {
                  close();
                  if (idea.forum !== null && chosen?.id !== idea.category?.id)
                    edit(moveIdea(idea.id, idea.forum, chosen));
                }}
              />
            )}
          >
            {category}
          </EditableProperty>
          <EditableProperty
            name={texts.labels}
            keys="l"
            {...rowOf('labels')}
            editor={() => (
              <LabelEditor idea={idea} onToggle={(label, isOn) => edit(setLabel(idea.id, label, isOn))} />
            )}
          >
            {labels}
          </EditableProperty>
        </>
      ) : (
        <>
          <Property name={texts.owner}>{owner}</Property>
          <Property name={texts.forum}>{idea.forum?.name}</Property>
          <Property name={texts.category}>{category}</Property>
          <Property name={texts.labels}>{labels}</Property>
        </>
      )}
      {fields.map((field) => {
        const value = idea.custom_field_map.find((entry) => entry.key === field.key)?.value ?? null;
        const shown = customFieldText(field, value);
        const drawn =
          shown === null ? <Muted>{texts.noValue}</Muted> : <span className={styles.cut}>{shown}</span>;
        const key = `field ${field.id}` as const;
        const draftKey = fieldDraftKey(idea.id, field.id);
        return isEditable ? (
          <EditableProperty
            key={field.id}
            name={field.name}
            {...rowOf(key)}
            editor={(close) => (
              <CustomFieldEditor
                field={field}
                value={value}
                draftKey={draftKey}
                isOpen={open === key}
                close={close}
                onSave={(next) => {
                  if (next === value) keepUnsentText(draftKey, null);
                  else edit(setCustomField(idea.id, field, next));
                }}
              />
            )}
          >
            {drawn}
            {open === key ? null : <Unsaved draftKey={draftKey} value={value} />}
          </EditableProperty>
        ) : (
          <Property key={field.id} name={field.name}>
            {drawn}
          </Property>
        );
      })}
    </dl>
  );
}

/** Says that a value was typed for a field and could not be saved. While it is on its way the field shows it already. */
function Unsaved({ draftKey, value }: { draftKey: string; value: string | null }) {
  const draft = useUnsentText(draftKey);
  return draft === null || draft.trim() === (value ?? '') ? null : (
    <span className={styles.unsaved}>{texts.unsaved(draft.trim())}</span>
  );
}

/** Each click is a change of its own; they are saved in their order. */
function LabelEditor({
  idea,
  onToggle,
}: {
  idea: Idea;
  onToggle: (label: Idea['labels'][number], isOn: boolean) => void;
}) {
  const forumId = idea.forum?.id ?? null;
  const known = useLabels(forumId).data?.all_labels.records ?? [];
  const selected = idea.labels.map((label) => label.id);
  return (
    <LabelPicker
      forumId={forumId}
      selected={selected}
      onCreated={({ id, full_name }) => onToggle({ id, full_name }, true)}
      onChange={(ids) => {
        const off = idea.labels.find((label) => !ids.includes(label.id));
        const on = known.find((label) => ids.includes(label.id) && !selected.includes(label.id));
        if (off !== undefined) onToggle(off, false);
        else if (on !== undefined) onToggle({ id: on.id, full_name: on.full_name }, true);
      }}
    />
  );
}

/** What is known of an idea and not decided here. */
function Facts({ idea }: { idea: Idea }) {
  const author = idea.created_by;
  const source = idea.converted_from_comment?.suggestion ?? null;
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
              {author.crm_account === null ? null : (
                <span className={cx(styles.meta, styles.cut)}>{author.crm_account.name}</span>
              )}
            </span>
          </span>
        )}
      </Property>
      {idea.captured_by === null || idea.captured_by.id === author?.id ? null : (
        <Property name={texts.capturedBy}>
          <span className={styles.cut}>{idea.captured_by.name}</span>
        </Property>
      )}
      <Property name={texts.state}>{detailsMessages.state[idea.state] ?? idea.state}</Property>
      <Property name={texts.created}>
        {idea.is_dated ? (
          <time dateTime={idea.created_at} data-tip={formatDateTime(idea.created_at)}>
            {formatDate(idea.created_at)}
          </time>
        ) : (
          <span data-tip={detailsMessages.feed.undatedTip}>{texts.undated}</span>
        )}
      </Property>
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
    </dl>
  );
}

/** The accounts whose people want the idea, most revenue first. */
function Wanted({
  idea,
  accounts,
  seesRevenue,
  onShowAccounts,
}: {
  idea: Idea;
  accounts: readonly AccountInterest[];
  seesRevenue: boolean;
  onShowAccounts: () => void;
}) {
  const count = idea.supporting_accounts_count;
  return (
    <section className={styles.wanted}>
      <h2 className={styles.wantedTitle}>{texts.wanted}</h2>
      {accounts.length === 0 ? (
        <p className={styles.meta}>{texts.wantedNone}</p>
      ) : (
        <ul>
          {accounts.map((account) => (
            <li key={account.id} className={styles.wantedRow}>
              <span className={styles.wantedName}>{account.name}</span>
              {account.supporters_count === null ? null : (
                <span className={styles.meta}>{texts.voters(account.supporters_count)}</span>
              )}
              {seesRevenue ? (
                <span className={styles.wantedRevenue}>{shortCurrency(account.revenue)}</span>
              ) : null}
            </li>
          ))}
        </ul>
      )}
      {count > accounts.length ? (
        <Button variant="text" className={styles.wantedAll} onClick={onShowAccounts}>
          {texts.wantedAll(formatNumber(count))}
        </Button>
      ) : null}
    </section>
  );
}

function Muted({ children }: { children: string }) {
  return <span className={styles.quiet}>{children}</span>;
}
