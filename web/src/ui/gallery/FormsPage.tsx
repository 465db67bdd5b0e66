import { useRef, useState } from 'react';
import { htmlOrNull } from '../../../../contract/rich_text.ts';
import { Combobox, MultiCombobox } from '../fields/Combobox.tsx';
import { EditableList } from '../fields/EditableList.tsx';
import {
  CheckboxField,
  RadioGroup,
  SelectField,
  SwitchField,
  TextArea,
  TextField,
} from '../fields/fields.tsx';
import type { Option } from '../fields/options.ts';
import { RichTextEditor } from '../editor/RichTextEditor.tsx';
import { UploadErrorBox } from '../loading/states.tsx';
import a11y from '../a11y.module.css';
import styles from './Gallery.module.css';

const people: Option[] = [
  'Ana Ruiz',
  'Ben Okafor',
  'Chloe Martin',
  'Dev Patel',
  'Elif Kaya',
  'Femke de Vries',
  'Gülşen Ak',
  'Hugo Blanc',
  'Iva Novak',
].map((name, index) => ({
  value: String(index),
  label: name,
  note: `${name.split(' ')[0]?.toLowerCase()}@example.com`,
  group: index < 5 ? 'Team' : 'Customers',
}));

/** Fields, editors and lists. */
export function FormsPage() {
  const [title, setTitle] = useState('');
  const [email, setEmail] = useState('a!b@x.io');
  const [comment, setComment] = useState('');
  const [kind, setKind] = useState<'csv' | 'xlsx'>('csv');
  const [forum, setForum] = useState('product');
  const [isSubscribed, setIsSubscribed] = useState(true);
  const [isChecked, setIsChecked] = useState(false);
  const [person, setPerson] = useState<Option | null>(null);
  const [labels, setLabels] = useState<Option[]>([{ value: '0', label: 'Ana Ruiz' }]);
  const [html, setHtml] = useState(
    '<p>Priya asked again: finance needs the <strong>revenue</strong>.</p><ol><li data-list="bullet">for shared views</li></ol>',
  );
  const [errors, setErrors] = useState([
    { id: '1', file_name: 'a-very-long-name-of-a-recording-of-the-call.mov', message: 'Content too large' },
  ]);
  const nextId = useRef(1);
  const [items, setItems] = useState<readonly { id: string; text: string }[]>([]);
  return (
    <div className={styles.page}>
      <h1 className={a11y.hidden}>Forms</h1>
      <section className={styles.block} aria-labelledby="fields">
        <h2 id="fields">Fields</h2>
        <div className={styles.form}>
          <TextField label="Title" value={title} onChange={setTitle} placeholder="In one sentence" required />
          <TextField
            label="Source URL"
            value=""
            onChange={() => undefined}
            type="url"
            optional
            description="Where the customer said it"
          />
          <TextField
            label="Email"
            value={email}
            onChange={setEmail}
            type="email"
            error="Please enter a valid email address"
          />
          <TextArea label="Public comment" value={comment} onChange={setComment} />
          <SelectField
            label="Category"
            value={forum}
            onChange={setForum}
            options={[
              { value: 'product', label: 'Product' },
              { value: 'mobile', label: 'Mobile apps' },
            ]}
          />
          <CheckboxField
            label="Email me a copy of each reply"
            checked={isChecked}
            onChange={setIsChecked}
            description="To your own address"
          />
          <CheckboxField label="Some of them" checked={false} indeterminate onChange={() => undefined} />
          <SwitchField label="Subscribe to updates" checked={isSubscribed} onChange={setIsSubscribed} />
          <SwitchField
            label="Not for you"
            checked={false}
            onChange={() => undefined}
            disabled
            disabledReason="Mail is switched off for this person."
          />
          <RadioGroup
            label="Format"
            value={kind}
            onChange={setKind}
            options={[
              { value: 'csv', label: 'CSV', description: 'Opens everywhere' },
              { value: 'xlsx', label: 'Excel' },
            ]}
          />
        </div>
      </section>
      <section className={styles.block} aria-labelledby="pickers">
        <h2 id="pickers">Pickers and editors</h2>
        <div className={styles.form}>
          <Combobox
            label="User"
            value={person}
            onChange={setPerson}
            options={people}
            placeholder="Name or email"
            clearable
            onCreate={(text) => setPerson({ value: text, label: text })}
          />
          <MultiCombobox
            label="Labels"
            values={labels}
            onChange={setLabels}
            options={people}
            placeholder="Add a label"
          />
          <Combobox
            label="Forum"
            value={null}
            onChange={() => undefined}
            options={[]}
            disabled
            placeholder="Choose a workspace first"
          />
          <RichTextEditor
            label="Feedback"
            value={html}
            onChange={setHtml}
            placeholder="What did they say?"
            formattingToggle
            popout
            mentions={(text) =>
              Promise.resolve(
                people
                  .filter((option) => option.label.toLowerCase().includes(text.toLowerCase()))
                  .map((option) => ({ id: option.value, name: `@${option.label}` })),
              )
            }
          />
          <output
            data-testid="html"
            style={{ fontFamily: 'var(--font-mono)', fontSize: 11, overflowWrap: 'anywhere' }}
          >
            {htmlOrNull(html) ?? 'null'}
          </output>
          <UploadErrorBox errors={errors} onClear={() => setErrors([])} />
          <EditableList
            label="Categories"
            items={items}
            onChange={setItems}
            maximum={3}
            makeItem={() => ({ id: String(nextId.current++), text: '' })}
            isBlank={(item) => item.text.trim() === ''}
            renderItem={(item, change, index) => (
              <TextField
                label={`Category ${index + 1}`}
                hideLabel
                value={item.text}
                onChange={(text) => change({ ...item, text })}
              />
            )}
          />
          <Combobox
            label="Slow"
            value={null}
            onChange={() => undefined}
            options={[]}
            onSearch={() => undefined}
            status="loading"
          />
          <Combobox label="Near the bottom" value={null} onChange={() => undefined} options={people} />
        </div>
      </section>
    </div>
  );
}
