import type { AuditAction } from '../../contract/audit.ts';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import type { ActivityKind } from '../../contract/activity.ts';
import { forbidden, badRequest, ProductError } from './errors.ts';
import { readInputs, withSpelledFields, type Input, type InputValues } from './inputs.ts';
import { recordActivity, recordAudit, type ActivityEntry } from './activity.ts';
import type { Shape } from './shape.ts';
import { writtenIn, type Scope } from './scope.ts';
import type { Tx } from '../sql/kysely.ts';
import type { Services } from './services.ts';
import type { Task } from './task.ts';
import type { Permission, Viewer } from './viewer.ts';

/** Kinds of change that screens subscribe to (STATE-021). */
export type ChangeKind = 'create' | 'update' | 'delete';

/** What a command works with: one open transaction and who asked. */
export interface CommandContext {
  tx: Tx;
  viewer: Viewer;
  subdomain_id: string;
  now: Date;
  services: Services;
  /** writes an entry of the idea's feed in this transaction; only kinds that the command declares */
  activity(entry: ActivityEntry): Promise<void>;
  /** writes to the audit log in this transaction */
  audit(action: AuditAction, subject: string | null, details?: Record<string, unknown>): Promise<void>;
  /** asks for background work, in this transaction */
  enqueue<P extends Record<string, unknown>>(
    task: Task<P>,
    payload: P,
    options?: { startAfter?: Date; key?: string },
  ): Promise<void>;
}

/**
 * What a command answers. `entity`: its work answers an id, the caller gets that record; `entities`:
 * ids, the caller gets those records in their order; `type`: a value of that GraphQL type.
 */
export type CommandReturns = { entity: string } | { entities: string } | { type: string };

export interface Command {
  kind: 'command';
  name: string;
  description: string;
  requires: Permission;
  input: Record<string, Input<unknown>>;
  returns: CommandReturns;
  shapes: Shape[];
  activity: readonly ActivityKind[];
  holdsSecret: boolean;
  prepare: ((input: Record<string, unknown>, scope: Scope) => Promise<unknown>) | null;
  run: (input: Record<string, unknown>, context: CommandContext, prepared: unknown) => Promise<unknown>;
}

/**
 * States a write once: its inputs, who may do it, what it changes and records, and the work, which
 * runs in one transaction.
 */
export function defineCommand<A extends Record<string, Input<unknown>>, P = undefined>(definition: {
  name: string;
  description: string;
  requires: Permission;
  input: A;
  returns: CommandReturns;
  shapes?: Shape[];
  /** kinds that this command writes to the feed */
  activity?: readonly ActivityKind[];
  /** an input is a password: nothing of the call is kept, so an Idempotency-Key has no effect */
  holdsSecret?: boolean;
  /**
   * What comes before the transaction, once, and goes to `run`: waiting for others such as a DNS server, hashing,
   * and what has to stay when the call is refused, such as a counted failure
   */
  prepare?: (input: InputValues<A>, scope: Scope) => Promise<P>;
  run: (input: InputValues<A>, context: CommandContext, prepared: P) => Promise<unknown>;
}): Command {
  return {
    kind: 'command',
    shapes: [],
    activity: [],
    holdsSecret: false,
    ...definition,
    prepare: (definition.prepare as Command['prepare']) ?? null,
    run: definition.run as Command['run'],
  };
}

export interface Replay {
  /** the caller's Idempotency-Key, with the place of the mutation in the document */
  key: string;
  documentHash: string;
}

/** So often a command is begun that meets others at its records, and the wait before its second try; later ones double it. */
const TRIES = 5;
const WAIT_MS = 20;

/**
 * Runs a command: right, input, one transaction, answer. The same call serves GraphQL, the HTTP
 * API, the import and the command line.
 *
 * Where commands wait for each other in a circle the database ends one of them, and some give way by
 * themselves (reason busy): nothing of it was written, so it is begun again, with a new transaction, after a
 * short wait of random length. Work of a command must do nothing outside its transaction that a second run
 * would do twice.
 * @returns what the work answered; on a replay the first answer
 * @throws ProductError; reason busy when the other changes do not end
 */
export async function runCommand(
  command: Command,
  scope: Scope,
  raw: Readonly<Record<string, unknown>>,
  replay: Replay | null = null,
): Promise<unknown> {
  if (!command.requires.allows(scope.viewer)) throw forbidden();
  return withSpelledFields(command.input, raw, () => runReading(command, scope, raw, replay));
}

async function runReading(
  command: Command,
  scope: Scope,
  raw: Readonly<Record<string, unknown>>,
  replay: Replay | null,
): Promise<unknown> {
  const prepared = await command.prepare?.(readInputs(command.input, raw), scope);
  for (let tries = 1; ; tries += 1) {
    // read again each time: what the work does to its input must not reach the next try
    const input = readInputs(command.input, raw);
    try {
      return await runOnce(command, scope, input, prepared, command.holdsSecret ? null : replay);
    } catch (error) {
      const met = collision(error);
      if (met === null) throw error;
      if (tries === TRIES) throw met;
      await setTimeout(WAIT_MS * 2 ** (tries - 1) * (0.5 + Math.random()));
    }
  }
}

/** The refusal that a try again may cure; null for every other fault. */
function collision(error: unknown): ProductError | null {
  if (error instanceof ProductError) return error.details.reason === 'busy' ? error : null;
  // deadlock_detected, serialization_failure
  if (!(error instanceof pg.DatabaseError) || (error.code !== '40P01' && error.code !== '40001')) return null;
  return badRequest('Others are changing the same records at this moment. Please try again.', {
    reason: 'busy',
    httpStatus: 409,
  });
}

function runOnce(
  command: Command,
  scope: Scope,
  input: Record<string, unknown>,
  prepared: unknown,
  replay: Replay | null,
): Promise<unknown> {
  return scope.write(
    async (tx) => {
      if (replay) {
        const first = await claimReplay(tx, scope, replay);
        if (first) {
          // the caller has heard of none of it yet
          scope.noteWritten(first.written);
          return first.result;
        }
      }
      const result = await command.run(input, commandContext(command, scope, tx), prepared);
      if (replay) {
        await tx
          .updateTable('idempotency_keys')
          .set({ result: JSON.stringify({ value: result ?? null, written: [...writtenIn(tx)] }) })
          .where('subdomain_id', '=', scope.viewer.subdomain_id)
          .where('user_id', '=', scope.viewer.user_id!)
          .where('key', '=', replay.key)
          .execute();
      }
      return result;
    },
    { prepared: true },
  );
}

/** The context of a command inside an open transaction; for commands that call another one's work. */
export function commandContext(command: Command, scope: Scope, tx: Tx): CommandContext {
  const { viewer, services } = scope;
  const now = scope.now();
  return {
    tx,
    viewer,
    subdomain_id: viewer.subdomain_id,
    now,
    services,
    activity: async (entry) => {
      if (!command.activity.includes(entry.kind))
        throw new Error(`${command.name} does not declare activity ${entry.kind}`);
      await recordActivity(tx, viewer, now, entry);
    },
    audit: (action, subject, details = {}) => recordAudit(tx, viewer, action, subject, details),
    enqueue: (task, payload, options) =>
      services.tasks.enqueue(tx, task.name, { ...payload, subdomain_id: viewer.subdomain_id }, options),
  };
}

/**
 * Claims the key in the command's own transaction: a second request with the same key waits on the
 * unique index until the first has ended, then finds its result; after a roll-back it runs afresh.
 */
async function claimReplay(
  tx: Tx,
  scope: Scope,
  replay: Replay,
): Promise<{ result: unknown; written: readonly string[] } | null> {
  const { subdomain_id, user_id } = scope.viewer;
  const claimed = await tx
    .insertInto('idempotency_keys')
    .values({ subdomain_id, user_id: user_id!, key: replay.key, document_hash: replay.documentHash })
    .onConflict((conflict) => conflict.columns(['subdomain_id', 'user_id', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst();
  if (claimed) return null;
  const first = await tx
    .selectFrom('idempotency_keys')
    .select(['document_hash', 'result'])
    .where('subdomain_id', '=', subdomain_id)
    .where('user_id', '=', user_id!)
    .where('key', '=', replay.key)
    .executeTakeFirst();
  if (!first || first.document_hash !== replay.documentHash) {
    throw badRequest('This Idempotency-Key was used for another request. Use a new key for each request.', {
      reason: 'idempotency_key',
    });
  }
  const { value = null, written = [] } = (first.result ?? {}) as { value?: unknown; written?: string[] };
  return { result: value, written };
}
