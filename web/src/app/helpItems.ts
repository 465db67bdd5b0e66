import { messages } from '../../../contract/errors.ts';
import { useViewer } from '../api/viewer.ts';
import { insightsAddress, manualAddress } from '../host/addresses.ts';
import { consoleEnv } from '../host/env.ts';
import { navigate } from '../host/navigation.ts';
import { useStored } from '../host/storage.ts';
import type { MenuItem } from '../ui/overlay/Menu.tsx';
import { useToasts } from '../ui/toasts/Toasts.tsx';
import { offersHelp } from './nav.ts';
import { shellTexts } from './texts.ts';

/** A tab of its own for something that is read beside the console. Answers whether the browser allowed it. */
function openTab(address: string): boolean {
  const opened = window.open(address, '_blank');
  if (opened === null) return false;
  opened.opener = null;
  return true;
}

/**
 * Where help is found: the manual and its terms; for support staff also 'get help' and 'give feedback', of which the
 * operator sets where they lead (DEC-176).
 */
export function useHelpItems(): MenuItem[] {
  const viewer = useViewer();
  const toasts = useToasts();
  const [isHidden, setHidden] = useStored('first_steps_hidden', false);
  const open = (address: string | null, missing: string, failure: string): void => {
    if (address === null) {
      console.info(messages.widgetNotInitialized);
      toasts.info(missing);
    } else if (!openTab(address)) {
      // the browser has blocked it
      console.error(failure);
      toasts.error(failure);
    }
  };
  const page = (id: string, label: string, name?: string): MenuItem => ({
    id,
    label,
    href: manualAddress(name),
    onSelect: () => {
      if (!openTab(manualAddress(name))) window.location.assign(manualAddress(name));
    },
  });
  const env = consoleEnv();
  return [
    page('manual', shellTexts.manual),
    page('terms', shellTexts.terms, 'glossary'),
    ...(isHidden
      ? [
          {
            id: 'first-steps',
            label: shellTexts.firstSteps,
            onSelect: () => {
              setHidden(null);
              navigate(insightsAddress);
            },
          },
        ]
      : []),
    ...(offersHelp(viewer)
      ? ([
          { kind: 'separator', id: 'after-manual' },
          {
            id: 'help',
            label: shellTexts.getHelp,
            onSelect: () =>
              open(env.support_chat_url, shellTexts.noSupportChat, messages.supportChatWidgetFailed),
          },
          {
            id: 'feedback',
            label: shellTexts.giveFeedback,
            onSelect: () =>
              open(env.feedback_widget_url, shellTexts.noFeedbackWidget, messages.feedbackWidgetFailed),
          },
        ] satisfies MenuItem[])
      : []),
  ];
}
