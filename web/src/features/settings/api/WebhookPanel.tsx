import { ACTIVITY_KINDS, areaOfActivity, isActivityKind } from '../../../../../contract/activity.ts';
import { textLimits } from '../../../../../contract/limits.ts';
import { canRead } from '../../../../../contract/permissions.ts';
import {
  PEOPLE_KINDS,
  WEBHOOK_KIND_LABELS,
  WEBHOOK_KINDS,
  webhookLimits,
  webhookUrlOf,
} from '../../../../../contract/webhooks.ts';
import type { WebhookKind } from '../../../../../contract/webhooks.ts';
import { request } from '../../../api/runtime.ts';
import { useViewer } from '../../../api/viewer.ts';
import { PanelFrame } from '../../../forms/PanelFrame.tsx';
import { useCommand } from '../../../forms/useCommand.ts';
import { useForm } from '../../../forms/useForm.ts';
import { CheckboxField, TextField } from '../../../ui/fields/fields.tsx';
import { apiTexts } from './apiMessages.ts';
import { createWebhookDocument, readWebhook, updateWebhookDocument } from './apiQueries.ts';
import type { WebhookRow } from './apiQueries.ts';
import rows from '../../../ui/page/rows.module.css';
import panels from '../../../forms/panels.module.css';
import styles from './api.module.css';

const texts = apiTexts.panel;

interface Values {
  name: string;
  url: string;
  kinds: readonly WebhookKind[];
}

const BLANK: Values = { name: '', url: '', kinds: [] };

/** @param open what may be chosen: of a new one, all of it is */
const recordOf = (webhook: WebhookRow | null, open: readonly WebhookKind[]) =>
  webhook === null
    ? { values: { ...BLANK, kinds: open }, version: null }
    : {
        values: { name: webhook.name, url: webhook.url, kinds: (webhook.kinds ?? []) as WebhookKind[] },
        version: webhook.updated_at,
      };

/** Makes a webhook, or edits one. */
export function WebhookPanel({
  webhook,
  opened,
  onClose,
  onMade,
}: {
  /** null: a new one */
  webhook: WebhookRow | null;
  opened: boolean;
  onClose: () => void;
  onMade: (made: { id: string; secret: string }) => void;
}) {
  const { permissions } = useViewer();
  const isOpen = (kind: WebhookKind): boolean =>
    !isActivityKind(kind) || canRead(permissions, areaOfActivity(kind));
  const open = WEBHOOK_KINDS.filter(isOpen);
  const form = useForm<Values>({
    draftKey: `webhook:${webhook?.id ?? 'new'}`,
    blank: BLANK,
    record: recordOf(webhook, open),
    ...(webhook === null
      ? {}
      : {
          reload: async () => {
            const now = await readWebhook(webhook.id);
            return now && recordOf(now, open);
          },
        }),
    fields: {
      name: {
        label: texts.name,
        needed: { sentence: texts.nameMissing },
        limit: webhookLimits.nameCharacters,
        text: (typed) => typed,
      },
      url: {
        label: texts.url,
        needed: { sentence: texts.urlMissing },
        limit: textLimits.urlCharacters,
        rule: (typed) => (webhookUrlOf(typed) === null ? texts.urlWrong : null),
        text: (typed) => typed,
      },
      kinds: {
        label: texts.kinds,
        rule: (kinds) => (kinds.length === 0 ? texts.kindsMissing : null),
        ruleSaid: 'typed',
        text: (kinds) => kinds.map((kind) => WEBHOOK_KIND_LABELS[kind]).join(', '),
      },
    },
  });
  const { name, url, kinds } = form.values;
  const save = useCommand(
    async (version: string | null) => {
      if (webhook === null)
        return (await request(createWebhookDocument, { name, url, kinds: [...kinds] })).webhook_create;
      await request(updateWebhookDocument, {
        id: webhook.id,
        name,
        url,
        kinds: [...kinds],
        ...(version === null ? {} : { if_updated_at: version }),
      });
      return null;
    },
    {
      form,
      done: webhook === null ? texts.made(name) : texts.saved(name),
      failed: texts.failed,
      onDone: (made) => {
        onClose();
        if (made !== null) onMade(made);
      },
    },
  );
  const choose = (kind: WebhookKind, isChosen: boolean): void =>
    form.set({ kinds: WEBHOOK_KINDS.filter((one) => (one === kind ? isChosen : kinds.includes(one))) });
  const problem = form.errorOf('kinds');
  const group = (label: string, members: readonly WebhookKind[]) => {
    const free = members.filter(isOpen);
    const count = free.filter((kind) => kinds.includes(kind)).length;
    return (
      <fieldset className={styles.group}>
        <legend>{label}</legend>
        <CheckboxField
          label={texts.all}
          checked={count === free.length}
          indeterminate={count > 0 && count < free.length}
          onChange={(isChosen) =>
            form.set({
              kinds: WEBHOOK_KINDS.filter((kind) => (free.includes(kind) ? isChosen : kinds.includes(kind))),
            })
          }
        />
        <div className={styles.kinds}>
          {members.map((kind) => (
            <CheckboxField
              key={kind}
              label={WEBHOOK_KIND_LABELS[kind]}
              checked={kinds.includes(kind)}
              disabled={!isOpen(kind)}
              disabledReason={texts.denied}
              onChange={(isChosen) => choose(kind, isChosen)}
            />
          ))}
        </div>
      </fieldset>
    );
  };
  return (
    <PanelFrame
      {...{ opened, form, save }}
      close={onClose}
      area="settings"
      title={webhook === null ? texts.create : texts.edit}
      what={texts.what}
      submitLabel={webhook === null ? texts.submit : texts.save}
    >
      <div className={panels.stack}>
        <TextField {...form.field('name')} placeholder={texts.namePlaceholder} dir="auto" data-autofocus />
        <TextField
          {...form.field('url')}
          description={texts.urlNote}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder={texts.urlPlaceholder}
        />
        <div className={styles.groups} role="group" aria-label={texts.kinds}>
          <p className={styles.legend}>{texts.kinds}</p>
          {group(texts.ideas, ACTIVITY_KINDS)}
          {group(texts.people, PEOPLE_KINDS)}
          <div aria-live="polite">
            {problem === undefined ? null : <p className={rows.problem}>{problem}</p>}
          </div>
        </div>
      </div>
    </PanelFrame>
  );
}
