import { IconPlus } from '@tabler/icons-react';
import { ListPage } from '../../lists/ListPage.tsx';
import { ideaLists, useViewCommands } from '../../records/savedView.tsx';
import { Button } from '../../ui/elements/Button.tsx';
import { openModal } from '../../ui/overlay/modals.ts';
import { BulkButton } from '../../ui/table/BulkBar.tsx';
import { viewTexts as texts } from './viewMessages.ts';

/** Only lists of ideas; views of the table of ideas are its tabs. */
const given = { kind: ['suggestion_list'] };

/** Lists of ideas, chosen or dynamic, with their owners and emails (ROUTE-021, DEC-168). Who sees ideas keeps lists. */
export function IdeaListsPage() {
  const { remove } = useViewCommands();
  const create = (
    <Button
      variant="primary"
      onClick={() => openModal('nameView', {})}
      icon={<IconPlus size={16} stroke={2} aria-hidden="true" />}
    >
      {texts.newList}
    </Button>
  );
  const { label, all, mine, shared, everyone, archived } = texts.tabs;
  return (
    <ListPage
      list={ideaLists}
      title={texts.title}
      given={given}
      views={{
        label,
        items: [
          { id: 'all', label: all, filters: {} },
          { id: 'mine', label: mine, filters: { shared_state: ['mine'] } },
          { id: 'shared', label: shared, filters: { shared_state: ['shared_with_me'] } },
          { id: 'everyone', label: everyone, filters: { shared_state: ['public'] } },
          { id: 'archived', label: archived, filters: { state: ['archived'] } },
        ],
      }}
      controls={create}
      empty={{ reason: texts.empty, action: create }}
      bulk={({ ids, clear }) => (
        <BulkButton
          danger
          onClick={() => void remove.run({ ids: [...ids] }).then((isDone) => isDone && clear())}
        >
          {texts.bulkDelete}
        </BulkButton>
      )}
    />
  );
}
