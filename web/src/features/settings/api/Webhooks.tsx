import { WEBHOOK_KINDS } from '../../../../../contract/webhooks.ts';
import type { SwitchOffReason } from '../../../../../contract/webhooks.ts';
import { useCommand } from '../../../forms/useCommand.ts';
import { Button } from '../../../ui/elements/Button.tsx';
import { Switch } from '../../../ui/fields/fields.tsx';
import { EmptyState } from '../../../ui/loading/states.tsx';
import { Section } from '../../../ui/page/SheetPage.tsx';
import { apiTexts as texts } from './apiMessages.ts';
import { updateWebhookDocument } from './apiQueries.ts';
import type { WebhookRow } from './apiQueries.ts';
import rows from '../../../ui/page/rows.module.css';
import styles from './api.module.css';

/** The webhooks of the workspace, each with how it does and its switch. */
export function Webhooks({
  webhooks,
  chosen,
  onChoose,
  onAdd,
}: {
  webhooks: readonly WebhookRow[];
  chosen: string;
  onChoose: (id: string) => void;
  onAdd: () => void;
}) {
  return (
    <Section id="webhooks" title={texts.webhooks} total={webhooks.length} note={texts.webhooksNote}>
      {webhooks.length === 0 ? (
        <div className={styles.box}>
          <EmptyState
            title={texts.noWebhooks}
            reason={texts.noWebhooksReason}
            action={<Button onClick={onAdd}>{texts.newWebhook}</Button>}
          />
        </div>
      ) : (
        <ul className={styles.box} aria-labelledby="webhooks">
          {webhooks.map((webhook) => (
            <li key={webhook.id} className={styles.hook} data-chosen={webhook.id === chosen || undefined}>
              <button
                type="button"
                className={styles.open}
                aria-current={webhook.id === chosen || undefined}
                onClick={() => onChoose(webhook.id)}
              >
                <HookFacts webhook={webhook} />
              </button>
              <HookSwitch webhook={webhook} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function HookFacts({ webhook }: { webhook: WebhookRow }) {
  const { is_on, switch_off_reason, switched_at, paused_until } = webhook;
  const state = is_on
    ? paused_until === null
      ? 'on'
      : 'paused'
    : switch_off_reason === null
      ? 'off'
      : 'failing';
  return (
    <>
      <span className={styles.name}>
        <span className={styles.dot} data-state={state} role="img" aria-label={texts.state[state]} />
        {webhook.name}
      </span>
      <span className={styles.url}>{webhook.url}</span>
      <span className={state === 'failing' ? rows.problem : rows.meta}>
        {switch_off_reason === null
          ? `${texts.kinds(webhook.kinds?.length ?? 0, WEBHOOK_KINDS.length)} · ${texts.week(webhook.week_count, webhook.week_failed_count)}`
          : texts.switchedOff(switch_off_reason as SwitchOffReason, switched_at)}
      </span>
    </>
  );
}

function HookSwitch({ webhook: { id, name, is_on } }: { webhook: WebhookRow }) {
  const change = useCommand(updateWebhookDocument, {
    done: ({ webhook_update }) =>
      webhook_update?.is_on === true ? texts.switchedOn(name) : texts.switchedOffByHand(name),
    failed: texts.switchFailed,
  });
  return (
    <Switch
      aria-label={texts.on(name)}
      checked={is_on}
      disabled={change.isRunning}
      onChange={(next) => void change.run({ id, is_on: next })}
    />
  );
}
