import { IconPlus } from '@tabler/icons-react';
import { ListPage } from '../../lists/ListPage.tsx';
import { ideaLists, useViewCommands } from '../../records/savedView.tsx';
import { Button } from '../../ui/elements/Button.tsx';
import { openModal } from '../../ui/overlay/modals.ts';
import { BulkButton } from '../../ui/table/BulkBar.tsx';
import { viewTabFilters, viewTexts as texts } from './viewMessages.ts';

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
  return (
    <ListPage
      list={ideaLists}
      title={texts.title}
      given={given}
      views={{ label: texts.tabs.label, items: viewTabFilters(texts.tabs.all) }}
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
