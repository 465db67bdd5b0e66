import { sql } from 'kysely';
import {
  DIGEST_FREQUENCIES,
  isMailedByDefault,
  MAILED_EVENTS,
  type DigestFrequency,
  type MailedEvent,
} from '../../../contract/notifications.ts';
import { defineCommand } from '../../core/command.ts';
import { booleanInput, objectListInput, enumInput, required } from '../../inputs/kinds.ts';
import { defineQuery } from '../../core/query.ts';
import { shape } from '../../core/shape.ts';
import type { Tx } from '../../sql/kysely.ts';
import { anyAdmin } from '../../core/viewer.ts';
import { digestSlot } from './notification_mails.ts';

const preference = shape('NotificationPreference', 'Whether an event is emailed at once.', {
  event: { type: 'String!', description: 'The event.' },
  by_mail: { type: 'Boolean!', description: 'An email tells of it at once.' },
});
const settings = shape(
  'NotificationSettings',
  'How the viewer hears of events by email.',
  {
    digest: {
      type: 'String!',
      description: `How often a digest of what was not seen comes: ${DIGEST_FREQUENCIES.join(', ')}.`,
    },
    preferences: {
      type: '[NotificationPreference!]!',
      description: 'The events that this version knows, each with its choice.',
    },
  },
  [preference],
);

interface Settings {
  digest: DigestFrequency;
  preferences: { event: MailedEvent; by_mail: boolean }[];
}

async function readSettings(db: Tx, subdomain_id: string, user_id: string | null): Promise<Settings> {
  const { rows } = await sql<{ digest: DigestFrequency; chosen: Record<string, boolean> | null }>`
select coalesce((select d.frequency from notification_digests d where d.subdomain_id = ${subdomain_id} and d.user_id = ${user_id}), 'never') as digest,
  (select jsonb_object_agg(p.event, p.by_mail) from notification_preferences p where p.subdomain_id = ${subdomain_id} and p.user_id = ${user_id}) as chosen`.execute(
    db,
  );
  const { digest, chosen } = rows[0]!;
  return {
    digest,
    preferences: MAILED_EVENTS.map((event) => ({
      event,
      by_mail: chosen?.[event] ?? isMailedByDefault(event),
    })),
  };
}

/** How the viewer hears of events by mail. */
export const notificationSettings = defineQuery({
  name: 'notification_settings',
  description: 'How the viewer hears of events by email.',
  requires: anyAdmin,
  args: {},
  returns: 'NotificationSettings!',
  reads: ['notification_digests', 'notification_preferences'],
  shapes: [settings],
  run: (_args, { scope }) => readSettings(scope.db, scope.viewer.subdomain_id, scope.viewer.user_id),
});

/**
 * Chooses how the viewer hears of events by mail; what is not named stays as it is. A digest that was just
 * switched on begins with the next slot.
 */
export const notificationSettingsUpdate = defineCommand({
  name: 'notification_settings_update',
  description:
    'Chooses which events are emailed to the viewer at once and how often a digest comes; what is left out stays as it is.',
  requires: anyAdmin,
  input: {
    digest: enumInput('How often a digest of what was not seen comes.', DIGEST_FREQUENCIES),
    preferences: objectListInput(
      'NotificationPreferenceInput',
      'Events with their choice.',
      {
        event: required(enumInput('The event.', MAILED_EVENTS)),
        by_mail: required(booleanInput('An email tells of it at once.')),
      },
      MAILED_EVENTS.length,
    ),
  },
  returns: { type: 'NotificationSettings' },
  shapes: [settings],
  run: async ({ digest, preferences = [] }, { tx, subdomain_id, viewer, now }) => {
    const { user_id } = viewer;
    if (user_id !== null) {
      for (const { event, by_mail } of preferences) {
        await tx
          .insertInto('notification_preferences')
          .values({ subdomain_id, user_id, event, by_mail, updated_at: now })
          .onConflict((conflict) =>
            conflict
              .columns(['subdomain_id', 'user_id', 'event'])
              .doUpdateSet({ by_mail, updated_at: now })
              .where('notification_preferences.by_mail', '<>', by_mail),
          )
          .execute();
      }
      if (digest !== undefined) {
        const sent_for = digest === 'never' ? null : digestSlot(digest, now);
        await tx
          .insertInto('notification_digests')
          .values({ subdomain_id, user_id, frequency: digest, sent_for, updated_at: now })
          .onConflict((conflict) =>
            conflict
              .columns(['subdomain_id', 'user_id'])
              .doUpdateSet({ frequency: digest, sent_for, updated_at: now })
              .where('notification_digests.frequency', '<>', digest),
          )
          .execute();
      }
    }
    return readSettings(tx, subdomain_id, user_id);
  },
});
