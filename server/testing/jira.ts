import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An issue of the stand-in. */
export interface StandInIssue {
  id: string;
  key: string;
  summary: string;
  status: string;
  /** of Jira: new, indeterminate or done */
  category: string;
  issuetype: string;
  fields: Record<string, unknown>;
}

/** A Jira on loopback, which speaks what the product uses of its REST interface, versions 2 and 3. */
export interface StandInJira {
  /** address of the instance */
  url: string;
  issues: StandInIssue[];
  projects: { id: string; key: string; name: string }[];
  /** what its callers have to send; another one is refused with 401 */
  authorization: string;
  /** answers this in place of all else */
  instead: ((request: IncomingMessage, response: ServerResponse) => void) | null;
  /** method and path of each call */
  calls: string[];
  issue(key: string, values?: Partial<StandInIssue>): StandInIssue;
  close(): Promise<void>;
}

/** As Jira Cloud knows the account and token of the tests. */
export const CLOUD_AUTHORIZATION = `Basic ${Buffer.from('bot@marlow.example:a-token').toString('base64')}`;

/** Starts it on a free port of 127.0.0.1. */
export async function startStandInJira(): Promise<StandInJira> {
  let nextId = 10_000;
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://jira');
    jira.calls.push(`${request.method ?? ''} ${url.pathname}`);
    if (jira.instead) return jira.instead(request, response);
    void answer(request, response, url);
  });
  const json = (response: ServerResponse, status: number, body: unknown): void => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(body === undefined ? '' : JSON.stringify(body));
  };
  const no = (response: ServerResponse, status: number, message: string): void =>
    json(response, status, { errorMessages: [message], errors: {} });
  const shown = ({ id, key, summary, status, category, issuetype, fields }: StandInIssue) => ({
    id,
    key,
    fields: {
      summary,
      status: { name: status, statusCategory: { key: category } },
      issuetype: { name: issuetype, iconUrl: `${jira.url}/icons/${issuetype}.svg` },
      statuscategorychangedate: '2026-11-12T08:00:00.000+0000',
      ...fields,
    },
  });
  const find = (ref: string): StandInIssue | undefined =>
    jira.issues.find(({ id, key }) => id === ref || key === ref);

  async function answer(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    if (request.headers.authorization !== jira.authorization)
      return no(response, 401, 'Client must be authenticated to access this resource.');
    const [, version, path = ''] = /^\/rest\/api\/([23])\/(.*)$/.exec(url.pathname) ?? [];
    const body = await bodyOf(request);
    const isCloud = version === '3';
    const issue = /^issue\/([^/]+)$/.exec(path)?.[1];
    if (issue !== undefined) {
      const found = find(decodeURIComponent(issue));
      if (!found) return no(response, 404, 'Issue does not exist or you do not have permission to see it.');
      if (request.method === 'GET') return json(response, 200, shown(found));
      const { fields } = body as { fields: Record<string, unknown> };
      if (Object.keys(fields).some((name) => name !== 'customfield_10050'))
        return no(response, 400, 'Field cannot be set. It is not on the appropriate screen, or unknown.');
      Object.assign(found.fields, fields);
      return json(response, 204, undefined);
    }
    if (path === (isCloud ? 'search/jql' : 'search') && request.method === 'POST') {
      const { jql, maxResults } = body as { jql: string; maxResults: number };
      const refs = [...jql.matchAll(/"([^"]+)"/g)].map(([, ref]) => ref!);
      const missing = refs.find((ref) => !find(ref));
      if (missing !== undefined)
        return no(response, 400, `An issue with key '${missing}' does not exist for field 'id'.`);
      return json(response, 200, { issues: refs.slice(0, maxResults).map((ref) => shown(find(ref)!)) });
    }
    if (isCloud && path === 'project/search') {
      const q = url.searchParams.get('query')?.toLowerCase() ?? '';
      const found = jira.projects.filter(({ key, name }) => `${key} ${name}`.toLowerCase().includes(q));
      return json(response, 200, {
        values: found.slice(0, Number(url.searchParams.get('maxResults'))),
        total: found.length,
      });
    }
    if (!isCloud && path === 'project') return json(response, 200, jira.projects);
    const project = /^project\/([^/]+)$/.exec(path)?.[1];
    if (project !== undefined)
      return jira.projects.some(({ id }) => id === project)
        ? json(response, 200, {
            issueTypes: [
              { id: '7', name: 'Story', subtask: false, iconUrl: `${jira.url}/icons/Story.svg` },
              { id: '8', name: 'Bug', subtask: false, iconUrl: 'javascript:alert(1)' },
              { id: '9', name: 'Sub-task', subtask: true, iconUrl: '' },
            ],
          })
        : no(response, 404, `No project could be found with key '${project}'.`);
    if (isCloud && path === 'priority/search')
      return json(response, 200, { values: [{ id: '3', name: 'Medium', isDefault: true }] });
    return no(response, 404, 'There is nothing here.');
  }

  const jira: StandInJira = {
    url: '',
    issues: [],
    projects: [
      { id: '10000', key: 'MAR', name: 'Marlow' },
      { id: '10001', key: 'OPS', name: 'Operations' },
    ],
    authorization: CLOUD_AUTHORIZATION,
    instead: null,
    calls: [],
    issue: (key, values = {}) => {
      nextId += 1;
      const made = {
        id: String(nextId),
        key,
        summary: `Issue ${key}`,
        status: 'To Do',
        category: 'new',
        issuetype: 'Story',
        fields: {},
        ...values,
      };
      jira.issues.push(made);
      return made;
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  jira.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return jira;
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return chunks.length === 0 ? null : JSON.parse(Buffer.concat(chunks).toString());
}
