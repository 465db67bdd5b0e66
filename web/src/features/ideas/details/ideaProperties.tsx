/** What the team sets of an idea in place, each property once: what is read of it, how it is drawn and edited. */
import type { ReactNode } from 'react';
import { IDEA_FIELDS } from '../../../../../contract/idea_fields.ts';
import { graphql } from '../../../api/graphql.ts';
import { request } from '../../../api/runtime.ts';
import { keepUnsentText, unsentText, useUnsentText } from '../../../host/storage.ts';
import { LabelPicker } from '../../../shared/pickers/LabelPicker.tsx';
import { noOwner, OwnerPicker } from '../../../shared/pickers/OwnerPicker.tsx';
import { useLabels } from '../../../shared/pickers/places.ts';
import { Tag } from '../../../ui/elements/Pills.tsx';
import { assignOwner, fieldDraftKey, moveIdea, setLabel, timeOf } from './calls.ts';
import { CustomFieldEditor, customFieldText } from '../../../shared/properties/CustomFieldEditor.tsx';
import { propertyMessages } from '../../../shared/properties/propertyMessages.ts';
import type { EditedField } from '../../../shared/properties/CustomFieldEditor.tsx';
import type { IdeaEdit } from './edit.ts';
import { detailsMessages } from './messages.ts';
import { PersonName } from '../../../shared/customers/PersonCard.tsx';
import { CategoryEditor, ForumEditor } from './place.tsx';
import { Muted } from '../../../shared/properties/Property.tsx';
import type { Idea, IdeaCustomField } from './queries.ts';
import styles from './details.module.css';

const texts = detailsMessages.aside;

const propertiesFragment = graphql(`
  fragment IdeaProperties on Suggestion {
    assigned_owner {
      id
      name
      avatar_url
      satisfaction_score
    }
    forum {
      id
      name
      is_open
      category_required
    }
    category {
      id
      name
    }
    labels {
      id
      full_name
    }
  }
`);
void propertiesFragment;

/** A property of an idea that is edited in place. */
export type IdeaProperty = {
  id: string;
  /** What people call it. */
  name: string;
  /** Shortcut that opens its editor. */
  keys?: string;
  /** There is no value and nothing was typed for one: it may be folded away. Left out: it never is. */
  isEmpty?: (idea: Idea) => boolean;
  /** The value as it is drawn; while its editor stands open, without what is typed there. */
  show: (idea: Idea, isOpen: boolean) => ReactNode;
  /** The value as a button of its own shows it, where there is no room for rows; left out: it has none. */
  chip?: (idea: Idea) => ReactNode;
  /** The content of its popover, which `close` closes. What is typed is saved when it closes, however that comes about. */
  edit: (props: {
    idea: Idea;
    save: (edit: IdeaEdit) => void;
    close: () => void;
    isOpen: boolean;
  }) => ReactNode;
};

/** The properties in their order on the page. */
export const ideaProperties: readonly IdeaProperty[] = [
  {
    id: 'assigned_owner',
    name: IDEA_FIELDS.assigned_owner.label,
    keys: 'a',
    show: ({ assigned_owner: owner }) =>
      owner === null ? (
        <Muted>{texts.noOwner}</Muted>
      ) : (
        <PersonName name={owner.name} src={owner.avatar_url} score={owner.satisfaction_score} />
      ),
    chip: ({ assigned_owner: owner }) =>
      owner === null ? (
        texts.noOwner
      ) : (
        <PersonName name={owner.name} src={owner.avatar_url} score={owner.satisfaction_score} />
      ),
    edit: ({ idea, save, close }) => (
      <OwnerPicker
        selected={[idea.assigned_owner?.id ?? noOwner]}
        onChoose={(user) => {
          close();
          if (user?.id !== idea.assigned_owner?.id) save(assignOwner(idea.id, user));
        }}
      />
    ),
  },
  {
    id: 'labels',
    name: IDEA_FIELDS.labels.label,
    keys: 'l',
    show: ({ labels }) =>
      labels.length === 0 ? (
        <Muted>{texts.noLabels}</Muted>
      ) : (
        <span className={styles.labels}>
          {labels.map(({ full_name }) => (
            <Tag key={full_name}>{full_name}</Tag>
          ))}
        </span>
      ),
    chip: ({ labels }) => (
      <span className={styles.cut}>{texts.labelCount(labels.map((label) => label.full_name))}</span>
    ),
    edit: ({ idea, save }) => (
      <LabelEditor idea={idea} onToggle={(label, isOn) => save(setLabel(idea.id, label, isOn))} />
    ),
  },
  {
    id: 'forum',
    name: IDEA_FIELDS.forum.label,
    show: ({ forum }) => <span className={styles.cut}>{forum?.name}</span>,
    edit: ({ idea, save, close }) => (
      <ForumEditor
        idea={idea}
        onChoose={(forum, category) => {
          close();
          save(moveIdea(idea.id, forum, category));
        }}
      />
    ),
  },
  {
    id: 'category',
    name: IDEA_FIELDS.category.label,
    show: ({ category }) =>
      category === null ? (
        <Muted>{texts.noCategory}</Muted>
      ) : (
        <span className={styles.cut}>{category.name}</span>
      ),
    edit: ({ idea, save, close }) => (
      <CategoryEditor
        forumId={idea.forum?.id ?? null}
        selected={idea.category?.id ?? null}
        isRequired={idea.forum?.category_required === true}
        onChoose={(chosen) => {
          close();
          if (idea.forum !== null && chosen?.id !== idea.category?.id)
            save(moveIdea(idea.id, idea.forum, chosen));
        }}
      />
    ),
  },
];

/** A property whose value is typed or chosen, by the type of its field. */
type TypedProperty = {
  id: string;
  field: EditedField;
  /** The value as its editor takes it; null: there is none. */
  valueOf: (idea: Idea) => string | null;
  /** The idea with another value. */
  apply: (idea: Idea, value: string | null) => Idea;
  /** Sends it, as `IdeaEdit` does. */
  send: (id: string, value: string | null, ifUpdatedAt: string) => Promise<string>;
};

/** What was said of typed values that were refused, by the key of their draft; until they are saved. */
const refusals = new Map<string, string>();

/** The property of such a value. What is typed and could not be saved is kept, and forgotten once it is saved, unless more was typed meanwhile. */
function typedProperty({ id, field, valueOf, apply, send }: TypedProperty): IdeaProperty {
  const keyOf = (idea: Idea): string => fieldDraftKey(idea.id, id);
  const textOf = (idea: Idea): string | null => customFieldText(field, valueOf(idea));
  return {
    id,
    name: field.name,
    isEmpty: (idea) => textOf(idea) === null && unsentText(keyOf(idea)) === null,
    show: (idea, isOpen) => (
      <>
        {textOf(idea) === null ? (
          <Muted>{propertyMessages.noValue}</Muted>
        ) : (
          <span className={styles.cut}>{textOf(idea)}</span>
        )}
        {isOpen ? null : <Unsaved draftKey={keyOf(idea)} value={valueOf(idea)} />}
      </>
    ),
    edit: ({ idea, save, close, isOpen }) => {
      const draftKey = keyOf(idea);
      const value = valueOf(idea);
      return (
        <CustomFieldEditor
          field={field}
          value={value}
          draftKey={draftKey}
          refusal={refusals.get(draftKey) ?? null}
          isOpen={isOpen}
          close={close}
          onSave={(next) => {
            if (next === value) keepUnsentText(draftKey, null);
            else
              save({
                name: field.name,
                apply: (held) => apply(held, next),
                describe: (held) => textOf(held) ?? propertyMessages.noValue,
                send: async (ifUpdatedAt) => {
                  const time = await send(idea.id, next, ifUpdatedAt);
                  refusals.delete(draftKey);
                  if (unsentText(draftKey)?.trim() === (next ?? '')) keepUnsentText(draftKey, null);
                  return time;
                },
                refused: (message) => refusals.set(draftKey, message),
              });
          }}
        />
      );
    },
  };
}

const customFieldDocument = graphql(`
  mutation SetIdeaCustomField($id: ID!, $custom_field_map: [CustomFieldValueInput!], $if_updated_at: String) {
    suggestion_update(id: $id, custom_field_map: $custom_field_map, if_updated_at: $if_updated_at) {
      id
      updated_at
    }
  }
`);

/** A field that the workspace has given its ideas. */
export function customFieldProperty(field: IdeaCustomField): IdeaProperty {
  const { key } = field;
  return typedProperty({
    id: field.id,
    field,
    valueOf: (idea) => idea.custom_field_map.find((entry) => entry.key === key)?.value ?? null,
    apply: (idea, value) => ({
      ...idea,
      custom_field_map: [
        ...idea.custom_field_map.filter((entry) => entry.key !== key),
        ...(value === null ? [] : [{ key, value }]),
      ],
    }),
    send: async (id, value, if_updated_at) =>
      timeOf(
        (await request(customFieldDocument, { id, custom_field_map: [{ key, value }], if_updated_at }))
          .suggestion_update,
      ),
  });
}

/** Says that something was typed and could not be saved. While it is on its way the property shows it already. */
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
