import { messages } from '../../../contract/errors.ts';
import { errorReportSampling } from '../../../contract/limits.ts';

/**
 * What the operator may set for the console itself. The server writes it into
 * the page as `<script type="application/json" id="earshot-env">`; nothing in
 * it is secret. Without it the console falls back to its own defaults
 * (specification line 613).
 */
export interface ConsoleEnv {
  /** Address that receives errors of the browser as JSON; null: errors stay in the browser's log. */
  error_sink_url: string | null;
  /** Share of errors that are sent, 0 to 1 (specification line 692: default 1). */
  error_sample_rate: number;
  /** Address of the support chat behind 'get help'; null: not set up (DEC-176). */
  support_chat_url: string | null;
  /** Address of the feedback form behind 'give feedback'; null: not set up (DEC-176). */
  feedback_widget_url: string | null;
  /** Of the workspace that this address leads to, on signed-out pages; null: there is none, or it is not told here. */
  workspace_name: string | null;
}

/** What holds when the page carries no configuration. */
export const defaultEnv: ConsoleEnv = {
  error_sink_url: null,
  error_sample_rate: errorReportSampling,
  support_chat_url: null,
  feedback_widget_url: null,
  workspace_name: null,
};

/**
 * Reads the configuration out of the JSON text that the page carries.
 * `text` null or unreadable: the defaults, and one line in the log (ERR-023).
 * Unknown keys are left out, a value of the wrong kind counts as not given.
 */
export function readEnv(text: string | null, log: (line: string) => void): ConsoleEnv {
  const given = parseObject(text);
  if (given === null) {
    log(messages.envNotProvisioned);
    return defaultEnv;
  }
  const rate = given.error_sample_rate;
  return {
    error_sink_url: addressOrNull(given.error_sink_url),
    error_sample_rate:
      typeof rate === 'number' && rate >= 0 && rate <= 1 ? rate : defaultEnv.error_sample_rate,
    support_chat_url: addressOrNull(given.support_chat_url),
    feedback_widget_url: addressOrNull(given.feedback_widget_url),
    workspace_name: typeof given.workspace_name === 'string' ? given.workspace_name : null,
  };
}

let known: ConsoleEnv | undefined;

/** The page's configuration, read once. */
export function consoleEnv(): ConsoleEnv {
  known ??= readEnv(document.getElementById('earshot-env')?.textContent ?? null, (line) =>
    console.info(line),
  );
  return known;
}

function parseObject(text: string | null): Record<string, unknown> | null {
  if (text === null || text.trim() === '') return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/** Only http(s) and same-site addresses: a `javascript:` address would run in the console. */
function addressOrNull(value: unknown): string | null {
  return typeof value === 'string' && /^(https?:\/\/|\/(?!\/))/.test(value) ? value : null;
}
