import { readConfig, type Config } from '../config.ts';
import { OperatorError } from '../process/operator_error.ts';
import { Scope } from '../core/scope.ts';
import type { Services } from '../core/services.ts';
import type { TaskService } from '../services/tasks.ts';
import { openDatabase, type OpenDatabase } from '../database.ts';
import { systemViewer } from '../domain/account/system_viewer.ts';
import { Workspaces, type Workspace } from '../domain/account/hosts/workspaces.ts';
import { tasks } from '../jobs/tasks.ts';
import { openJobs } from '../jobs/worker.ts';
import { createLog } from '../log.ts';
import type { Io } from './command.ts';

/** Commands of the command line write to the database only, and into its queue; what needs a running server says so. */
const servicesWith = (tasks: TaskService | null): Services =>
  new Proxy({} as Services, {
    get(_target, part) {
      if (part === 'tasks' && tasks) return tasks;
      throw new Error(`The command line has no service ${String(part)}.`);
    },
  });

/** What a command works with. */
export type CommandScope = {
  /** the system in the workspace */
  scope: Scope;
  workspace: Workspace;
  workspaces: Workspaces;
  close: () => Promise<void>;
};

/**
 * Opens the configured database and a scope of the system in one workspace.
 * @param key workspace; null: the one that PUBLIC_URL leads to
 * @param withJobs whether the scope can ask for background work; a worker does it, wherever one runs
 * @throws OperatorError when there is no such workspace
 */
export async function openCommandScope(
  io: Io,
  key: string | null,
  { withJobs = false }: { withJobs?: boolean } = {},
): Promise<CommandScope> {
  const { workspaces, database, config } = await openInstallation(io);
  const workspace = key === null ? await workspaces.home() : await workspaces.ofKey(key);
  if (!workspace || workspace.deleted_at !== null) {
    await database.close();
    throw new OperatorError(
      `There is no workspace "${key ?? config.defaultSubdomain}". "npm run earshot -- subdomain list" names those that exist.`,
    );
  }
  const jobs = withJobs
    ? await openQueue(database, config).catch(async (error: unknown) => {
        await database.close();
        throw error;
      })
    : null;
  const scope = scopeWith(database, workspace, jobs);
  const close = async (): Promise<void> => {
    await jobs?.close();
    await database.close();
  };
  return { scope, workspace, workspaces, close };
}

/** Opens the configured database for a command that is about workspaces themselves. */
export async function openInstallation(
  io: Io,
): Promise<{ workspaces: Workspaces; database: OpenDatabase; config: Config }> {
  const config = readConfig(io.environment);
  const database = await openDatabase(config, { print: io.err });
  const workspaces = new Workspaces(database.pools.direct, {
    publicUrl: config.publicUrl,
    defaultKey: config.defaultSubdomain,
  });
  await workspaces.refresh();
  return { workspaces, database, config };
}

/** The queue of background work, to ask for some; a worker does it, wherever one runs. */
export function openQueue(database: OpenDatabase, config: Config): ReturnType<typeof openJobs> {
  return openJobs({ url: database.directUrl, tasks, worksHere: false, log: createLog(config) });
}

/** A scope of the system in a workspace. @param jobs null: it cannot ask for background work */
export function scopeWith(database: OpenDatabase, workspace: Workspace, jobs: TaskService | null): Scope {
  return new Scope(
    {
      pool: database.pools.direct,
      readPool: database.pools.direct,
      tenantCheck: null,
      services: servicesWith(jobs),
      now: () => new Date(),
    },
    systemViewer(workspace),
  );
}
