/** The rules of the panel that posts a status, without its looks. */
import { isEmptyHtml } from '../../../../contract/rich_text.ts';
import { fillStatusText } from '../../../../contract/status_text.ts';
import type { MailAddresses } from './mailAddresses.ts';
import { usualAddresses } from './mailAddresses.ts';
import type { PostableStatus } from './statusCalls.ts';
import { statusMessages } from './statusMessages.ts';

/** Stands for No Status among the ids of the dropdown. */
export const noStatus = 'none';

/** A status that is chosen, and the message about it. */
export type StatusText = {
  /** Id of a status, or `noStatus`; null: nothing is chosen yet. */
  status_id: string | null;
  html: string;
  /** The text that the chosen status brought along; '' when it brought none. */
  filled: string;
};

/** What the fields of the panel of one idea hold. */
export type PostStatusValues = MailAddresses & StatusText & { status_id: string; notify: boolean };

/** A status with the text that messages about it begin with. */
type WithText = Pick<PostableStatus, 'id' | 'is_default' | 'default_html_text'>;

/**
 * The statuses with the variables of their texts filled in.
 *
 * @param about title of the idea; null: it is about several
 */
export function withFilledTexts(
  statuses: readonly PostableStatus[],
  about: string | null,
  sender: string,
): PostableStatus[] {
  return statuses.map((status) => ({
    ...status,
    default_html_text:
      status.default_html_text &&
      fillStatusText(status.default_html_text, {
        idea: about ?? statusMessages.thisIdea,
        status: status.name,
        sender,
      }),
  }));
}

/**
 * What the panel begins with: the status that the idea has; without one the default status (DEC-133), with
 * its text; else No Status.
 *
 * @param asked id of the status that was chosen before the panel opened, or `noStatus`; left out: none was
 */
export function firstValues(
  currentId: string | null,
  statuses: readonly WithText[],
  asked?: string,
): PostStatusValues {
  const preset = currentId === null ? statuses.find((status) => status.is_default) : undefined;
  const chosen = asked === undefined ? preset : { id: asked };
  const begun: PostStatusValues = {
    status_id: currentId ?? noStatus,
    html: '',
    filled: '',
    notify: false,
    ...usualAddresses,
  };
  return chosen === undefined ? begun : choose(begun, chosen.id, currentId, statuses);
}

/**
 * Chooses a status. Its text takes the place of none, or of the one that the status chosen before brought
 * along; never of what somebody typed. The status that the idea has already brings none: its text went out
 * when it was set.
 */
export function choose<Values extends StatusText>(
  values: Values,
  status_id: string,
  currentId: string | null,
  statuses: readonly WithText[],
): Values {
  if (isTyped(values)) return { ...values, status_id };
  const text =
    status_id === currentId ? null : statuses.find(({ id }) => id === status_id)?.default_html_text;
  return { ...values, status_id, html: text ?? '', filled: text ?? '' };
}

/** Chooses nothing yet, as among other statuses: a text that a status brought along goes with it, a typed one stays. */
export function chooseNone<Values extends StatusText>(values: Values): Values {
  return isTyped(values)
    ? { ...values, status_id: null }
    : { ...values, status_id: null, html: '', filled: '' };
}

/**
 * The button says what it does: whether mail goes out, and to how many.
 *
 * @param count null: not known yet
 */
export function submitLabelOf(mails: boolean, count: number | null): string {
  const texts = statusMessages.status;
  if (!mails || count === 0) return texts.submitPost;
  return count === null ? texts.submitCounting : texts.submitEmail(count);
}

function isTyped({ html, filled }: StatusText): boolean {
  return !isEmptyHtml(html) && html !== filled;
}
