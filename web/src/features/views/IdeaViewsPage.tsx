import { IconArrowsSort } from '@tabler/icons-react';
import { ideasAddress } from '../../host/addresses.ts';
import { navigate } from '../../host/navigation.ts';
import { ListPage } from '../../lists/ListPage.tsx';
import { ideaViews, useViewCommands } from '../../records/savedView.tsx';
import { Button } from '../../ui/elements/Button.tsx';
import { openModal } from '../../ui/overlay/modals.ts';
import { BulkButton } from '../../ui/table/BulkBar.tsx';
import { viewTabFilters, viewTexts } from './viewMessages.ts';

const texts = viewTexts.views;

const given = { kind: ['suggestion'] };

/** Saved views of the list of ideas, which are its tabs: their order, and those that were archived. */
export function IdeaViewsPage() {
  const { remove } = useViewCommands(true);
  return (
    <ListPage
      list={ideaViews}
      title={texts.title}
      given={given}
      views={{ label: texts.title, items: viewTabFilters(texts.all) }}
      controls={
        <Button
          onClick={() => openModal('orderViews', {})}
          icon={<IconArrowsSort size={16} stroke={1.75} aria-hidden="true" />}
        >
          {texts.order}
        </Button>
      }
      empty={{
        reason: texts.empty,
        action: <Button onClick={() => navigate(ideasAddress())}>{texts.toIdeas}</Button>,
      }}
      bulk={({ ids, clear }) => (
        <BulkButton
          danger
          onClick={() => void remove.run({ ids: [...ids] }).then((isDone) => isDone && clear())}
        >
          {viewTexts.bulkDelete}
        </BulkButton>
      )}
    />
  );
}
