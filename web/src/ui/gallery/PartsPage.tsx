import { IconCopy, IconDots, IconLink, IconPlus, IconTrash } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { Avatar } from '../elements/Avatar.tsx';
import { Button, IconButton } from '../elements/Button.tsx';
import { KeyFigure, KeyFigureRow, RelativeTime, Sparkline } from '../elements/Figures.tsx';
import { Kbd } from '../keyboard/Kbd.tsx';
import { DelayedSkeleton, DelayedSpinner, ProgressLine, SkeletonLines } from '../loading/loading.tsx';
import { Menu } from '../overlay/Menu.tsx';
import { CountBadge, StatusPill, Tag, Tags } from '../elements/Pills.tsx';
import { Popover } from '../overlay/Popover.tsx';
import { RichText } from '../text/RichText.tsx';
import { SegmentedControl } from '../fields/SegmentedControl.tsx';
import { SortableList } from '../fields/SortableList.tsx';
import { TabPanel, Tabs } from '../page/Tabs.tsx';
import { Tooltip } from '../overlay/Tooltip.tsx';
import a11y from '../a11y.module.css';
import styles from './Gallery.module.css';

const html =
  '<p>Finance needs the <strong>revenue behind each row</strong> before the budget round, says <span class="es-mention" value="12">Ana Ruiz</span>.</p><ol><li data-list="bullet">must work for shared views</li><li data-list="bullet">a sheet, <span style="color: #b00020; position: fixed">not text</span></li></ol><p><a href="https://example.com/">The thread</a> <code>export --all</code></p><img src="https://example.com/track.png" onerror="alert(1)"><script>alert(1)</script>';

/** Small parts side by side. */
export function PartsPage() {
  const [segment, setSegment] = useState<'all' | 'feedback' | 'comments'>('all');
  const [tab, setTab] = useState('search');
  const [items, setItems] = useState(
    ['Product', 'Mobile apps', 'Integrations', 'Portal'].map((name) => ({ id: name, name })),
  );
  const panelId = useId();
  return (
    <div className={styles.page}>
      <h1 className={a11y.hidden}>Parts</h1>
      <section className={styles.block} aria-labelledby="buttons">
        <h2 id="buttons">Buttons</h2>
        <div className={styles.line}>
          <Button variant="primary" icon={<IconPlus size={14} stroke={2} aria-hidden="true" />}>
            Primary
          </Button>
          <Button>Outline</Button>
          <Button keys="f">With key</Button>
          <Button variant="text">Text</Button>
          <Button variant="danger">Delete</Button>
          <Button variant="danger-text" icon={<IconTrash size={14} stroke={1.75} aria-hidden="true" />}>
            Delete
          </Button>
        </div>
        <div className={styles.line}>
          <Button variant="primary" loading>
            Saving
          </Button>
          <Button variant="primary" disabled disabledReason="Choose a forum first">
            Explained
          </Button>
          <Button disabled>Disabled</Button>
          <IconButton label="Copy link">
            <IconLink size={16} stroke={1.75} aria-hidden="true" />
          </IconButton>
          <IconButton label="Copy" variant="plain">
            <IconCopy size={16} stroke={1.75} aria-hidden="true" />
          </IconButton>
          <Tooltip label="A tooltip of some length, that says why something is the way it is">
            <Button>Tooltip</Button>
          </Tooltip>
        </div>
        <div className={styles.line}>
          <Button variant="primary" size="form" keys="mod+enter">
            Add feedback
          </Button>
          <Button size="form">Cancel</Button>
          <Kbd keys="mod+k" />
          <Kbd keys="g i" />
          <Kbd keys="shift+s" />
        </div>
      </section>
      <section className={styles.block} aria-labelledby="pills">
        <h2 id="pills">Pills, tags, people</h2>
        <div className={styles.line}>
          <StatusPill name="Under review" color="#8B5CF6" />
          <StatusPill name="Planned" color="#2F6FEB" />
          <StatusPill name="No Status" color={null} />
          <StatusPill name="Pale yellow" color="#FFF3B0" />
        </div>
        <div className={styles.line}>
          <Tag>admin</Tag>
          <Tag onRemove={() => undefined}>removable</Tag>
          <Tags names={['api', 'mobile', 'triage', 'portal']} />
          <CountBadge count={7} tone="alert" label="7 open tickets" />
          <CountBadge count={120} label="120 notifications" />
        </div>
        <div className={styles.line} data-testid="avatars">
          <Avatar name="Ana Ruiz" />
          <Avatar name="Ana Ruiz" src="/missing.png" />
          <Avatar name={null} />
          <Avatar name="Promoter Pia" satisfactionScore={9} />
          <Avatar name="Neutral Ned" satisfactionScore={7} />
          <Avatar name="Detractor Dan" satisfactionScore={0} />
          <Avatar name="Femke de Vries" sizePx={28} />
          <Avatar name="Bo Li" sizePx={22} />
        </div>
      </section>
      <section className={styles.block} aria-labelledby="figures">
        <h2 id="figures">Figures</h2>
        <div className={styles.figures}>
          <KeyFigure label="New ideas" value="184" change="+12%" trend="up" />
          <KeyFigure label="Revenue behind open ideas" value="$4.2M" change="-2%" trend="down" />
        </div>
        <div className={styles.surface}>
          <KeyFigureRow>
            <KeyFigure size="small" label="Votes" value="297" />
            <KeyFigure size="small" label="Accounts" value="41" />
            <KeyFigure size="small" label="Revenue" value="$150.0K" />
          </KeyFigureRow>
        </div>
        <div className={styles.line}>
          <Sparkline values={[9, 10, 10, 8, 6, 4, 3, 4, 6, 7, 6, 3]} />
          <Sparkline values={[2, 2, 3, 3, 4, 4, 5, 5, 6, 7, 7, 9]} />
          <Sparkline values={[3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3]} />
          <Sparkline values={[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]} />
          <RelativeTime value={new Date(Date.now() - 2 * 3_600_000).toISOString()} />
        </div>
      </section>
      <section className={styles.block} aria-labelledby="choices">
        <h2 id="choices">Choices</h2>
        <SegmentedControl
          label="Activity"
          value={segment}
          onChange={setSegment}
          segments={[
            { value: 'all', label: 'All activity' },
            { value: 'feedback', label: 'Feedback 14' },
            { value: 'comments', label: 'Comments 9' },
          ]}
        />
        <div className={styles.surface}>
          <Tabs
            label="Link or create"
            panelId={panelId}
            value={tab}
            onChange={setTab}
            items={[
              { id: 'search', label: 'Search', count: '12' },
              { id: 'create', label: 'Create' },
            ]}
          />
          <TabPanel id={panelId} value={tab}>
            <p style={{ padding: 12 }}>{tab === 'search' ? 'What was found' : 'A new one'}</p>
          </TabPanel>
        </div>
        <div className={styles.line}>
          <Menu
            label="More actions"
            placement="bottom-start"
            trigger={(props) => (
              <IconButton {...props} label="More actions">
                <IconDots size={16} stroke={1.75} aria-hidden="true" />
              </IconButton>
            )}
            items={[
              { kind: 'heading', id: 'h', label: 'This idea' },
              {
                id: 'copy',
                label: 'Copy link',
                icon: <IconLink size={16} stroke={1.75} aria-hidden="true" />,
                keys: 'y',
              },
              { id: 'open', label: 'Open in a new tab', href: '#open' },
              {
                id: 'merge',
                label: 'Merge',
                note: 'Into another idea',
                disabledReason: 'You may not merge ideas.',
              },
              { id: 'chosen', label: 'Newest first', checked: true },
              { kind: 'separator', id: 's' },
              {
                id: 'delete',
                label: 'Delete',
                danger: true,
                icon: <IconTrash size={16} stroke={1.75} aria-hidden="true" />,
              },
            ]}
          />
          <Popover label="A popover" trigger={(props) => <Button {...props}>Popover</Button>} widthPx={240}>
            {(close) => (
              <div style={{ padding: 14 }}>
                <p>Something small.</p>
                <Button onClick={close}>Fine</Button>
              </div>
            )}
          </Popover>
        </div>
      </section>
      <section className={styles.block} aria-labelledby="waiting">
        <h2 id="waiting">Waiting</h2>
        <div className={styles.surface}>
          <DelayedSpinner />
        </div>
        <DelayedSkeleton>
          <div style={{ width: 320 }}>
            <SkeletonLines count={4} />
          </div>
        </DelayedSkeleton>
        <div className={`${styles.surface} ${styles.relative}`}>
          <ProgressLine active />
        </div>
      </section>
      <section className={styles.block} aria-labelledby="text">
        <h2 id="text">Text</h2>
        <RichText html={html} />
        <h2>Order</h2>
        <div className={styles.surface}>
          <SortableList
            label="Forums"
            items={items}
            title={(item) => item.name}
            renderItem={(item) => item.name}
            onReorder={(ids) => setItems(ids.map((id) => ({ id, name: id })))}
          />
        </div>
      </section>
    </div>
  );
}
