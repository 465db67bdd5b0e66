import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { Rolldown } from 'vite';

/*
 * Which modules come in one file follows from who imports them, and from nothing else. Left to itself the bundler
 * makes a file for each set of screens that share something: fifty requests for a list. Here a few starting points
 * count, and what they need comes together:
 *
 *   base     what the signed-out pages and the console, the list or an idea's page need
 *   account  what the signed-out pages and other screens need, such as the field of a password
 *   console  what each screen stands in, and what both the list of ideas and an idea's page need
 *   list, idea, choices, forms, attachments, panels, lists, review, settings, planning, customers
 *            what one of them and anything else needs; the first of these that needs it has it
 *
 * The rest is split by the bundler.
 */

const SOURCES = join(import.meta.dirname, '../src');

/** Where loading begins, in the order in which people arrive: patterns of files. */
const STARTS = {
  signedOut: 'app/signed_out.tsx',
  console: 'app/main.tsx',
  list: 'features/ideas/list/IdeasPage.tsx',
  idea: 'features/ideas/details/IdeaDetailsPage.tsx',
  // what the list loads right after itself; the pickers that an idea's page has, too, come with that page
  choices: '{features/ideas/edit/{BulkActions,EditPicker},lists/FilterEditor}.tsx',
  // what saves: forms in pages do without the panels
  forms: '{forms/*,shared/firstSteps/FirstSteps}.{ts,tsx}',
  // beside the panels, pages have files, too
  attachments: 'shared/attachments/AttachmentBox.tsx',
  panels: 'features/{conversation,statuses}/*Panel.tsx',
  // what every list but that of ideas is drawn by
  lists: 'lists/ListPage.tsx',
  review: 'features/ideas/review/ReviewPage.tsx',
  settings: 'features/settings/**/*Page.tsx',
  // what board and list of features share
  planning: 'features/roadmap/{RoadmapHead.tsx,FeatureFacts.tsx,featureCommands.ts,roadmapState.ts}',
  // what their pages share
  customers: 'features/customers/{AccountPage,UserPage}.tsx',
};
type Start = keyof typeof STARTS;
type File = 'base' | 'account' | Exclude<Start, 'signedOut'>;

/** Starts of the screens that people open most. */
const AT_FIRST: ReadonlySet<Start> = new Set(['console', 'list', 'idea', 'choices']);

/** Changes only with an upgrade: kept apart so that it stays cached. */
const REACT = /\/node_modules\/(react|react-dom|scheduler)\//;

const ICON = /\/@tabler\/icons-react\/dist\/esm\/icons\//;

/**
 * Groups of modules for the bundler. Each has its own priority: a group takes along what its modules import, unless
 * one with a higher priority has it, and whatever a module imports is needed by all starts that need the module.
 */
export function chunkGroups(): Rolldown.CodeSplittingGroup[] {
  const starts = Object.keys(STARTS) as Start[];
  let reached: Map<Start, ReadonlySet<string>> | null = null;
  /** Name of the file of a module, null where it goes to none of these. The graph is walked once. */
  const fileOf = (id: string, graph: Rolldown.ChunkingContext): File | null => {
    reached ??= new Map(starts.map((start) => [start, modulesOf(start, graph)]));
    const needing = [...reached].filter(([, modules]) => modules.has(id)).map(([start]) => start);
    // an icon of later screens stands with its like: for its sake no page loads the file of other screens
    if (ICON.test(id) && !needing.some((start) => AT_FIRST.has(start))) return null;
    const [first = null] = needing;
    if (first === 'signedOut')
      return needing.length === 1 ? null : needing.some((start) => AT_FIRST.has(start)) ? 'base' : 'account';
    // its page has a file, in which stays what nothing else needs
    if (first === 'list' && needing.length === 1) return null;
    return first === 'list' && needing.includes('idea') ? 'console' : first;
  };
  const files: File[] = ['base', 'account', ...starts.filter((start) => start !== 'signedOut')];
  return [
    { name: 'react', test: REACT, priority: 2 * files.length + 4 },
    ...files.map((file, index) => ({
      debugName: file,
      name: (id: string, graph: Rolldown.ChunkingContext) => (fileOf(id, graph) === file ? file : null),
      // beside the first four, what nothing else needs stays in the file of its page
      minShareCount: index < 4 ? 1 : 2,
      priority: 2 * (files.length + 1 - index),
    })),
    // the sheet of all icons would make a file of each
    // before the last two of the files: another page with one of its icons would load all that it shares
    { name: 'icons', test: ICON, priority: 7 },
  ];
}

/** The modules of a start and all that is loaded with them; empty when the build does not have it. */
function modulesOf(start: Start, graph: Rolldown.ChunkingContext): ReadonlySet<string> {
  const found = new Set<string>();
  const open = globSync(STARTS[start], { cwd: SOURCES }).map((file) => join(SOURCES, file));
  if (open.length === 0) throw new Error(`web/src has no ${STARTS[start]}, where loading begins.`);
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const module = found.has(id) ? null : graph.getModuleInfo(id);
    if (module === null) continue;
    found.add(id);
    open.push(...module.importedIds);
  }
  return found;
}

/**
 * Files of which much runs before the first screen shows: Chromium is told to compile their functions beside the page
 * while they arrive, instead of one after the other when each is first called, while the page waits. React is not
 * among them: a page runs a third of it, and compiling all of it takes longer than the rest takes to arrive.
 */
const RUNS_AT_FIRST: ReadonlySet<string> = new Set(['base', 'console', 'list', 'IdeasPage']);

/** What a file ends with. @param name of the file, without its hash */
export function compileHint({ name }: { name: string }): string {
  return RUNS_AT_FIRST.has(name) ? '//# allFunctionsCalledOnLoad' : '';
}
