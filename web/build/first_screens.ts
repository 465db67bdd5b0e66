import { join } from 'node:path';
import { ideasKey, ideasState, variablesOf } from '../src/features/ideas/list/filters.ts';
import { ideasAddress, insightsAddress } from '../src/host/addresses.ts';
import { readState } from '../src/host/search.ts';
import { generatedDocuments } from './documents.ts';

/** A call of GraphQL as the client sends it (web/src/api/client.ts). */
export interface Call {
  query: string;
  variables: Record<string, unknown>;
  operationName: string;
}

/** A screen whose files are asked for with the first ones, and whose first answer comes with the page. */
export interface FirstScreen {
  address: string;
  /** Path of the page's source. */
  file: string;
  /** What it asks first while its address holds no state, and the key that it keeps the answer under; null: it asks by itself. */
  first: { query_key: readonly unknown[]; call: Call } | null;
}

/** The call of an operation of the console. Fails when the generator does not know it. */
export function callOf(operationName: string, variables: Record<string, unknown> = {}): Call {
  const document = generatedDocuments()[operationName];
  if (document === undefined) throw new Error(`The console has no operation ${operationName}.`);
  return { query: document.text, variables, operationName };
}

const page = (path: string): string => join(import.meta.dirname, '../src/features', path);

/** Where signing in leads and where most begin. */
export function firstScreens(): readonly FirstScreen[] {
  const ideas = variablesOf(readState(ideasState, {}));
  return [
    {
      address: ideasAddress(),
      file: page('ideas/list/IdeasPage.tsx'),
      first: { query_key: ideasKey(ideas), call: callOf('IdeasTable', ideas) },
    },
    { address: insightsAddress, file: page('insights/InsightsPage.tsx'), first: null },
  ];
}
