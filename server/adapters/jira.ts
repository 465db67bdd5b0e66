import type { IssueStage } from '../../contract/tracker.ts';
import {
  TrackerError,
  type TrackerAccess,
  type TrackerIssue,
  type TrackerService,
} from '../services/tracker.ts';
import { OutgoingError, type OutgoingAnswer, type OutgoingService } from '../services/outgoing.ts';

/** So many issues are asked for in one call. */
const ISSUES_A_CALL = 50;
const PROJECTS_MOST = 50;
const FIELDS = ['summary', 'status', 'issuetype', 'statuscategorychangedate'];

const STAGES: Readonly<Record<string, IssueStage>> = { new: 'todo', indeterminate: 'doing', done: 'done' };
const COLORS: Readonly<Record<IssueStage, string>> = { todo: '#5E6C84', doing: '#2563EB', done: '#1B7F4B' };

/** Jira over REST: Cloud by version 3 with an API token, Data Center by version 2 with a personal access token. */
export function createJira({ call }: Pick<OutgoingService, 'call'>): TrackerService {
  const ask = async (
    access: TrackerAccess,
    path: string,
    sent?: { method: 'POST' | 'PUT'; body: unknown },
  ): Promise<unknown> => {
    const version = access.kind === 'jira_cloud' ? '3' : '2';
    let answer: OutgoingAnswer;
    try {
      answer = await call({
        url: `${access.instance_url}/rest/api/${version}/${path}`,
        method: sent?.method ?? 'GET',
        headers: {
          accept: 'application/json',
          authorization:
            access.kind === 'jira_cloud'
              ? `Basic ${Buffer.from(`${access.account ?? ''}:${access.token}`).toString('base64')}`
              : `Bearer ${access.token}`,
          ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(sent === undefined ? {} : { body: JSON.stringify(sent.body) }),
      });
    } catch (error) {
      if (!(error instanceof OutgoingError)) throw error;
      throw new TrackerError(
        error.reason === 'private' ? 'private' : error.reason === 'large' ? 'broken' : 'unreachable',
        error.message,
        null,
        { cause: error },
      );
    }
    return readAnswer(answer);
  };

  const toIssue = (raw: unknown): TrackerIssue => {
    const { id, key, fields } = record(raw);
    const { summary, status, issuetype } = record(fields);
    const { name: statusName, statusCategory } = maybe(status);
    const stage = STAGES[String(maybe(statusCategory)['key'])] ?? null;
    const type = maybe(issuetype);
    if (typeof id !== 'string' || typeof key !== 'string') throw broken();
    return {
      id,
      key,
      summary: typeof summary === 'string' ? summary : '',
      issuetype: text(type['name']),
      issuetype_icon_url: webAddress(type['iconUrl']),
      status: text(statusName),
      status_color: stage === null ? null : COLORS[stage],
      stage,
      stage_since: time(record(fields)['statuscategorychangedate']),
    };
  };
  const find = async (access: TrackerAccess, key: string): Promise<TrackerIssue | null> => {
    try {
      return toIssue(await ask(access, `issue/${encodeURIComponent(key)}?fields=${FIELDS.join(',')}`));
    } catch (error) {
      if (error instanceof TrackerError && error.reason === 'missing') return null;
      throw error;
    }
  };

  return {
    find,
    issues: async (access, refs) => {
      const found: TrackerIssue[] = [];
      for (let start = 0; start < refs.length; start += ISSUES_A_CALL) {
        const some = refs.slice(start, start + ISSUES_A_CALL);
        try {
          const answer = record(
            await ask(access, access.kind === 'jira_cloud' ? 'search/jql' : 'search', {
              method: 'POST',
              body: {
                jql: `id in (${some.map((ref) => `"${ref}"`).join(', ')})`,
                fields: FIELDS,
                maxResults: ISSUES_A_CALL,
              },
            }),
          );
          if (!Array.isArray(answer['issues'])) throw broken();
          found.push(...answer['issues'].map(toIssue));
        } catch (error) {
          // a question that names one issue which is not there is refused as a whole
          if (!(error instanceof TrackerError) || error.reason !== 'missing') throw error;
          for (const ref of some) {
            const one = await find(access, ref);
            if (one !== null) found.push(one);
          }
        }
      }
      return found;
    },
    projects: async (access, q) => {
      const raw =
        access.kind === 'jira_cloud'
          ? record(
              await ask(
                access,
                `project/search?maxResults=${String(PROJECTS_MOST)}&query=${encodeURIComponent(q)}`,
              ),
            )['values']
          : await ask(access, 'project');
      if (!Array.isArray(raw)) throw broken();
      const wanted = q.trim().toLowerCase();
      return raw
        .map((one) => {
          const { id, key, name } = record(one);
          return { id: String(id), key: String(key), name: String(name) };
        })
        .filter(({ key, name }) => `${key} ${name}`.toLowerCase().includes(wanted))
        .slice(0, PROJECTS_MOST);
    },
    issueTypes: async (access, projectId) => {
      try {
        const types = record(await ask(access, `project/${encodeURIComponent(projectId)}`))['issueTypes'];
        if (!Array.isArray(types)) throw broken();
        return types
          .map((one) => record(one))
          .filter(({ subtask }) => subtask !== true)
          .map(({ id, name, iconUrl }) => ({
            id: String(id),
            name: String(name),
            icon_url: webAddress(iconUrl),
          }));
      } catch (error) {
        if (error instanceof TrackerError && error.reason === 'missing') return null;
        throw error;
      }
    },
    defaultPriority: async (access) => {
      // Data Center does not tell which one it is
      if (access.kind !== 'jira_cloud') return null;
      const found = record(await ask(access, 'priority/search?onlyDefault=true'))['values'];
      return Array.isArray(found) && found.length > 0 ? text(record(found[0])['id']) : null;
    },
    writeField: async (access, key, field, value) => {
      await ask(access, `issue/${encodeURIComponent(key)}`, {
        method: 'PUT',
        body: { fields: { [field]: value } },
      });
    },
  };
}

function readAnswer({ status, headers, body }: OutgoingAnswer): unknown {
  if (status === 401 || status === 403)
    throw new TrackerError(
      'denied',
      `Jira refused the account or its token (${String(status)}). Check both.`,
    );
  if (status === 429 || status === 503) {
    const seconds = Number(headers['retry-after']);
    throw new TrackerError(
      'busy',
      `Jira takes no more calls at the moment (${String(status)}).`,
      Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, 86_400) : null,
    );
  }
  // a search for issues that are not there is a bad request; a page of another server is not Jira's answer
  if (status === 404 || status === 400)
    throw isJson(body)
      ? new TrackerError('missing', `Jira has no such thing (${String(status)}).`)
      : broken();
  if (status === 204) return {};
  if (status < 200 || status >= 300)
    throw new TrackerError('unreachable', `Jira answered ${String(status)}.`);
  try {
    return JSON.parse(body) as unknown;
  } catch (error) {
    throw broken(error);
  }
}

function broken(cause?: unknown): TrackerError {
  return new TrackerError(
    'broken',
    'The answer is not Jira’s. Check the address.',
    null,
    cause === undefined ? {} : { cause },
  );
}

function record(raw: unknown): Record<string, unknown> {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) throw broken();
  return raw as Record<string, unknown>;
}

const maybe = (raw: unknown): Record<string, unknown> =>
  typeof raw === 'object' && raw !== null ? (raw as Record<string, unknown>) : {};
const text = (raw: unknown): string | null => (typeof raw === 'string' && raw !== '' ? raw : null);
const time = (raw: unknown): Date | null => {
  const parsed = typeof raw === 'string' ? new Date(raw) : null;
  return parsed === null || Number.isNaN(parsed.getTime()) ? null : parsed;
};
const isJson = (body: string): boolean => {
  try {
    JSON.parse(body);
    return true;
  } catch {
    return false;
  }
};
/** An address that a page may show a picture from; null: none. */
const webAddress = (raw: unknown): string | null =>
  typeof raw === 'string' && /^https?:\/\//.test(raw) && raw.length <= 2000 ? raw : null;
