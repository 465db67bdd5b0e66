import { uiMessages } from '../messages.ts';
import { useToasts } from './Toasts.tsx';

/** Puts a text on the clipboard and says so; where the browser does not allow it, says how to do it by hand. */
export function useCopy(): (text: string, done: string) => void {
  const toasts = useToasts();
  const copy = async (text: string, done: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      toasts.success(done);
    } catch {
      toasts.warning(uiMessages.notCopied);
    }
  };
  return (text, done) => void copy(text, done);
}
