/** What is said after mail was asked for, and how it is called back. */
import { toastTiming } from '../../../../contract/limits.ts';
import { graphql } from '../../api/graphql.ts';
import { request } from '../../api/runtime.ts';
import type { SentMailingFragment } from '../../api/generated/graphql.ts';
import type { CommandOptions } from '../../forms/command.ts';
import { plural } from '../../ui/text/format.ts';

const texts = {
  goesOut: (count: number, seconds: number) =>
    `${plural(count, { one: 'email goes', other: 'emails go' })} out in ${seconds} s`,
  callBackFailed: (message: string) => `The email was not canceled: ${message}`,
} as const;

/** A mailing as `sayingSent` needs it. */
const sentMailingFragment = graphql(`
  fragment SentMailing on Mailing {
    id
    state
    expected_count
    send_after
    created_at
  }
`);
void sentMailingFragment;

const callBackDocument = graphql(`
  mutation CallMailBack($id: ID!) {
    mailing_call_back(id: $id) {
      id
      state
    }
  }
`);

/** The mail of something that was sent; null or undefined: it has none. */
type SentMailing = SentMailingFragment | null | undefined;

/**
 * How long a mailing can be called back, in ms, counted from its answer: the server's own span, so that
 * the clocks need not agree. Null: nothing waits.
 */
function undoMsOf(mailing: SentMailing): number | null {
  if (mailing?.state !== 'waiting') return null;
  const ms = Date.parse(mailing.send_after) - Date.parse(mailing.created_at);
  return ms > 0 ? ms : null;
}

/**
 * What a command says that sends mail, and answers how it stands. While its mail waits the toast stays and offers Undo, which calls the mail back.
 *
 * @param calledBack said afterwards
 * @param onCalledBack done afterwards, e.g. the panel opened again with what was written
 */
export function sayingSent({
  message,
  calledBack,
  onCalledBack,
}: {
  message: string;
  calledBack: string;
  onCalledBack?: () => void;
}): Required<Pick<CommandOptions<SentMailing, unknown>, 'done' | 'undo'>> {
  return {
    done: (mailing) => {
      const undoMs = undoMsOf(mailing);
      return undoMs === null
        ? message
        : {
            message,
            note: (seconds) => texts.goesOut(mailing?.expected_count ?? 0, seconds),
            undoMs,
            autoHideMs: Math.max(undoMs, toastTiming.appAutoHideMs),
          };
    },
    undo: (mailing) =>
      !mailing || undoMsOf(mailing) === null
        ? null
        : {
            send: () => request(callBackDocument, { id: mailing.id }),
            done: calledBack,
            failed: texts.callBackFailed,
            ...(onCalledBack === undefined ? {} : { onDone: onCalledBack }),
          },
  };
}
