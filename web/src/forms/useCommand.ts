import { useState } from 'react';
import type { GraphQLDocument } from '../api/client.ts';
import { request } from '../api/runtime.ts';
import { useToasts } from '../ui/toasts/Toasts.tsx';
import { createGuard, runCommand } from './command.ts';
import type { CommandOptions } from './command.ts';

/** A command of a screen; made by `useCommand`. */
export interface Command<Variables> {
  /** Sends it. Answers whether it was done; never rejects. What is on its way already is not sent again. */
  run: (variables: Variables) => Promise<boolean>;
  isRunning: boolean;
}

/**
 * One command of a screen. Sent again after a failure that no one heard the end of, it is done once all the same: the
 * client repeats its Idempotency-Key.
 *
 * @param command the document of a mutation; or what sends one, of several or of what is only known then
 */
export function useCommand<Result, Variables>(
  command: GraphQLDocument<Result, Variables> | ((variables: Variables) => Promise<Result>),
  options: CommandOptions<Result, Variables> = {},
): Command<Variables> {
  const toasts = useToasts();
  const [running, setRunning] = useState(0);
  const [guard] = useState(() => createGuard(setRunning));
  const send =
    typeof command === 'function'
      ? command
      : (variables: Variables) => request(command, ...([variables] as never));
  return {
    isRunning: running > 0,
    // a form has one save at a time, whatever was typed since; elsewhere the same is not sent twice
    run: (variables) =>
      guard(options.form === undefined ? JSON.stringify(variables) : 'form', (release) =>
        runCommand(send, variables, options, toasts, release),
      ),
  };
}
