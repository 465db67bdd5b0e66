/**
 * A failure that the person who runs the server can cure: a wrong setting, a missing program, a data
 * folder of another version. Its message is whole sentences that say what is wrong and what to do; the
 * command line prints it alone, without a stack.
 */
export class OperatorError extends Error {
  override name = 'OperatorError';
}
