import { useState } from 'react';
import { Button } from '../elements/Button.tsx';
import { Combobox } from '../fields/Combobox.tsx';
import { SwitchField, TextField } from '../fields/fields.tsx';
import type { ModalControl } from '../overlay/modals.ts';
import type { Option } from '../fields/options.ts';
import { RichTextEditor } from '../editor/RichTextEditor.tsx';
import { Accordion, AccordionSection, SlideOut, SlideOutFooter } from '../overlay/SlideOut.tsx';
import { useToasts } from '../toasts/Toasts.tsx';

const people: Option[] = ['Priya Raman', 'Ana Ruiz', 'Ben Okafor'].map((name) => ({
  value: name,
  label: name,
}));

/** A slide-out as the features build them. */
export function SamplePanel({
  title,
  opened,
  close,
  side = 'right',
}: ModalControl & { title: string; side?: 'left' | 'right' }) {
  const toasts = useToasts();
  const [html, setHtml] = useState('');
  const [url, setUrl] = useState('');
  const [person, setPerson] = useState<Option | null>(null);
  const [isSubscribed, setIsSubscribed] = useState(true);
  const isComplete = html !== '' && person !== null;
  return (
    <SlideOut
      opened={opened}
      onClose={close}
      title={title}
      side={side}
      dirty={html !== ''}
      onSubmit={() => {
        if (!isComplete) return;
        close();
        toasts.success('Feedback captured for this idea!');
      }}
      footer={
        <SlideOutFooter end={<Button variant="danger-text">Delete</Button>}>
          <Button
            variant="primary"
            size="form"
            type="submit"
            disabled={!isComplete}
            disabledReason="Write the feedback and say who it is from"
          >
            Add Feedback
          </Button>
          <Button size="form" onClick={close}>
            Cancel
          </Button>
        </SlideOutFooter>
      }
    >
      <Accordion>
        <AccordionSection title="Feedback (private)">
          <RichTextEditor
            label="Feedback"
            value={html}
            onChange={setHtml}
            placeholder="What did they say?"
            autoFocus
          />
          <TextField label="Source URL" value={url} onChange={setUrl} optional />
        </AccordionSection>
        <AccordionSection title="Idea linked" note="Optional">
          <TextField label="Idea" value="" onChange={() => undefined} />
        </AccordionSection>
        <AccordionSection title="Who is it from?">
          <Combobox
            label="User"
            value={person}
            onChange={setPerson}
            options={people}
            onCreate={(text) => setPerson({ value: text, label: text })}
          />
          <SwitchField label="Subscribe to updates" checked={isSubscribed} onChange={setIsSubscribed} />
        </AccordionSection>
      </Accordion>
    </SlideOut>
  );
}
