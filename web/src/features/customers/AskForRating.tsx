import { graphql } from '../../api/graphql.ts';
import { request } from '../../api/runtime.ts';
import { useCommand } from '../../forms/useCommand.ts';
import { sayingSent } from '../../shared/mail/sentMail.ts';
import { Button } from '../../ui/elements/Button.tsx';
import { userTexts as texts } from './userMessages.ts';

const askDocument = graphql(`
  mutation AskOneForRating($users: [ID!]) {
    ratings_ask(users: $users) {
      ...SentMailing
    }
  }
`);

/** Asks one person by email how likely they are to recommend the workspace; who cannot be asked is told with the reason. */
export function AskForRating({ id, name }: { id: string; name: string }) {
  const ask = useCommand(
    async ({ users }: { users: string[] }) => (await request(askDocument, { users })).ratings_ask,
    {
      ...sayingSent({ message: texts.willAsk(name), calledBack: texts.askCalledBack }),
      failed: texts.askFailed,
    },
  );
  return (
    <Button
      variant="text"
      loading={ask.isRunning}
      data-tip={texts.askTip}
      onClick={() => void ask.run({ users: [id] })}
    >
      {texts.ask}
    </Button>
  );
}
