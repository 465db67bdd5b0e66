import {
  IconArrowMerge,
  IconArrowsSplit2,
  IconChevronDown,
  IconChevronLeft,
  IconChevronUp,
  IconDots,
  IconFlag,
  IconLink,
  IconList,
  IconMail,
  IconMapPin,
  IconPencil,
  IconProgressCheck,
  IconTicket,
  IconTrash,
} from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { canContribute, canSeeRoadmap } from '../../../../../contract/permissions.ts';
import { useViewer } from '../../../api/viewer.ts';
import { ideaAddress, ideasAddress } from '../../../host/addresses.ts';
import { Link } from '../../../host/Link.tsx';
import { navigate } from '../../../host/navigation.ts';
import { leavePage } from '../../../host/leave.ts';
import { DeleteIdeaDialog } from '../../../shared/deleteDialogs.tsx';
import { Button, IconButton } from '../../../ui/elements/Button.tsx';
import { formatNumber, formatTotal } from '../../../ui/text/format.ts';
import { Menu } from '../../../ui/overlay/Menu.tsx';
import { openModal } from '../../../ui/overlay/modals.ts';
import { useCommandSubject } from '../../../ui/overlay/commands.ts';
import { PageHead } from '../../../ui/page/SheetPage.tsx';
import { useCopy } from '../../../ui/toasts/useCopy.ts';
import { useShortcut } from '../../../ui/keyboard/useShortcut.ts';
import { useMediaQuery } from '../../../ui/useMediaQuery.ts';
import { detailsMessages as texts } from './messages.ts';
import type { Idea } from './queries.ts';
import { useStatusActions } from './status.tsx';
import { mergeMessages } from '../merge/mergeMessages.ts';
import { readNeighbours, rememberCurrent } from '../neighbours.ts';
import { noteMessages } from '../feed/noteMessages.ts';
import styles from './details.module.css';

const iconProps = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

/**
 * The head of the page: where the idea stands in the list it was opened from, and what can be done with it.
 *
 * @param idea null while it is loaded, and when there is none
 */
export function DetailsHead({
  id,
  idea,
  isEditable,
}: {
  id: string;
  idea: Idea | null;
  isEditable: boolean;
}) {
  const copy = useCopy();
  const isPhone = useMediaQuery('(width < 860px)');
  const [isDeleting, setIsDeleting] = useState(false);
  const neighbours = useMemo(() => readNeighbours(id), [id]);
  useEffect(() => rememberCurrent(id), [id]);
  const listAddress = neighbours?.address ?? ideasAddress();

  // the tab stays: walking through a list one compares the same thing
  const goTo = (next: string | null): void => {
    // the tab that is open stays open
    if (next !== null) navigate(ideaAddress(next) + window.location.hash);
  };
  const previousId = neighbours?.previousId ?? null;
  const nextId = neighbours?.nextId ?? null;
  useShortcut('j', () => goTo(nextId), { label: texts.next, group: texts.group, enabled: nextId !== null });
  useShortcut('k', () => goTo(previousId), {
    label: texts.previous,
    group: texts.group,
    enabled: previousId !== null,
  });
  const edit = (): void => void openModal('idea', { mode: 'edit', suggestion_id: id });
  const merge = (): void => void openModal('mergeIdeas', { suggestion_ids: [id] });
  const addFeedback = (): void => void openModal('feedback', { suggestion_id: id });
  const mayEdit = idea !== null && isEditable;
  const viewer = useViewer();
  const mayLinkFeatures = canSeeRoadmap(viewer) && canContribute(viewer.permissions, 'features');
  useShortcut('e', edit, { label: texts.edit, group: texts.group, enabled: mayEdit });
  useShortcut('c', addFeedback, { label: texts.addFeedback, group: texts.group, enabled: mayEdit });
  useShortcut('m', merge, { label: mergeMessages.menu, group: texts.group, enabled: mayEdit });
  useShortcut('v', () => openModal('addVoter', { suggestion_id: id }), {
    label: texts.addVoter,
    group: texts.group,
    enabled: mayEdit,
  });

  const news = useStatusActions(id, mayEdit);
  useShortcut('shift+m', () => news.message?.(), {
    label: texts.status.message,
    group: texts.group,
    enabled: news.message !== null,
  });
  useCommandSubject(texts.group, () =>
    idea === null ? null : { heading: texts.onThisIdea, name: idea.title },
  );

  const copyLink = (): void => copy(window.location.origin + ideaAddress(id), texts.linkCopied);

  return (
    <PageHead
      path={
        <>
          <nav aria-label={texts.path} className={styles.path}>
            {isPhone ? (
              <Link href={listAddress} className={styles.back} aria-label={texts.bar.back}>
                <IconChevronLeft size={20} stroke={2} aria-hidden="true" />
              </Link>
            ) : (
              <Link href={listAddress} className={styles.pathLink}>
                {texts.list}
              </Link>
            )}
            <span className={styles.pathEnd} aria-current="page">
              {isPhone ? `#${id}` : `/ ${id}`}
            </span>
          </nav>
          {neighbours === null ? null : (
            <span className={styles.position}>
              {neighbours.total === null
                ? formatNumber(neighbours.position)
                : texts.positionOf(formatNumber(neighbours.position), formatTotal(neighbours.total))}
              <IconButton
                label={texts.previous}
                variant="plain"
                aria-disabled={previousId === null}
                data-tip={previousId === null ? texts.noPrevious : texts.previous}
                onClick={() => goTo(previousId)}
              >
                <IconChevronUp {...iconProps} />
              </IconButton>
              <IconButton
                label={texts.next}
                variant="plain"
                aria-disabled={nextId === null}
                data-tip={nextId === null ? texts.noNext : texts.next}
                onClick={() => goTo(nextId)}
              >
                <IconChevronDown {...iconProps} />
              </IconButton>
            </span>
          )}
        </>
      }
    >
      {idea === null ? null : (
        <>
          {isPhone ? null : (
            <IconButton label={texts.copyLink} onClick={copyLink}>
              <IconLink {...iconProps} />
            </IconButton>
          )}
          <Menu
            label={texts.more}
            items={[
              ...(isEditable
                ? [
                    {
                      id: 'edit',
                      label: texts.edit,
                      icon: <IconPencil {...iconProps} />,
                      keys: 'e',
                      onSelect: edit,
                    },
                    {
                      id: 'merge',
                      label: mergeMessages.menu,
                      icon: <IconArrowMerge {...iconProps} />,
                      keys: 'm',
                      onSelect: merge,
                    },
                    ...(news.public === null
                      ? []
                      : [
                          {
                            id: 'status',
                            label: texts.status.public,
                            icon: <IconProgressCheck {...iconProps} />,
                            keys: 's',
                            onSelect: news.public,
                          },
                        ]),
                    ...(news.internal === null
                      ? []
                      : [
                          {
                            id: 'internal-status',
                            label: texts.status.internal,
                            icon: <IconProgressCheck {...iconProps} />,
                            keys: 'shift+s',
                            onSelect: news.internal,
                          },
                        ]),
                    ...(news.message === null
                      ? []
                      : [
                          {
                            id: 'message',
                            label: texts.status.message,
                            icon: <IconMail {...iconProps} />,
                            keys: 'shift+m',
                            onSelect: news.message,
                          },
                        ]),
                    {
                      id: 'split',
                      label: texts.split,
                      icon: <IconArrowsSplit2 {...iconProps} />,
                      onSelect: () => void openModal('idea', { mode: 'split', suggestion_id: id }),
                    },
                  ]
                : []),
              ...(isEditable
                ? [
                    {
                      id: 'flag',
                      label: noteMessages.flags.menu,
                      icon: <IconFlag {...iconProps} />,
                      onSelect: () => void openModal('flagIdea', { suggestion_id: id }),
                    },
                  ]
                : []),
              ...(isEditable
                ? [
                    {
                      id: 'list',
                      label: texts.addToList,
                      icon: <IconList {...iconProps} />,
                      onSelect: () => void openModal('addToList', { suggestion_ids: [id] }),
                    },
                    ...(mayLinkFeatures
                      ? [
                          {
                            id: 'feature',
                            label: texts.linkFeature,
                            icon: <IconMapPin {...iconProps} />,
                            onSelect: () => void openModal('linkFeature', { suggestion_ids: [id] }),
                          },
                        ]
                      : []),
                    {
                      id: 'issue',
                      label: texts.linkIssue,
                      icon: <IconTicket {...iconProps} />,
                      onSelect: () => void openModal('jiraIntegration', { suggestion_id: id }),
                    },
                  ]
                : []),
              {
                id: 'copy',
                label: texts.copyLink,
                icon: <IconLink {...iconProps} />,
                onSelect: copyLink,
              },
              { kind: 'separator', id: 'line' },
              {
                id: 'delete',
                label: texts.delete,
                icon: <IconTrash {...iconProps} />,
                danger: true,
                onSelect: () => setIsDeleting(true),
              },
            ]}
            trigger={(props) => (
              <IconButton {...props} label={texts.more}>
                <IconDots {...iconProps} />
              </IconButton>
            )}
          />
          {isEditable && !isPhone ? (
            <Button variant={news.public !== null ? 'outline' : 'primary'} keys="c" onClick={addFeedback}>
              {texts.addFeedback}
            </Button>
          ) : null}
          {news.public === null || isPhone ? null : (
            <Button variant="primary" keys="s" onClick={news.public}>
              {texts.status.post}
            </Button>
          )}
          <DeleteIdeaDialog
            idea={idea}
            opened={isDeleting}
            onClose={() => setIsDeleting(false)}
            onDeleted={() => leavePage(() => navigate(listAddress, { replace: true }))}
          />
        </>
      )}
    </PageHead>
  );
}
